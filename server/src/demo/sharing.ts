/**
 * Seeds shared lines. In the evening, two households use the one screen of a line and interrupt
 * each other. The viewings run through the same code as those of real players, and the detection
 * finds them. An admin has already blocked every second line.
 */
import { DAY_MS, MINUTE_MS } from '@ramal/contract/rules/durations';
import sql from 'sql-template-tag';
import { blockForAbuse, findSharingLines } from '../abuse/abuse.ts';
import type { Caller } from '../foundation/caller.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { createWatching, type Watching } from '../watching/watching.ts';

export interface SharedLine {
  readonly id: number;
  readonly isBlocked: boolean;
}

interface Channel {
  readonly id: number;
  readonly name: string;
}

/** Start times of the evenings in which two households watch, in minutes before now. */
const BEGAN_MINUTES_AGO = [22 * 60, 13 * 60, 150];
const OPENINGS = 8;
/** Minutes until the other household starts to watch. */
const TURN_MINUTES = 7;

/**
 * Interval of the heartbeat timer. It is so long that the timer never runs, because stopping a
 * viewing writes its heartbeat.
 */
const NEVER_MS = DAY_MS;

const contexts = (index: number) =>
  [
    { address: `203.0.113.${20 + index}`, userAgent: 'SmartTV 6.2' },
    { address: `198.51.100.${40 + index}`, userAgent: 'TV Box 4K 9.0' },
  ] as const;

export async function shareLines(
  ctx: AppContext,
  admin: Caller,
  lines: readonly SharedLine[],
): Promise<void> {
  const channels = await ctx.db.many<Channel>(
    sql`select id, name from streams where kind = 'live' order by number, id limit 20`,
  );
  for (const [index, line] of lines.entries()) await watchInTwoContexts(ctx, index, line, channels);
  await findSharingLines(ctx);
  for (const { id } of lines.filter(({ isBlocked }) => isBlocked))
    await blockForAbuse(ctx, admin, { id });
}

async function watchInTwoContexts(
  ctx: AppContext,
  index: number,
  line: SharedLine,
  channels: readonly Channel[],
): Promise<void> {
  for (const [evening, began] of BEGAN_MINUTES_AGO.entries()) {
    let before: Parameters<Watching['touch']>[0] | undefined;
    for (let turn = 0; turn < OPENINGS; turn += 1) {
      const channel = channels[(index * 3 + evening * 5 + turn) % channels.length]!;
      const opening = {
        ...contexts(index)[turn % 2]!,
        lineId: line.id,
        streamId: channel.id,
        title: channel.name,
        encoding: 'HLS',
      };
      const last = before;
      const minutesAgo = began - turn * TURN_MINUTES - (turn % 3);
      await then(ctx, minutesAgo, async (watching) => last && watching.touch(last));
      await then(ctx, minutesAgo, async (watching) => {
        const opened = await watching.open({ ...opening, balancerId: null, continuesSame: false });
        before =
          typeof opened === 'string' ? undefined : { ...opening, sessionId: opened.sessionId };
      });
    }
    const end = began - OPENINGS * TURN_MINUTES - 3;
    await then(ctx, end, async (watching) => before && watching.playerLeft(before.sessionId));
  }
}

/** Performs the actions of a player at a time in the past. */
async function then(
  ctx: AppContext,
  minutesAgo: number,
  act: (watching: Watching) => Promise<unknown>,
): Promise<void> {
  const moment = new Date(ctx.clock.now().getTime() - minutesAgo * MINUTE_MS);
  const past = { ...ctx, clock: { ...ctx.clock, now: () => moment } };
  const watching = createWatching(past, { writeEveryMs: NEVER_MS, askEveryMs: NEVER_MS });
  try {
    await act(watching);
  } finally {
    await watching.stop();
  }
}

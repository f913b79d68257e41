/**
 * The room's door: viewings are opened, seen and ended here, whichever form they are sent in. Openings
 * count in the database at once; only what keeps a viewing alive goes in batches.
 */
import { randomUUID } from 'node:crypto';
import { MINUTE_MS } from '@ramal/contract/rules/durations';
import type { AppContext } from '../foundation/app-context.ts';
import type { Job } from '../foundation/jobs.ts';
import { startViewing } from './start-viewing.ts';
import { createEndedViewings } from './ended-viewings.ts';
import { type Heartbeat, createPresence, parseIp } from './presence.ts';
import { resumeViewing } from './resume-viewing.ts';
import { deletePresenceBefore } from './watching.sql.ts';

export type { Heartbeat as Sighting } from './presence.ts';

export interface StartViewingInput extends Omit<Heartbeat, 'sessionId'> {
  /** Who asks again for what he watches goes on with it: films are read in pieces. */
  readonly continuesSame: boolean;
}

export interface OpenedViewing {
  readonly sessionId: string;
  readonly continues: boolean;
}

export interface Watching {
  /** Counts one more viewing and closes the surplus; undefined while held back from this player. */
  open(opening: StartViewingInput): Promise<OpenedViewing | undefined>;
  /** A paused viewing asks to go on: whether it may (there is room, nobody ended it). */
  resume(sessionId: string): Promise<boolean>;
  seen(sighting: Heartbeat): void;
  /** The viewer is known to have gone; others are simply not seen any more. */
  left(sessionId: string): void;
  /** The line may not watch any more. */
  stopped(sessionId: string): void;
  /** Cut by a further screen or by hand, as far as this process knows: a second at most behind. */
  hasEnded(sessionId: string): boolean;
  /** Called once when it is cut so, at once when it already was; answers how to stop listening. */
  onEnded(sessionId: string, cut: () => void): () => void;
  /** Writes what is still in memory. */
  stop(): Promise<void>;
}

export interface WatchingPace {
  readonly writeEveryMs?: number;
  readonly askEveryMs?: number;
}

export function createWatching(
  ctx: AppContext,
  { writeEveryMs, askEveryMs }: WatchingPace = {},
): Watching {
  const presence = createPresence(ctx, writeEveryMs);
  const ended = createEndedViewings(ctx, (id) => presence.forget(id), askEveryMs);
  return {
    open: async ({ continuesSame, ...opening }) => {
      // Who zaps has just closed what he watched: it must not count against him.
      await presence.writeEnds();
      const viewing = { ...opening, id: randomUUID(), address: parseIp(opening.address) };
      const now = ctx.clock.now();
      const begun = await ctx.db.tx((tx) => startViewing(tx, viewing, continuesSame, now));
      if (!begun) return undefined;
      ended.add(begun.closed);
      return { sessionId: begun.id, continues: begun.continues };
    },
    resume: (sessionId) => ctx.db.tx((tx) => resumeViewing(tx, sessionId, ctx.clock.now())),
    seen: (sighting) => {
      if (!ended.has(sighting.sessionId)) presence.seen(sighting);
    },
    left: (sessionId) => presence.ended(sessionId, 'left'),
    stopped: (sessionId) => presence.ended(sessionId, 'line-stopped'),
    hasEnded: (sessionId) => ended.has(sessionId),
    onEnded: (sessionId, cut) => ended.onEnded(sessionId, cut),
    stop: async () => {
      await ended.stop();
      await presence.stop();
    },
  };
}

const STALE_AFTER_MS = 10 * MINUTE_MS;

/** Rows of viewings that are long over. */
export const deleteStalePresence: Job = {
  name: 'forget-stale-presence',
  schedule: '*/5 * * * *',
  work: async ({ db, clock }) => {
    const before = new Date(clock.now().getTime() - STALE_AFTER_MS);
    await db.tx((tx) => tx.run(deletePresenceBefore(before)));
  },
};

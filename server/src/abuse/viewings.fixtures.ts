/**
 * Inserts viewings into the history in the form in which the player stores them. Times are minutes
 * before now.
 */
import { randomUUID } from 'node:crypto';
import { MINUTE_MS } from '@ramal/contract/rules/durations';
import type { TestContext } from '../../test/context.ts';

export interface ViewingFixture {
  /** Null if the address could not be parsed. */
  readonly at: string | null;
  /** Minutes before now. `to: 0` means that the viewing is still running. */
  readonly from: number;
  readonly to: number;
  readonly player?: string;
  readonly stream?: number;
  /** True if the viewing was ended by another one that began at the same moment. */
  readonly pushed?: boolean;
}

/** Inserts the viewings and returns their ids. */
export async function insertViewings(
  ctx: TestContext,
  lineId: number,
  viewings: readonly ViewingFixture[],
): Promise<string[]> {
  const now = ctx.clock.now().getTime();
  const before = (minutes: number) => new Date(now - minutes * MINUTE_MS).toISOString();
  const rows = viewings.map(({ at, from, to, player = 'TV', stream = 1, pushed = false }) => ({
    id: randomUUID(),
    line_id: lineId,
    stream_id: stream,
    title: `Canal ${stream}`,
    encoding: 'HLS',
    address: at,
    user_agent: player,
    started_at: before(from),
    seen_at: before(to),
    ended_at: to === 0 ? null : before(to),
    ended_because: to === 0 ? null : pushed ? 'over-limit' : 'not-seen',
  }));
  await ctx.owner.query(
    `insert into viewings select * from jsonb_to_recordset($1::jsonb) as v (id uuid, line_id bigint, stream_id bigint,
       title text, encoding text, address inet, user_agent text, started_at timestamptz, seen_at timestamptz,
       ended_at timestamptz, ended_because text)`,
    [JSON.stringify(rows)],
  );
  return rows.map(({ id }) => id);
}

/**
 * Returns viewings of two networks that take over from each other every `every` minutes, between
 * `from` and `to`. The first network begins.
 */
export function takeovers(
  places: readonly [Partial<ViewingFixture>, Partial<ViewingFixture>],
  { from, to, every }: { from: number; to: number; every: number },
): ViewingFixture[] {
  const fixtures: ViewingFixture[] = [];
  for (let at = from, turn = 0; at > to; at -= every, turn += 1) {
    const until = Math.max(at - every, to);
    fixtures.push({
      at: '203.0.113.1',
      ...places[turn % 2]!,
      from: at,
      to: until,
      pushed: until > to,
    });
  }
  return fixtures;
}

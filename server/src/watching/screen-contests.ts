/**
 * Pauses takeovers of a contested screen. Two players that both reconnect would end each other
 * forever, and neither would show a picture. After a few takeovers within a minute, the player that
 * has the screen keeps it for a while.
 */
import { MINUTE_MS } from '@ramal/contract/rules/durations';
import sql, { type Sql } from 'sql-template-tag';
import { insertEventCte } from '../events/events.ts';
import { combineCtes, type Tx } from '../foundation/database.ts';

export interface ContestPlayer {
  readonly address: string | null;
  readonly userAgent: string;
}

/**
 * Number of takeovers within a minute that count as a contest. A person who changes the television
 * causes only one.
 */
const TAKEOVERS = 4;
const WINDOW_MS = MINUTE_MS;
const PAUSE_MS = 2 * MINUTE_MS;

interface Takeover {
  readonly ended: ContestPlayer;
  readonly begun: ContestPlayer;
}

/**
 * Returns true if takeovers on this line are paused. Starts the pause and records an event if
 * TAKEOVERS is reached. Called only before a takeover.
 */
export async function isTakeoverPaused(
  tx: Tx,
  lineId: number,
  now: Date,
  isSamePlayer: (one: ContestPlayer, other: ContestPlayer) => boolean,
): Promise<boolean> {
  const paused = await tx.first(
    sql`select line_id from screen_contests where line_id = ${lineId} and paused_until > ${now}`,
    'prepared',
  );
  if (paused) return true;
  const since = new Date(now.getTime() - WINDOW_MS);
  const takeovers = await tx.many<Takeover>(takeoversSince(lineId, since), 'prepared');
  if (takeovers.filter(({ ended, begun }) => !isSamePlayer(ended, begun)).length < TAKEOVERS)
    return false;
  await pauseTakeovers(tx, lineId, now);
  return true;
}

/**
 * Selects viewings that ended over the limit at the moment when another one began, with both
 * players.
 */
const takeoversSince = (lineId: number, since: Date): Sql => sql`
  select jsonb_build_object('address', host(was.address), 'userAgent', was.user_agent) as ended,
    jsonb_build_object('address', host(next.address), 'userAgent', next.user_agent) as begun
  from viewings was join viewings next on next.line_id = was.line_id and next.started_at = was.ended_at
  where was.line_id = ${lineId} and was.ended_because = 'over-limit' and was.ended_at > ${since}
    and next.started_at > ${since}`;

async function pauseTakeovers(tx: Tx, lineId: number, now: Date): Promise<void> {
  const until = new Date(now.getTime() + PAUSE_MS);
  const line = await tx.first<{ ownerId: number }>(
    sql`select owner_id from lines where id = ${lineId}`,
  );
  await tx.run(
    combineCtes({
      contest: sql`
        insert into screen_contests (line_id, paused_until) values (${lineId}, ${until})
        on conflict (line_id) do update set paused_until = excluded.paused_until`,
      event: insertEventCte(
        { requestId: 'screen-contest', at: now, ip: null },
        {
          kind: 'screens-contested',
          actorId: null,
          accountId: line?.ownerId ?? null,
          lineId,
          after: { until },
        },
      ),
    }),
  );
}

/** SQL column: end of the pause of takeovers on a line; null without a pause. */
export const contestedUntil = (lineId: Sql, now: Date): Sql => sql`
  (select paused_until from screen_contests where line_id = ${lineId} and paused_until > ${now})`;

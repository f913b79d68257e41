/** Stores the reasons why the player rejected a line, and shows them to the line's seller. */
import { refuse } from '@ramal/contract/api/errors';
import { type RefusalReason, refusalTexts, type RefusedPlay } from '@ramal/contract/watching';
import { DAY_MS } from '@ramal/contract/rules/durations';
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import { createBoundedCache } from '../foundation/bounded-cache.ts';
import type { Caller } from '../foundation/caller.ts';
import { unixSeconds } from '../foundation/clock.ts';
import { viewedLine } from './list-viewings.ts';

interface PlayRefusal {
  readonly lineId: number;
  readonly reason: RefusalReason;
  readonly userAgent: string;
}

export type RecordRefusal = (refusal: PlayRefusal) => Promise<void>;

/**
 * Minimum time in milliseconds between two writes of the same refusal, because players retry every
 * second.
 */
const MIN_WRITE_INTERVAL_MS = 10_000;
const CACHE_MAX_BYTES = 2_000_000;
const SHOWN_FOR_MS = 7 * DAY_MS;

/** Returns a function that stores a refusal. A failed write does not change the player's answer. */
export function createRecordRefusal(ctx: AppContext): RecordRefusal {
  const writtenAt = createBoundedCache<number>({
    name: 'refused-plays',
    maxBytes: CACHE_MAX_BYTES,
    ttlMs: MIN_WRITE_INTERVAL_MS,
  });
  return async ({ lineId, reason, userAgent }) => {
    const now = ctx.clock.now();
    const key = `${lineId} ${reason}`;
    if (now.getTime() - (writtenAt.get(key) ?? -Infinity) < MIN_WRITE_INTERVAL_MS) return;
    writtenAt.set(key, now.getTime());
    ctx.log.info({ lineId, reason }, 'player refused');
    try {
      await ctx.db.tx((tx) =>
        tx.run(sql`
          insert into refused_plays (line_id, reason, refused_at, user_agent)
          values (${lineId}, ${reason}, ${now}, ${userAgent})
          on conflict (line_id, reason) do update
            set refused_at = excluded.refused_at, user_agent = excluded.user_agent`),
      );
    } catch (error) {
      ctx.log.warn({ err: error }, 'a refusal of the player could not be stored');
    }
  };
}

export async function listRefusedPlays(
  { db, clock }: AppContext,
  { actor }: Caller,
  username: string,
): Promise<RefusedPlay[]> {
  const line = await db.first<{ id: number }>(viewedLine(actor, username));
  if (!line) return refuse('line_not_found');
  const since = new Date(clock.now().getTime() - SHOWN_FOR_MS);
  const rows = await db.many<{ reason: RefusalReason; refusedAt: Date; userAgent: string }>(sql`
    select reason, refused_at, user_agent from refused_plays
    where line_id = ${line.id} and refused_at > ${since} order by refused_at desc, reason`);
  return rows.map(({ reason, refusedAt, userAgent }) => ({
    reason,
    text: refusalTexts[reason],
    userAgent,
    refusedAtTimestamp: unixSeconds(refusedAt),
  }));
}

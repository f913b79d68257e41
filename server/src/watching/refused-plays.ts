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

export type NoteRefusal = (refusal: PlayRefusal) => Promise<void>;

/**
 * Minimum time in milliseconds between two writes of the same refusal, because players retry every
 * second.
 */
const WRITTEN_EVERY_MS = 10_000;
const NOTED_BYTES = 2_000_000;
const SHOWN_FOR_MS = 7 * DAY_MS;

/**
 * Stores a refusal. Never throws, because the player is refused even if the reason cannot be
 * stored.
 */
export function createNoteRefusal(ctx: AppContext): NoteRefusal {
  const noted = createBoundedCache<number>({
    name: 'refused-plays',
    maxBytes: NOTED_BYTES,
    ttlMs: WRITTEN_EVERY_MS,
  });
  return async ({ lineId, reason, userAgent }) => {
    const now = ctx.clock.now();
    const key = `${lineId} ${reason}`;
    if (now.getTime() - (noted.get(key) ?? -Infinity) < WRITTEN_EVERY_MS) return;
    noted.set(key, now.getTime());
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
      ctx.log.warn({ err: error }, 'refusal of a player not kept');
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

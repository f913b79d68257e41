/** Deletes scores that have returned to zero, and correct sign-ins older than a day. */
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import type { Job } from '../foundation/jobs.ts';
import { MOST_ADDRESSES, REMEMBERED_DAYS } from './blocklist-rules.ts';

export const deleteOldScores: Job = {
  name: 'forget-old-scores',
  schedule: '15 * * * *',
  work: async ({ db, clock }: AppContext) => {
    const now = clock.now();
    await db.tx(async (tx) => {
      await tx.run(sql`
        delete from blocked_addresses
        where scored_at < ${now}::timestamptz - make_interval(days => ${REMEMBERED_DAYS})
          and coalesce(blocked_until, '-infinity') < ${now}::timestamptz - make_interval(days => ${REMEMBERED_DAYS})`);
      await tx.run(sql`
        delete from blocked_addresses where network in (
          select network from blocked_addresses order by scored_at desc offset ${MOST_ADDRESSES})`);
      await tx.run(
        sql`delete from honest_sign_ins where at < ${now}::timestamptz - interval '1 day'`,
      );
    });
  },
};

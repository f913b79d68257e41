import { DAY_MS } from '@ramal/contract/rules/durations';
import sql from 'sql-template-tag';
import type { Job } from '../foundation/jobs.ts';

/**
 * A month longer than the longest period of attempts, so that no expiry of a line is announced
 * twice.
 */
const KEPT_DAYS = 34;
const MOST_AT_ONCE = 10_000;

export const deleteOldMessages: Job = {
  name: 'delete-old-webhook-messages',
  schedule: '55 7 * * *',
  work: async ({ db, clock }) => {
    const before = new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS);
    let deleted: number;
    do {
      deleted = await db.tx((tx) =>
        tx.run(sql`
          delete from webhook_messages where id in (
            select id from webhook_messages where created_at < ${before} limit ${MOST_AT_ONCE})`),
      );
    } while (deleted === MOST_AT_ONCE);
  },
};

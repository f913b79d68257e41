import { DAY_MS } from '@ramal/contract/rules/durations';
import sql from 'sql-template-tag';
import type { Job } from '../foundation/jobs.ts';
import { deleteUnwantedSubscriptions } from '../messaging/messaging.ts';
import { deleteOldConfirmations } from './confirm-address.ts';

const KEPT_DAYS = 60;
const MOST_AT_ONCE = 10_000;

/** Deletes notices after two months, read or unread, and browsers whose sign-in ended. */
export const deleteOldNotices: Job = {
  name: 'delete-old-notices',
  schedule: '55 7 * * *',
  work: async ({ db, clock }) => {
    const before = new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS);
    let deleted: number;
    do {
      deleted = await db.tx((tx) =>
        tx.run(sql`
          delete from notices where id in (
            select id from notices where created_at < ${before} limit ${MOST_AT_ONCE})`),
      );
    } while (deleted === MOST_AT_ONCE);
    await db.tx(async (tx) => {
      await deleteUnwantedSubscriptions(tx);
      await deleteOldConfirmations(tx, before);
    });
  },
};

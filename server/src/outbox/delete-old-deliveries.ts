import { DAY_MS } from '@ramal/contract/rules/durations';
import sql from 'sql-template-tag';
import type { Job } from '../foundation/jobs.ts';

const KEPT_DAYS = 30;
const MOST_AT_ONCE = 10_000;

/** Deletes finished deliveries and their attempts after a month, and expired pauses at once. */
export const deleteOldDeliveries: Job = {
  name: 'delete-old-deliveries',
  schedule: '50 7 * * *',
  work: async ({ db, clock }) => {
    const before = new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS);
    let deleted: number;
    do {
      deleted = await db.tx((tx) =>
        tx.run(sql`
          delete from deliveries where id in (
            select id from deliveries where finished_at < ${before} limit ${MOST_AT_ONCE})`),
      );
    } while (deleted === MOST_AT_ONCE);
    await db.tx((tx) => tx.run(sql`delete from paused_queues where until < ${clock.now()}`));
  },
};

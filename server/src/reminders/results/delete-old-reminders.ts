import { DAY_MS } from '@ramal/contract/rules/durations';
import sql from 'sql-template-tag';
import { localDay } from '../../foundation/clock.ts';
import type { Job } from '../../foundation/jobs.ts';

/** Longer than a threshold can apply again: it is at most a month from the expiry of a line. */
const KEPT_DAYS = 180;
const MOST_AT_ONCE = 10_000;

export const deleteOldReminders: Job = {
  name: 'delete-old-reminders',
  schedule: '40 7 * * *',
  work: async ({ db, clock }) => {
    const before = localDay(new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS), clock.timeZone);
    let deleted: number;
    do {
      deleted = await db.tx((tx) =>
        tx.run(sql`
          delete from reminders where id in (
            select id from reminders where day < ${before} limit ${MOST_AT_ONCE})`),
      );
    } while (deleted === MOST_AT_ONCE);
    await db.tx((tx) => tx.run(sql`delete from reminder_uses where day < ${before}`));
  },
};

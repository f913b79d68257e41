/** Unused codes are deleted an hour after they expire, used ones after their app had a day to ask. */
import { HOUR_MS } from '@ramal/contract/rules/durations';
import type { Job } from '../foundation/jobs.ts';
import { deleteOldCodes } from './activation.sql.ts';

export const deleteOldActivationCodes: Job = {
  name: 'forget-activation-codes',
  schedule: '*/10 * * * *',
  work: async ({ db, clock }) => {
    const now = clock.now().getTime();
    const [anHourAgo, aDayAgo] = [new Date(now - HOUR_MS), new Date(now - 24 * HOUR_MS)];
    await db.tx((tx) => tx.run(deleteOldCodes(anHourAgo, aDayAgo)));
  },
};

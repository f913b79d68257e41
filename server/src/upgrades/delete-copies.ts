import type { Job } from '../foundation/jobs.ts';
import { deleteExpiredCopies } from './copies.ts';

/** A copy from before an upgrade is deleted after a week. */
export const deleteUpgradeCopies: Job = {
  name: 'delete-upgrade-copies',
  schedule: '30 7 * * *',
  work: ({ config, clock }) => deleteExpiredCopies(config.dataFolder, clock.now()),
};

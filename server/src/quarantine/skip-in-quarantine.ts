import type { Job } from '../foundation/jobs.ts';
import { isInQuarantine } from './restores.sql.ts';

/**
 * Skips a job that changes external systems during the quarantine. The job runs again by its
 * schedule.
 */
export const skipInQuarantine = (job: Job): Job => ({
  ...job,
  work: async (ctx, payload, stopping) => {
    if (!(await isInQuarantine(ctx.db))) await job.work(ctx, payload, stopping);
  },
});

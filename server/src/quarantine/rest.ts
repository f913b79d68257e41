import type { Job } from '../foundation/jobs.ts';
import { isInQuarantine } from './restores.sql.ts';

/** Skips a job that reaches outside during the quarantine; it runs again by its schedule. */
export const restsInQuarantine = (job: Job): Job => ({
  ...job,
  work: async (ctx, payload, stopping) => {
    if (!(await isInQuarantine(ctx.db))) await job.work(ctx, payload, stopping);
  },
});

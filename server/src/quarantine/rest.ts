import type { Job } from '../foundation/jobs.ts';
import { isInQuarantine } from './restores.sql.ts';

/** A job that reaches outside rests while the panel is held; its next turn comes by its schedule. */
export const restsInQuarantine = (job: Job): Job => ({
  ...job,
  work: async (ctx, payload, stopping) => {
    if (!(await isInQuarantine(ctx.db))) await job.work(ctx, payload, stopping);
  },
});

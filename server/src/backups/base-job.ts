/**
 * Job that checks every two minutes whether a base backup is due. When a new base is in a remote
 * store, runs a drill with it.
 */
import type { Job } from '../foundation/jobs.ts';
import { runDrill } from './drill.ts';
import { createDueBase } from './point-in-time/take-base.ts';

export const createBasesJob: Job = {
  name: 'take-base',
  schedule: '*/2 * * * *',
  work: async (ctx) => {
    if (!(await createDueBase(ctx))) return;
    const drilled = await runDrill(ctx, 'point-in-time');
    if (drilled?.failure) ctx.log.error({ failure: drilled.failure }, 'THE BACKUP DRILL FAILED');
  },
};

/**
 * Checks every two minutes whether a base is due. Each new base is proven by a drill as soon as it
 * is in a remote store.
 */
import type { Job } from '../foundation/jobs.ts';
import { runDrill } from './drill.ts';
import { takeDueBase } from './point-in-time/take-base.ts';

export const takeBases: Job = {
  name: 'take-base',
  schedule: '*/2 * * * *',
  work: async (ctx) => {
    if (!(await takeDueBase(ctx))) return;
    const drilled = await runDrill(ctx, 'point-in-time');
    if (drilled?.failure) ctx.log.error({ failure: drilled.failure }, 'THE BACKUP DRILL FAILED');
  },
};

/** Probes all targets twice a minute. */
import sql from 'sql-template-tag';
import type { Job } from '../foundation/jobs.ts';
import { type TargetSource, probeRound } from './probe-round.ts';

const AGAIN = 'probe-targets-again';
const AGAIN_AFTER_MS = 30_000;

export const probeJobs = (sources: readonly TargetSource[]): Job[] => [
  {
    name: 'probe-targets',
    schedule: '* * * * *',
    work: async (ctx) => {
      // The second round is enqueued first, so that a slow first round does not delay it.
      const at = new Date(ctx.clock.now().getTime() + AGAIN_AFTER_MS);
      await ctx.db.tx((tx) =>
        tx.run(sql`select ask_job_at(${AGAIN}, '{}'::json, ${AGAIN}, ${at})`),
      );
      await probeRound(ctx, sources);
    },
  },
  { name: AGAIN, work: (ctx) => probeRound(ctx, sources) },
];

/** Every job the worker knows. Hours are UTC: 7:00 is 4:00 in São Paulo, when nobody sells. */
import { proveLedger } from './credits/prove-ledger.ts';
import type { Job } from './foundation/jobs.ts';
import { eraseDeletedLines } from './lines/erase-deleted-lines.ts';
import { forgetOldTraces } from './sessions/forget-old-traces.ts';
import { type TaskKind, taskJobs } from './tasks/tasks.ts';
import { forgetStalePresence } from './watching/watching.ts';

/** Every kind of long work a person can ask for. */
export const taskKinds: readonly TaskKind[] = [];

export const jobs: readonly Job[] = [
  { name: 'prove-ledger', schedule: '0 7 * * *', work: async (house) => void (await proveLedger(house)) },
  { name: 'forget-old-traces', schedule: '30 7 * * *', work: forgetOldTraces },
  eraseDeletedLines,
  forgetStalePresence,
  ...taskJobs(taskKinds),
];

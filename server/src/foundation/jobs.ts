/**
 * Work that runs by itself or after the fact: graphile-worker in the same PostgreSQL. Jobs are
 * asked for in the transaction that needs them; the clock's own jobs are the `nightly` ones.
 */
import { Logger as WorkerLogger, type Runner, parseCronItems, run } from 'graphile-worker';
import type { House } from './house.ts';

export interface Job {
  readonly name: string;
  /** Five cron fields, UTC; absent for jobs that are only asked for. */
  readonly schedule?: string;
  readonly work: (house: House, payload: unknown) => Promise<void>;
}

export async function startWorker(house: House, ownerUrl: string, jobs: readonly Job[]): Promise<Runner> {
  return run({
    connectionString: ownerUrl,
    concurrency: 2,
    noHandleSignals: true,
    logger: new WorkerLogger(() => (level, message, meta) => {
      if (level === 'error') house.log.error(meta ?? {}, `worker: ${message}`);
      else if (level === 'warning') house.log.warn(meta ?? {}, `worker: ${message}`);
    }),
    taskList: Object.fromEntries(jobs.map((job) => [job.name, (payload: unknown) => job.work(house, payload)])),
    parsedCronItems: parseCronItems(
      jobs.flatMap((job) => (job.schedule ? [{ task: job.name, match: job.schedule }] : [])),
    ),
  });
}

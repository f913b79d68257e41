/**
 * Work that runs by itself or after the fact: graphile-worker in the same PostgreSQL. Jobs are
 * asked for in the transaction that needs them; the clock's own jobs are the `nightly` ones.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { Logger as WorkerLogger, type Runner, parseCronItems, run } from 'graphile-worker';
import type { House } from './house.ts';

export interface Job {
  readonly name: string;
  /** Five cron fields, UTC; absent for jobs that are only asked for. */
  readonly schedule?: string;
  readonly work: (house: House, payload: unknown) => Promise<void>;
}

export interface Worker {
  stop(): Promise<void>;
}

const AGAIN_AFTER_MS = 5_000;

/** Works until it is stopped: a worker that gave up, because the database was away too long, is replaced. */
export async function startWorker(house: House, ownerUrl: string, jobs: readonly Job[]): Promise<Worker> {
  const over = new AbortController();
  let runner = await hire(house, ownerUrl, jobs);
  const keeping = keep();

  async function keep(): Promise<void> {
    while (!over.signal.aborted) {
      await runner.promise.catch((error: unknown) => house.log.warn({ err: error }, 'the worker gave up'));
      while (!over.signal.aborted) {
        await pause(AGAIN_AFTER_MS, undefined, { signal: over.signal }).catch(() => undefined);
        if (over.signal.aborted) return;
        try {
          runner = await hire(house, ownerUrl, jobs);
          break;
        } catch (error) {
          house.log.warn({ err: error }, 'no worker yet');
        }
      }
    }
  }

  return {
    stop: async () => {
      over.abort();
      await runner.stop().catch(() => undefined);
      await keeping;
    },
  };
}

const hire = (house: House, ownerUrl: string, jobs: readonly Job[]): Promise<Runner> =>
  run({
    connectionString: ownerUrl,
    concurrency: 2,
    noHandleSignals: true,
    // Sent in batches, which are tried again while the database is away; one by one a failure that
    // cannot be written down would end the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    logger: new WorkerLogger(() => (level, message, meta) => {
      if (level === 'error') house.log.error(meta ?? {}, `worker: ${message}`);
      else if (level === 'warning') house.log.warn(meta ?? {}, `worker: ${message}`);
    }),
    taskList: Object.fromEntries(jobs.map((job) => [job.name, (payload: unknown) => job.work(house, payload)])),
    parsedCronItems: parseCronItems(
      jobs.flatMap((job) => (job.schedule ? [{ task: job.name, match: job.schedule }] : [])),
    ),
  });

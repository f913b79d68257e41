/**
 * Scheduled and requested jobs: graphile-worker in the same PostgreSQL. A job is requested in the
 * transaction that needs it. Scheduled jobs have a cron schedule.
 */
import { setTimeout as pause } from 'node:timers/promises';
import {
  type JobHelpers,
  Logger as WorkerLogger,
  type Runner,
  type RunnerOptions,
  parseCronItems,
  run,
} from 'graphile-worker';
import type pg from 'pg';
import type { AppContext } from './app-context.ts';
import { getLoadMeter } from './load/load-meter.ts';
import { openPool } from './queries/pool.ts';
import { isUnavailable, logDatabaseAnswer, logDatabaseFailure } from './unavailable.ts';

export interface Job {
  readonly name: string;
  /** Five cron fields in UTC. Undefined for jobs that run only on request. */
  readonly schedule?: string;
  /** Runs the job. The signal is aborted when the worker stops, so that waiting work ends. */
  readonly work: (ctx: AppContext, payload: unknown, stopping?: AbortSignal) => Promise<void>;
}

export interface Worker {
  stop(): Promise<void>;
}

const AGAIN_AFTER_MS = 2_000;
/**
 * Maximum time for which a stopping server waits for running work. Afterwards the work is aborted,
 * and another worker resumes it after the completed part.
 */
const STOP_TIMEOUT_MS = 5_000;

/**
 * Starts a worker that runs until it is stopped. If a long outage of the database ends the worker,
 * a new worker replaces it.
 */
export async function startWorker(
  ctx: AppContext,
  ownerUrl: string,
  jobs: readonly Job[],
  concurrency = 2,
): Promise<Worker> {
  const controller = new AbortController();
  // The library prints a failure with its stack when a worker ends. This line suppresses the
  // output, because `keep` logs the failure.
  console.trace = () => undefined;
  let runner = await runWorker(ctx, ownerUrl, jobs, concurrency);
  const keeping = keep();

  async function keep(): Promise<void> {
    while (!controller.signal.aborted) {
      await runner.promise.catch((error: unknown) =>
        logDatabaseFailure(ctx.log, error, 'a worker stopped'),
      );
      while (!controller.signal.aborted) {
        await pause(AGAIN_AFTER_MS, undefined, { signal: controller.signal }).catch(
          () => undefined,
        );
        if (controller.signal.aborted) return;
        try {
          runner = await runWorker(ctx, ownerUrl, jobs, concurrency);
          break;
        } catch (error) {
          logDatabaseFailure(ctx.log, error, 'a worker did not start');
        }
      }
    }
  }

  return {
    stop: async () => {
      controller.abort();
      const ended = runner.stop().then(
        () => keeping,
        () => keeping,
      );
      await Promise.race([ended, pause(STOP_TIMEOUT_MS)]);
    },
  };
}

async function runWorker(
  ctx: AppContext,
  ownerUrl: string,
  jobs: readonly Job[],
  concurrency: number,
): Promise<Runner> {
  // The worker gets a separate pool with an error listener. The library's own pool removes its
  // listener before it closes its connections. If a connection breaks in between, the unhandled
  // error would end the process.
  const onError = (error: Error): void =>
    logDatabaseFailure(ctx.log, error, 'a connection of the worker broke');
  const pgPool = openPool({ connectionString: ownerUrl, max: 10, onError });
  releaseOnce(pgPool);
  const end = (): void => void pgPool.end().catch(onError);
  try {
    const runner = await run(settings(ctx, pgPool, jobs, concurrency));
    runner.promise.then(end, end);
    watchClaims(ctx, runner);
    const load = getLoadMeter(ctx);
    runner.events.on('job:complete', () => load.countJob());
    return runner;
  } catch (error) {
    end();
    throw error;
  }
}

/** Without a connection, because the pool has ended, there is nothing to release. */
type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release?: (broken?: Error | boolean) => void,
) => void;

/**
 * Makes a second release of a connection have no effect. If the listener's connection fails during
 * a stop, the library releases it twice. At the second release the pool would throw an error that
 * ends the process.
 */
export function releaseOnce(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool);
  const connectOnce = (callback?: ConnectCallback) => {
    if (!callback) return connect();
    const connected: ConnectCallback = (error, client, release) => {
      let isReleased = false;
      const once = (broken?: Error | boolean): void => {
        if (!isReleased) release?.(broken);
        isReleased = true;
      };
      callback(error, client, release && once);
    };
    return connect(connected);
  };
  pool.connect = connectOnce as pg.Pool['connect'];
}

/**
 * Logs at each successful claim that the database is available.
 * Also stops a runner whose first claim fails, so that a new one replaces it. The library keeps the
 * result of its first read for the life of the runner. A runner that starts on a standby would
 * therefore claim no job after the failover.
 */
function watchClaims({ log }: AppContext, runner: Runner): void {
  const { events } = runner;
  let hasClaimed = false;
  const claimed = () => {
    hasClaimed = true;
    logDatabaseAnswer(log);
  };
  events.on('worker:getJob:empty', claimed);
  events.on('job:start', claimed);
  events.on('worker:getJob:error', ({ error }) =>
    logDatabaseFailure(log, error, 'worker: a claim failed'),
  );
  events.once('worker:getJob:error', () => {
    if (hasClaimed) return;
    log.debug('the first claim of the worker failed');
    // Waits until all workers of the runner have received the failure. A worker that is stopped
    // earlier prints a stack.
    setImmediate(() => void runner.stop().catch(() => undefined));
  });
}

const settings = (
  ctx: AppContext,
  pgPool: pg.Pool,
  jobs: readonly Job[],
  concurrency: number,
): RunnerOptions => ({
  pgPool,
  concurrency,
  noHandleSignals: true,
  noPreparedStatements: ctx.config.databasePooled && !ctx.config.databaseDirectUrl,
  // Batch mode: while the database is unavailable, storing the results of jobs is retried. In
  // single mode a result that cannot be stored would end the process.
  preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  logger: new WorkerLogger(() => (level, message, meta) => {
    const failure = meta?.fatalError ?? (meta?.job ? undefined : meta?.error);
    if (isUnavailable(failure)) logDatabaseFailure(ctx.log, failure, `worker: ${message}`);
    // The cases above have already logged the failure that stops the runner.
    else if (message.startsWith('Runner stopping')) ctx.log.info(`worker: ${message}`);
    else if (level === 'error') ctx.log.error(why(meta), `worker: ${message}`);
    else if (level === 'warning') ctx.log.warn(why(meta), `worker: ${message}`);
  }),
  taskList: Object.fromEntries(
    jobs.map((job) => [
      job.name,
      (payload: unknown, { abortSignal }: JobHelpers) => job.work(ctx, payload, abortSignal),
    ]),
  ),
  parsedCronItems: parseCronItems(
    jobs.flatMap((job) => (job.schedule ? [{ task: job.name, match: job.schedule }] : [])),
  ),
});

/**
 * Returns only the stack of the error. The worker's metadata contains its whole connection, which
 * must not be logged.
 */
const why = (
  meta: { readonly error?: unknown } | undefined,
): { readonly stack?: string | undefined } =>
  meta?.error instanceof Error ? { stack: meta.error.stack } : {};

/**
 * Runs long work that a user starts and monitors. A task is written in the caller's transaction,
 * runs in one worker at a time, reports its progress and can be stopped between two steps. If its
 * worker stops, the task runs again from the beginning, and the work skips its completed steps.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { MINUTE_MS } from '@ramal/contract/rules/durations';
import { refuse } from '@ramal/contract/api/errors';
import { MAX_TASKS, type TaskState } from '@ramal/contract/tasks';
import sql, { type Sql } from 'sql-template-tag';
import type { Tx } from '../foundation/database.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Job } from '../foundation/jobs.ts';
import { type NewNotice, notify } from '../notices/notices.ts';
import { ExplainedFailure } from '../foundation/explained-failure.ts';

export interface TaskRow {
  readonly id: number;
  readonly kind: string;
  readonly accountId: number;
  readonly state: TaskState;
  readonly done: number;
  readonly total: number;
  readonly message: string;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
}

export const taskColumns: Sql = sql`id, kind, account_id, state, done, total, message,
  created_at, finished_at`;

export interface Progress {
  /**
   * Reports the progress. Throws if the user stopped the task. Frequent calls are cheap, because
   * few of them write.
   */
  report(done: number, total: number, message?: string): Promise<void>;
}

type TaskNotice = Pick<NewNotice, 'title' | 'body' | 'path'>;

export interface TaskKind {
  readonly kind: string;
  /**
   * Does the work and returns the final message. The work must be idempotent, because it may run
   * again from the beginning.
   */
  readonly work: (ctx: AppContext, payload: never, progress: Progress) => Promise<string>;
  /**
   * Returns the final message if no work is left. Needed if a second worker claimed the task and
   * failed while the first worker completed the last step.
   */
  readonly completed?: (tx: Tx, payload: never) => Promise<string | undefined>;
  /**
   * Returns the notice for a task that took long or failed. Undefined for tasks whose result the
   * user always waits for.
   */
  readonly notice?: (
    tx: Tx,
    payload: never,
    ended: { readonly state: TaskState; readonly message: string },
  ) => Promise<TaskNotice | undefined>;
  /** Cleans up after a task that failed or was stopped. */
  readonly undone?: (ctx: AppContext, payload: never, message: string) => Promise<void>;
}

const taskStopped = new Error('the task was stopped on request');

const hasReason = (error: unknown): error is Error => error instanceof ExplainedFailure;

/** Writes the task's row and enqueues its job, in the caller's transaction. */
export async function startTask(
  tx: Tx,
  input: {
    readonly kind: string;
    readonly accountId: number;
    readonly payload: Record<string, unknown>;
  },
): Promise<TaskRow> {
  const row = await tx.first<TaskRow>(sql`
    insert into tasks (kind, account_id, payload)
    values (${input.kind}, ${input.accountId}, ${JSON.stringify(input.payload)}::jsonb)
    returning ${taskColumns}`);
  await tx.many(enqueueRun(row!.id));
  return row!;
}

/**
 * Starts a task like `startTask`, but refuses if the account has MAX_TASKS waiting or running
 * tasks, not counting batches. Otherwise tasks could accumulate without limit.
 */
export async function startBoundedTask(
  tx: Tx,
  input: Parameters<typeof startTask>[1],
): Promise<TaskRow> {
  // The lock lasts until the commit and serialises calls of the same account that count its tasks.
  await tx.run(sql`select pg_advisory_xact_lock(hashtext('start-task'), ${input.accountId}::int)`);
  const open = await tx.first<{ count: number }>(sql`
    select count(*) from tasks
    where account_id = ${input.accountId} and kind <> 'run-batch' and state in ('waiting', 'running')`);
  if (open!.count >= MAX_TASKS) refuse('tasks_too_many', { values: { most: MAX_TASKS } });
  return startTask(tx, input);
}

const enqueueRun = (id: number): Sql =>
  sql`select ask_job('run-task', ${JSON.stringify({ id })}::json, ${`task-${id}`})`;

const SILENT_AFTER_MS = MINUTE_MS;
const BEAT_MS = 10_000;
const WRITE_EVERY_MS = 400;

/**
 * Maximum number of starts of one task. A task that crashed this many processes would crash the
 * next one too, and stop its other work.
 */
const MAX_ATTEMPTS = 5;
const ENDED_ITS_PROCESS =
  'O programa parou no meio deste trabalho várias vezes; ele não é feito de novo.';

interface ClaimedTask {
  readonly id: number;
  readonly kind: string;
  readonly payload: unknown;
  /**
   * Number of claims of this task, including this one. The worker with the latest number owns the
   * task.
   */
  readonly attempt: number;
}

/** Runs one task until it ends, unless another worker is running it. */
export async function runTask(
  ctx: AppContext,
  kinds: readonly TaskKind[],
  id: number,
): Promise<void> {
  const claimed = await claimTask(ctx, id);
  if (claimed) await runClaimed(ctx, kinds, claimed);
}

/** Runs the next task of the queue, then enqueues the next task of the same account. */
export async function runNextTask(ctx: AppContext, kinds: readonly TaskKind[]): Promise<void> {
  const claimed = await claimNextTask(ctx);
  if (!claimed) return;
  await runClaimed(ctx, kinds, claimed);
  await ctx.db.tx(async (tx) => {
    const next = await tx.first<{ id: number }>(sql`
      select id from tasks where state = 'waiting' and account_id = ${claimed.accountId}
      order by id limit 1`);
    if (next) await tx.many(enqueueRun(next.id));
  });
}

async function runClaimed(
  ctx: AppContext,
  kinds: readonly TaskKind[],
  claimed: ClaimedTask,
): Promise<void> {
  const { id } = claimed;
  const kind = kinds.find((candidate) => candidate.kind === claimed.kind);
  const heartbeat = new AbortController();
  void sendHeartbeats(ctx, claimed, heartbeat.signal);
  try {
    if (!kind) throw new ExplainedFailure('Este trabalho não é conhecido por esta versão.');
    if (claimed.attempt > MAX_ATTEMPTS) throw new ExplainedFailure(ENDED_ITS_PROCESS);
    const message = await kind.work(ctx, claimed.payload as never, progressOf(ctx, claimed));
    await finish(ctx, claimed, { kind, state: 'done', message });
  } catch (error) {
    if (!(await ctx.db.first(sql`select from tasks where ${ownsTask(claimed)}`))) {
      ctx.log.warn({ task: id }, 'a task was taken over while its worker was silent');
      return;
    }
    const [state, message] = outcomeOf(error);
    if (state === 'failed' && !hasReason(error))
      ctx.log.error({ err: error, task: id }, 'task failed');
    await kind?.undone?.(ctx, claimed.payload as never, message);
    await finish(ctx, claimed, { kind, state, message });
  } finally {
    heartbeat.abort();
  }
}

function outcomeOf(error: unknown): [TaskState, string] {
  if (error === taskStopped) return ['stopped', 'Parado a pedido.'];
  if (hasReason(error)) return ['failed', error.message];
  return ['failed', 'Ocorreu um erro inesperado. Tente de novo.'];
}

/** Claims a task that is waiting, or running in a worker whose heartbeats stopped. */
const claimTask = (ctx: AppContext, id: number): Promise<ClaimedTask | undefined> =>
  ctx.db.tx((tx) =>
    tx.first<ClaimedTask>(sql`
      update tasks set state = 'running', beat_at = now(), taken = taken + 1
      where id = ${id} and (state = 'waiting' or (state = 'running' and beat_at < ${silentSince()}))
      returning id, kind, payload, taken as attempt`),
  );

/**
 * Maximum number of tasks of one account that run at the same time, so that workers remain
 * available for other accounts.
 */
const MAX_CONCURRENT = 2;

/**
 * Claims the next task. Accounts alternate: the account with the fewest running tasks comes first,
 * then the one that was served longest ago. The order of starting counts only within an account.
 */
const claimNextTask = (
  ctx: AppContext,
): Promise<(ClaimedTask & { readonly accountId: number }) | undefined> =>
  ctx.db.tx(async (tx) => {
    // The lock lets only one worker claim at a time. Otherwise two workers could both count the
    // running tasks before either claims one.
    await tx.run(sql`select pg_advisory_xact_lock(hashtext('claim-task'))`);
    return tx.first(sql`
      with running as (
        select account_id, count(*) as number from tasks
        where state = 'running' and beat_at >= ${silentSince()} group by account_id
      ), chosen as (
        select t.id from tasks t left join running r on r.account_id = t.account_id
        where (t.state = 'waiting' or (t.state = 'running' and t.beat_at < ${silentSince()}))
          and coalesce(r.number, 0) < ${MAX_CONCURRENT}
        order by coalesce(r.number, 0),
          (select max(d.finished_at) from tasks d where d.account_id = t.account_id) nulls first, t.id
        limit 1
      )
      update tasks set state = 'running', beat_at = now(), taken = taken + 1
      from chosen where tasks.id = chosen.id
      returning tasks.id, tasks.kind, tasks.payload, tasks.taken as attempt, tasks.account_id`);
  });

/**
 * SQL condition: true while no other worker has claimed the task. Only then may this worker write
 * its state.
 */
const ownsTask = ({ id, attempt }: ClaimedTask): Sql =>
  sql`id = ${id} and state = 'running' and taken = ${attempt}`;

/**
 * Uses the machine's clock, because `beat_at` has the database's time. A test that moves its clock
 * must not make a running worker seem stopped.
 */
const silentSince = (): Date => new Date(Date.now() - SILENT_AFTER_MS);

async function sendHeartbeats(
  ctx: AppContext,
  claimed: ClaimedTask,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await delay(BEAT_MS, undefined, { signal, ref: false }).catch(() => undefined);
    if (signal.aborted) return;
    await ctx.db
      .tx((tx) => tx.run(sql`update tasks set beat_at = now() where ${ownsTask(claimed)}`))
      .catch((error: unknown) =>
        ctx.log.warn({ err: error, task: claimed.id }, 'a task could not say that it runs'),
      );
  }
}

function progressOf(ctx: AppContext, claimed: ClaimedTask): Progress {
  let writtenAt = -Infinity;
  return {
    report: async (done, total, message) => {
      const now = performance.now();
      if (now - writtenAt < WRITE_EVERY_MS && done < total) return;
      writtenAt = now;
      const row = await ctx.db.tx((tx) =>
        tx.first<{ stopWished: boolean }>(sql`
          update tasks set done = ${done}, total = ${total}, beat_at = now(),
            message = coalesce(${message ?? null}, message)
          where ${ownsTask(claimed)} returning stop_wished`),
      );
      if (!row) throw new Error('taken over');
      if (row.stopWished) throw taskStopped;
    },
  };
}

interface TaskResult {
  readonly kind: TaskKind | undefined;
  readonly state: TaskState;
  readonly message: string;
}

/**
 * Locks the row against another worker that finishes the same task, so that the later worker sees
 * the earlier one's result. Completed work therefore counts as done in either order.
 */
const finish = (
  ctx: AppContext,
  claimed: ClaimedTask,
  { kind, state, message }: TaskResult,
): Promise<void> =>
  ctx.db.tx(async (tx) => {
    const row = await tx.first<EndingTask>(sql`
      select state, taken as attempt, account_id,
        created_at < now() - ${`${LONG_MS} milliseconds`}::interval as is_long
      from tasks where id = ${claimed.id} for no key update`);
    const isOwn = row?.state === 'running' && row.attempt === claimed.attempt;
    const hasEnded = row?.state === 'failed' || row?.state === 'stopped';
    if (!isOwn && !hasEnded) return;
    const completed =
      isOwn && state === 'done' ? message : await kind?.completed?.(tx, claimed.payload as never);
    if (completed === undefined && !isOwn) return;
    const ended = completed === undefined ? state : 'done';
    await tx.run(sql`
      update tasks set state = ${ended}, message = ${completed ?? message}, finished_at = now(),
        done = case when ${ended} = 'done' then total else done end
      where id = ${claimed.id}`);
    await notifyEnd(ctx, tx, {
      claimed,
      kind,
      ending: {
        ...row,
        state: ended,
        message: completed ?? message,
      },
    });
  });

/**
 * Duration from which a task has a notice, because the user probably no longer waits for its
 * result.
 */
const LONG_MS = 10_000;

interface EndingTask {
  readonly state: TaskState;
  readonly attempt: number;
  readonly accountId: number;
  readonly isLong: boolean;
}

interface NotifiedTask {
  readonly claimed: ClaimedTask;
  readonly kind: TaskKind | undefined;
  readonly ending: EndingTask & { readonly message: string };
}

async function notifyEnd(
  { clock }: AppContext,
  tx: Tx,
  { claimed: { id, payload }, kind, ending: { state, message, accountId, isLong } }: NotifiedTask,
): Promise<void> {
  if (state === 'stopped' || (state === 'done' && !isLong)) return;
  const notice = await kind?.notice?.(tx, payload as never, { state, message });
  if (!notice) return;
  await notify(tx, {
    ...notice,
    accounts: sql`select ${accountId}::bigint`,
    kind: 'work',
    subject: `task-${id}`,
    at: clock.now(),
  });
}

/** Job that runs one task. It may be another task than the one for which the job was enqueued. */
export const runTasks = (kinds: readonly TaskKind[]): Job => ({
  name: 'run-task',
  work: (ctx) => runNextTask(ctx, kinds),
});

/**
 * Enqueues the tasks of stopped workers again, and waiting tasks whose worker was never notified.
 */
export const requeueTasks: Job = {
  name: 'take-up-tasks',
  schedule: '* * * * *',
  work: async (ctx) => {
    await ctx.db.tx(async (tx) => {
      const silent = await tx.many<{ id: number }>(
        sql`
          select id from tasks
          where (state = 'running' and beat_at < ${silentSince()})
            or (state = 'waiting' and created_at < ${silentSince()})`,
      );
      for (const { id } of silent) await tx.many(enqueueRun(id));
    });
  },
};

/**
 * Long work that a person asked for and follows. It is asked for in the transaction that needs it,
 * runs in one worker at a time, says how far it is, can be stopped between two steps, and is taken up
 * again from its beginning when its worker died: the work itself minds what it did already.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { MINUTE_MS } from '@ramal/contract/durations';
import type { TaskState } from '@ramal/contract/tasks';
import sql, { type Sql } from 'sql-template-tag';
import type { Tx } from '../foundation/database.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Job } from '../foundation/jobs.ts';

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

export const taskColumns: Sql = sql`id, kind, account_id as "accountId", state, done, total, message,
  created_at as "createdAt", finished_at as "finishedAt"`;

export interface Progress {
  /** How far the work is; throws when the person asked it to stop. Told as often as wished, written seldom. */
  report(done: number, total: number, message?: string): Promise<void>;
}

export interface TaskKind {
  readonly kind: string;
  /** What is said when it is done. Idempotent: it may be run again from its beginning. */
  readonly work: (ctx: AppContext, payload: never, progress: Progress) => Promise<string>;
  /** What its room puts right when it failed or was stopped. */
  readonly undone?: (ctx: AppContext, payload: never, message: string) => Promise<void>;
}

/** A reason a person can read, in Portuguese; anything else that is thrown is told as unexpected. */
export class TaskFailure extends Error {}
class TaskStopped extends Error {}

/** In the caller's transaction: the row a person follows, and the job that does the work. */
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
  await tx.many(askingToRun(row!.id));
  return row!;
}

const askingToRun = (id: number): Sql =>
  sql`select ask_job('run-task', ${JSON.stringify({ id })}::json, ${`task-${id}`})`;

const SILENT_AFTER_MS = MINUTE_MS;
const BEAT_MS = 10_000;
const WRITE_EVERY_MS = 400;

interface Taken {
  readonly id: number;
  readonly kind: string;
  readonly payload: unknown;
  /** How often it was taken up, this time included: whoever wrote the last number has it. */
  readonly turn: number;
}

/** Runs one task to its end, if nobody else is running it. */
export async function runTask(
  ctx: AppContext,
  kinds: readonly TaskKind[],
  id: number,
): Promise<void> {
  const taken = await take(ctx, id);
  if (!taken) return;
  const kind = kinds.find((one) => one.kind === taken.kind);
  const beating = new AbortController();
  void beat(ctx, taken, beating.signal);
  try {
    if (!kind) throw new TaskFailure('Este trabalho não é conhecido por esta versão.');
    const message = await kind.work(ctx, taken.payload as never, progressOf(ctx, taken));
    await finish(ctx, taken, 'done', message);
  } catch (error) {
    if (!(await ctx.db.first(sql`select from tasks where ${stillHis(taken)}`))) {
      ctx.log.warn({ task: id }, 'a task was taken over while its worker was silent');
      return;
    }
    const [state, message] = outcomeOf(error);
    if (state === 'failed' && !(error instanceof TaskFailure))
      ctx.log.error({ err: error, task: id }, 'task failed');
    await kind?.undone?.(ctx, taken.payload as never, message);
    await finish(ctx, taken, state, message);
  } finally {
    beating.abort();
  }
}

function outcomeOf(error: unknown): [TaskState, string] {
  if (error instanceof TaskStopped) return ['stopped', 'Parado a pedido.'];
  if (error instanceof TaskFailure) return ['failed', error.message];
  return ['failed', 'Ocorreu um erro inesperado. Tente de novo.'];
}

/** Waiting, or running in a worker that has gone silent. */
const take = (ctx: AppContext, id: number): Promise<Taken | undefined> =>
  ctx.db.tx((tx) =>
    tx.first<Taken>(sql`
      update tasks set state = 'running', beat_at = now(), taken = taken + 1
      where id = ${id} and (state = 'waiting' or (state = 'running' and beat_at < ${silentSince()}))
      returning id, kind, payload, taken as turn`),
  );

/** Nobody else took it up meanwhile: only then may its worker write, tell or undo anything. */
const stillHis = ({ id, turn }: Taken): Sql =>
  sql`id = ${id} and state = 'running' and taken = ${turn}`;

/** Of the machine's clock, as `beat_at` is of the database's: how long a worker is silent is no business of a test's day. */
const silentSince = (): Date => new Date(Date.now() - SILENT_AFTER_MS);

async function beat(ctx: AppContext, taken: Taken, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await delay(BEAT_MS, undefined, { signal, ref: false }).catch(() => undefined);
    if (signal.aborted) return;
    await ctx.db
      .tx((tx) => tx.run(sql`update tasks set beat_at = now() where ${stillHis(taken)}`))
      .catch((error: unknown) =>
        ctx.log.warn({ err: error, task: taken.id }, 'a task could not say that it runs'),
      );
  }
}

function progressOf(ctx: AppContext, taken: Taken): Progress {
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
          where ${stillHis(taken)} returning stop_wished as "stopWished"`),
      );
      if (!row) throw new Error('taken over');
      if (row.stopWished) throw new TaskStopped();
    },
  };
}

const finish = (
  ctx: AppContext,
  taken: Taken,
  state: TaskState,
  message: string,
): Promise<number> =>
  ctx.db.tx((tx) =>
    tx.run(sql`
      update tasks set state = ${state}, message = ${message}, finished_at = now(),
        done = case when ${state} = 'done' then total else done end
      where ${stillHis(taken)}`),
  );

/** The job that runs them. */
export const runTasks = (kinds: readonly TaskKind[]): Job => ({
  name: 'run-task',
  work: (ctx, payload) => runTask(ctx, kinds, (payload as { id: number }).id),
});

/** Those whose worker died. */
export const requeueTasks: Job = {
  name: 'take-up-tasks',
  schedule: '* * * * *',
  work: async (ctx) => {
    await ctx.db.tx(async (tx) => {
      const silent = await tx.many<{ id: number }>(
        sql`select id from tasks where state = 'running' and beat_at < ${silentSince()}`,
      );
      for (const { id } of silent) await tx.many(askingToRun(id));
    });
  },
};

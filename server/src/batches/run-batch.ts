/**
 * One act on many lines, done row by row by a task. The rows stand in the database before the task
 * begins; some are taken at a time, acted on by the very use cases a single line is acted on by, and told
 * in the same transaction: broken off anywhere, it goes on with what has no outcome yet. Whoever asked is
 * looked up anew for every piece, so that a block or a lost grant ends it.
 */
import { MOST_BATCHES } from '@ramal/contract/batches';
import { Refusal, errorText, refuse } from '@ramal/contract/errors';
import sql, { type Sql } from 'sql-template-tag';
import type { Caller, RequestMeta } from '../foundation/caller.ts';
import { type Tx, isUnavailable } from '../foundation/database.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { actAs } from '../sessions/sessions.ts';
import { startTask, TaskFailure, type TaskKind, type TaskRow } from '../tasks/tasks.ts';
import { type TransactionMode, rowTransactions } from './row-transactions.ts';

export interface BatchRow<Asked> {
  readonly number: number;
  readonly lineId: number | null;
  /** What the row asks itself; null where it is the same for all. */
  readonly asked: Asked;
}

/** How a row ended well. */
export interface BatchRowResult {
  /** «vence em 20/12/2026» */
  readonly message: string;
  /** Hundredths it cost whoever asked. */
  readonly hundredths?: number;
  /** The line that came of it, where it began without one. */
  readonly lineId?: number;
}

export interface BatchKind<Asked = never, RowAsked = never> {
  readonly kind: string;
  /**
   * Acts on one row, inside the transaction of its piece: `house.db.tx` begins none of its own. A refusal
   * is the row's outcome and undoes what the row wrote.
   */
  readonly act: (
    ctx: AppContext,
    caller: Caller,
    asked: Asked,
    row: BatchRow<RowAsked>,
  ) => Promise<BatchRowResult>;
}

export interface BatchInput {
  /** Of a `BatchKind`. */
  readonly kind: string;
  /** What people call it: «Estender 30 dias». */
  readonly title: string;
  readonly asked: Record<string, unknown>;
  /** Columns number, line_id, label, asked: numbers from 1, no number twice. */
  readonly rows: Sql;
}

/** In the caller's transaction: the batch, its rows, the task. Undefined when there is no row. */
export async function startBatch(
  ctx: AppContext,
  tx: Tx,
  caller: Caller,
  { kind, title, asked, rows }: BatchInput,
): Promise<number | undefined> {
  const { ip, userAgent, requestId, baseUrl } = caller.requestMeta;
  const { id } = (await tx.first<{ id: number }>(
    sql`select nextval(pg_get_serial_sequence('batches', 'id')) as id`,
  ))!;
  const counted = await tx.first<{ total: number }>(
    sql`select count(*)::int as total from (${rows}) r`,
  );
  if (counted!.total === 0) return undefined;
  const task = await startBatchTask(tx, caller.actor.id, id);
  await tx.run(sql`
    insert into batches (id, account_id, kind, title, asked, origin, total, created_at, task_id)
    overriding system value
    values (${id}, ${caller.actor.id}, ${kind}, ${title}, ${JSON.stringify(asked)}::jsonb,
      ${JSON.stringify({ ip, userAgent, requestId, baseUrl })}::jsonb, ${counted!.total},
      ${ctx.clock.now()}, ${task.id})`);
  await tx.run(sql`
    insert into batch_rows (batch_id, number, line_id, label, asked)
    select ${id}::bigint, r.number, r.line_id, r.label, r.asked from (${rows}) r`);
  return id;
}

const BATCH_TASK = 'run-batch';

/** Refuses whoever has many on the way already: everybody else's work would wait behind theirs. */
export async function startBatchTask(tx: Tx, accountId: number, batchId: number): Promise<TaskRow> {
  const waiting = await tx.first<{ count: number }>(sql`
    select count(*) from batches b join tasks t on t.id = b.task_id
    where b.account_id = ${accountId} and t.state in ('waiting', 'running')`);
  if (waiting!.count >= MOST_BATCHES)
    refuse('batches_too_many', { values: { most: MOST_BATCHES } });
  return startTask(tx, { kind: BATCH_TASK, accountId, payload: { batchId } });
}

/** The task that does the batches of these kinds. */
export const batchTask = (kinds: readonly BatchKind[]): TaskKind => ({
  kind: BATCH_TASK,
  work: async (ctx, { batchId }: { readonly batchId: number }, progress) => {
    const batch = await ctx.db.first<Batch>(sql`
      select id, kind, title, account_id as "accountId", asked, origin as "requestMeta", total, total - done - refused as left
      from batches where id = ${batchId}`);
    const kind = kinds.find((one) => one.kind === batch?.kind);
    if (!batch || !kind) throw new TaskFailure('Este trabalho não é conhecido por esta versão.');
    let way: TransactionMode = 'plain';
    for (let left = batch.left; left > 0;) {
      await progress.report(batch.total - left, batch.total, batch.title);
      const dealt = await dealWith({ ctx, caller: await standsIn(ctx, batch), kind, batch }, way);
      left = dealt.left;
      way = dealt.refused > 0 ? 'undoing' : 'plain';
    }
    return batch.title;
  },
});

interface Batch {
  readonly id: number;
  readonly kind: string;
  readonly title: string;
  readonly accountId: number;
  readonly asked: never;
  readonly requestMeta: RequestMeta;
  readonly total: number;
  /** Rows without an outcome. */
  readonly left: number;
}

/** So few that who sells beside it waits for no lock long; so many that commits do not count. */
const PIECE = 50;

async function standsIn(ctx: AppContext, { accountId, requestMeta }: Batch): Promise<Caller> {
  const actor = await actAs(ctx, accountId);
  if (!actor) throw new TaskFailure('A conta que pediu este trabalho não está mais ativa.');
  // What the door asks of every request; it may have changed since this one was let in.
  if (actor.mustEnrol) throw new TaskFailure(errorText('second_factor_required'));
  if (actor.profile !== 'admin' && !actor.flags.has('login'))
    throw new TaskFailure(errorText('login_closed'));
  return { actor, requestMeta, key: undefined };
}

interface Told {
  readonly number: number;
  readonly outcome: 'done' | 'refused';
  readonly message: string;
  readonly hundredths: number;
  readonly lineId: number | null;
}

interface Dealing {
  readonly ctx: AppContext;
  readonly caller: Caller;
  readonly kind: BatchKind;
  readonly batch: Batch;
}

interface Dealt {
  readonly refused: number;
  /** Rows without an outcome after it. */
  readonly left: number;
}

/**
 * The next piece. It is tried as if no row were refused, with half the statements; where one is, all of
 * it is undone and done again with every row's writes undone by themselves. Refused rows come in runs
 * (the balance is over), so the next piece begins as this one ended.
 */
async function dealWith(dealing: Dealing, way: TransactionMode): Promise<Dealt> {
  const { db } = dealing.ctx;
  try {
    return await db.tx((tx) => dealIn(tx, dealing, way));
  } catch (error) {
    if (!(error instanceof RefusedPlainly)) throw error;
    return db.tx((tx) => dealIn(tx, dealing, 'undoing'));
  }
}

/** The next rows without an outcome, acted on and told. */
async function dealIn(tx: Tx, dealing: Dealing, way: TransactionMode): Promise<Dealt> {
  const { batch } = dealing;
  // Another worker's rows in flight are waited for, have their outcome then, and others are taken.
  const rows = await tx.many<BatchRow<never>>(sql`
    select number, line_id as "lineId", asked from batch_rows
    where batch_id = ${batch.id} and outcome is null order by number limit ${PIECE} for no key update`);
  const told: Told[] = [];
  for (const row of rows) told.push(await actOn(tx, dealing, way, row));
  const left = (await tx.first<{ left: number }>(sql`
    with told as (
      update batch_rows r set outcome = t.outcome, message = t.message, charged = t.hundredths,
        line_id = coalesce(t."lineId", r.line_id), asked = null
      from jsonb_to_recordset(${JSON.stringify(told)}::jsonb)
        as t(number int, outcome text, message text, hundredths bigint, "lineId" bigint)
      where r.batch_id = ${batch.id} and r.number = t.number
      returning r.outcome, r.charged
    )
    update batches b set done = b.done + t.done, refused = b.refused + t.refused, charged = b.charged + t.charged
    from (select count(*) filter (where outcome = 'done') as done,
        count(*) filter (where outcome = 'refused') as refused, coalesce(sum(told.charged), 0) as charged
      from told) t
    where b.id = ${batch.id} returning b.total - b.done - b.refused as left`))!.left;
  return { refused: told.filter(({ outcome }) => outcome === 'refused').length, left };
}

async function actOn(
  tx: Tx,
  { ctx, caller, kind, batch }: Dealing,
  way: TransactionMode,
  row: BatchRow<never>,
): Promise<Told> {
  const { number } = row;
  try {
    const inside = { ...ctx, db: { ...ctx.db, ...tx, tx: rowTransactions(tx, way) } };
    const {
      message,
      hundredths = 0,
      lineId = null,
    } = await kind.act(inside, caller, batch.asked, row);
    return { number, outcome: 'done', message, hundredths, lineId };
  } catch (error) {
    // The transaction itself is over: the whole piece is taken up again.
    if (isUnavailable(error)) throw error;
    if (way === 'plain') throw new RefusedPlainly();
    if (!(error instanceof Refusal))
      ctx.log.error({ err: error, number }, 'a row of a batch failed');
    const message = error instanceof Refusal ? error.message : 'Ocorreu um erro inesperado.';
    return { number, outcome: 'refused', message, hundredths: 0, lineId: null };
  }
}

/** A row was refused in a piece that can undo nothing but itself. */
class RefusedPlainly extends Error {}

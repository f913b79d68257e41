/**
 * Runs one action on many lines as a task. The rows are stored before the task begins. The task
 * processes them in chunks, each row with the use case of a single line. The results of a chunk are
 * written in its transaction. An interrupted batch therefore continues with the rows without an
 * outcome. The account is loaded again for every chunk, so that a block or a removed grant ends the
 * batch.
 */
import { MAX_BATCHES } from '@ramal/contract/batches';
import { Refusal, errorText, refuse } from '@ramal/contract/api/errors';
import sql, { type Sql } from 'sql-template-tag';
import { isKeyActive } from '../api-keys/api-keys.ts';
import { recordEvent } from '../events/events.ts';
import type { Caller, RequestMeta } from '../foundation/caller.ts';
import { type Tx, isUnavailable } from '../foundation/database.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { actAs } from '../sessions/sessions.ts';
import { startTask, type TaskKind, type TaskRow } from '../tasks/tasks.ts';
import { beginUndoableAct, type UndoableAct } from '../undo/undo.ts';
import { type TransactionMode, rowTransactions } from './row-transactions.ts';
import { ExplainedFailure } from '../foundation/explained-failure.ts';

export interface BatchRow<Asked> {
  readonly number: number;
  readonly lineId: number | null;
  /** Input of this row. Null if all rows have the same input. */
  readonly asked: Asked;
}

/** Result of a row that succeeded. */
export interface BatchRowResult {
  /** Message for the row, for example «vence em 20/12/2026». */
  readonly message: string;
  /** Hundredths of a credit that the row cost the account. */
  readonly hundredths?: number;
  /** Id of the line that the row created. */
  readonly lineId?: number;
}

interface BatchAct<Asked, RowAsked, Shared> {
  readonly input: Asked;
  readonly row: BatchRow<RowAsked>;
  /** Result of `prepare`. */
  readonly shared?: Shared;
  /** Act of the whole batch that the account may undo. Undefined if the batch has no undo. */
  readonly undo?: UndoableAct | undefined;
}

export interface BatchKind<Asked = never, RowAsked = never, Shared = never> {
  readonly kind: string;
  /**
   * Reads and locks the data that all rows of a chunk share, and passes it to `act`. Runs once
   * inside the transaction of the chunk, and only in the `plain` mode. In the `savepoint` mode,
   * each row reads its own data.
   */
  readonly prepare?: (
    ctx: AppContext,
    caller: Caller,
    input: Asked,
    rows: readonly BatchRow<RowAsked>[],
  ) => Promise<unknown>;
  /**
   * Processes one row inside the transaction of its chunk: `ctx.db.tx` starts no new one. If it
   * refuses, the refusal is the outcome of the row and the row's writes are rolled back.
   */
  readonly act: (
    ctx: AppContext,
    caller: Caller,
    act: BatchAct<Asked, RowAsked, Shared>,
  ) => Promise<BatchRowResult>;
}

export interface BatchInput {
  /** `kind` of the `BatchKind` that processes the rows. */
  readonly kind: string;
  /** Title on the screen, such as «Estender 30 dias». */
  readonly title: string;
  readonly asked: Record<string, unknown>;
  /**
   * SQL query with the columns number, line_id, label and asked. Numbers begin with 1 and are
   * unique.
   */
  readonly rows: Sql;
  /** Id of the act, if the account may undo the whole batch. All rows must fit into one chunk. */
  readonly undoId?: string | undefined;
}

/**
 * Writes the batch, its rows and the task in the caller's transaction. Returns undefined if there
 * are no rows.
 */
export async function startBatch(
  ctx: AppContext,
  tx: Tx,
  caller: Caller,
  { kind, title, asked: input, rows, undoId }: BatchInput,
): Promise<number | undefined> {
  const { ip, userAgent, requestId, baseUrl, apiKey } = caller.requestMeta;
  const { id } = (await tx.first<{ id: number }>(
    sql`select nextval(pg_get_serial_sequence('batches', 'id')) as id`,
  ))!;
  const counted = await tx.first<{ total: number }>(
    sql`select count(*)::int as total from (${rows}) r`,
  );
  if (counted!.total === 0) return undefined;
  const task = await startBatchTask(tx, caller.actor.id, id);
  await tx.run(sql`
    insert into batches (id, account_id, kind, title, asked, origin, total, created_at, task_id, undo_id)
    overriding system value
    values (${id}, ${caller.actor.id}, ${kind}, ${title}, ${JSON.stringify(input)}::jsonb,
      ${JSON.stringify({ ip, userAgent, requestId, baseUrl, apiKey })}::jsonb, ${counted!.total},
      ${ctx.clock.now()}, ${task.id}, ${undoId ?? null})`);
  const total = await tx.run(sql`
    insert into batch_rows (batch_id, number, line_id, label, asked)
    select ${id}::bigint, r.number, r.line_id, r.label, r.asked from (${rows}) r`);
  // Lines may be added or deleted after they were counted, so the batch may have no row.
  if (total === 0) refuse('batch_empty');
  if (total !== counted!.total)
    await tx.run(sql`update batches set total = ${total} where id = ${id}`);
  await recordEvent(tx, caller.requestMeta, {
    kind: 'batch-started',
    actorId: caller.actor.id,
    after: { batch: id, title, lines: total },
  });
  return id;
}

const BATCH_TASK = 'run-batch';

/**
 * Refuses an account that has many unfinished batches. The work of other accounts would otherwise
 * wait behind them.
 */
export async function startBatchTask(tx: Tx, accountId: number, batchId: number): Promise<TaskRow> {
  const waiting = await tx.first<{ count: number }>(sql`
    select count(*) from batches b join tasks t on t.id = b.task_id
    where b.account_id = ${accountId} and t.state in ('waiting', 'running')`);
  if (waiting!.count >= MAX_BATCHES) refuse('batches_too_many', { values: { most: MAX_BATCHES } });
  return startTask(tx, { kind: BATCH_TASK, accountId, payload: { batchId } });
}

/** Task that runs the batches of these kinds. */
export const batchTask = (kinds: readonly BatchKind[]): TaskKind => ({
  kind: BATCH_TASK,
  work: async (ctx, { batchId }: { readonly batchId: number }, progress) => {
    const batch = await ctx.db.first<Batch>(sql`
      select id, kind, title, account_id, asked, origin as request_meta, total, undo_id,
        total - done - refused as left
      from batches where id = ${batchId}`);
    const kind = kinds.find((candidate) => candidate.kind === batch?.kind);
    if (!batch || !kind)
      throw new ExplainedFailure('Este trabalho não é conhecido por esta versão.');
    let mode: TransactionMode = 'plain';
    for (let left = batch.left; left > 0;) {
      await progress.report(batch.total - left, batch.total, batch.title);
      const result = await runChunk(
        { ctx, caller: await loadCaller(ctx, batch), kind, batch },
        mode,
      );
      left = result.left;
      mode = result.refused > 0 ? 'savepoint' : 'plain';
    }
    return batch.title;
  },
  completed: async (tx, { batchId }: { readonly batchId: number }) => {
    const batch = await tx.first<{ title: string }>(
      sql`select title from batches where id = ${batchId} and done + refused = total`,
    );
    return batch?.title;
  },
  notice: async (tx, { batchId }: { readonly batchId: number }, { state, message }) => {
    const batch = await tx.first<{ title: string; done: number; refused: number; total: number }>(
      sql`select title, done, refused, total from batches where id = ${batchId}`,
    );
    if (!batch) return undefined;
    const { title, done, refused, total } = batch;
    const count = (number: number) => number.toLocaleString('pt-BR');
    const outcome =
      state === 'failed'
        ? message
        : [
            `${count(done)} de ${count(total)} feitas`,
            ...(refused > 0 ? [`${count(refused)} ficaram de fora`] : []),
          ].join(' · ');
    return { title, body: outcome, path: '/batches' };
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
  readonly undoId: string | null;
  /** Number of rows without an outcome. */
  readonly left: number;
}

/**
 * Number of rows in a chunk. With small chunks, a concurrent sale waits only briefly for the lock.
 * With large chunks, there are fewer commits.
 */
export const CHUNK_ROWS = 50;

async function loadCaller(ctx: AppContext, { accountId, requestMeta }: Batch): Promise<Caller> {
  const actor = await actAs(ctx, accountId);
  if (!actor) throw new ExplainedFailure('A conta que pediu este trabalho não está mais ativa.');
  // Repeats the checks that a request of the account must pass. The account may have changed since
  // the batch was started.
  if (actor.mustEnrol) throw new ExplainedFailure(errorText('second_factor_required'));
  if (actor.profile !== 'admin' && !actor.flags.has('login'))
    throw new ExplainedFailure(errorText('login_closed'));
  const { apiKey } = requestMeta;
  if (apiKey && !(await isKeyValid(ctx, apiKey.id)))
    throw new ExplainedFailure('A chave de API que pediu este trabalho não vale mais.');
  return { actor, requestMeta, key: undefined };
}

const isKeyValid = async ({ db, clock }: AppContext, id: number): Promise<boolean> =>
  (await db.first(sql`
    select from api_keys k where id = ${id} and ${isKeyActive(clock.now())}`)) !== undefined;

interface RowResult {
  readonly number: number;
  readonly outcome: 'done' | 'refused';
  readonly message: string;
  readonly hundredths: number;
  readonly lineId: number | null;
}

interface BatchRun {
  readonly ctx: AppContext;
  readonly caller: Caller;
  readonly kind: BatchKind;
  readonly batch: Batch;
}

interface ChunkResult {
  readonly refused: number;
  /** Number of rows without an outcome after this chunk. */
  readonly left: number;
}

/**
 * Runs the next chunk. The first attempt assumes that no row is refused, and needs half as many
 * statements. If a row is refused, the chunk is rolled back and repeated with a savepoint for every
 * row. Refusals often follow each other, for example when the balance is used up. The next chunk
 * therefore starts in the mode in which this one ended.
 */
async function runChunk(run: BatchRun, mode: TransactionMode): Promise<ChunkResult> {
  const { db } = run.ctx;
  try {
    return await db.tx((tx) => runChunkIn(tx, run, mode));
  } catch (error) {
    if (error !== chunkRefused) throw error;
    return db.tx((tx) => runChunkIn(tx, run, 'savepoint'));
  }
}

/** Processes the next rows without an outcome and writes their results. */
async function runChunkIn(tx: Tx, run: BatchRun, mode: TransactionMode): Promise<ChunkResult> {
  const { batch } = run;
  // The lock waits for rows that another worker is processing. Afterwards they have an outcome and
  // are not selected.
  const rows = await tx.many<BatchRow<never>>(sql`
    select number, line_id, asked from batch_rows
    where batch_id = ${batch.id} and outcome is null order by number limit ${CHUNK_ROWS} for no key update`);
  const inside = insideChunk(run.ctx, tx, mode);
  const prepare = mode === 'plain' ? run.kind.prepare : undefined;
  const shared = (await prepare?.(inside, run.caller, batch.asked, rows)) as never;
  const undo = batch.undoId ? beginUndoableAct(run.ctx, run.caller, batch.undoId) : undefined;
  const results: RowResult[] = [];
  for (const row of rows) results.push(await runRow(inside, run, { mode, row, shared, undo }));
  const left = (await tx.first<{ left: number }>(sql`
    with stored as (
      update batch_rows r set outcome = t.outcome, message = t.message, charged = t.hundredths,
        line_id = coalesce(t."lineId", r.line_id), asked = null
      from jsonb_to_recordset(${JSON.stringify(results)}::jsonb)
        as t(number int, outcome text, message text, hundredths bigint, "lineId" bigint)
      where r.batch_id = ${batch.id} and r.number = t.number
      returning r.outcome, r.charged
    )
    update batches b set done = b.done + t.done, refused = b.refused + t.refused, charged = b.charged + t.charged
    from (select count(*) filter (where outcome = 'done') as done,
        count(*) filter (where outcome = 'refused') as refused, coalesce(sum(stored.charged), 0) as charged
      from stored) t
    where b.id = ${batch.id} returning b.total - b.done - b.refused as left`))!.left;
  return { refused: results.filter(({ outcome }) => outcome === 'refused').length, left };
}

const insideChunk = (ctx: AppContext, tx: Tx, mode: TransactionMode): AppContext => ({
  ...ctx,
  db: { ...ctx.db, ...tx, tx: rowTransactions(tx, mode) },
});

interface RowRun {
  readonly mode: TransactionMode;
  readonly row: BatchRow<never>;
  readonly shared: never;
  readonly undo: UndoableAct | undefined;
}

async function runRow(
  ctx: AppContext,
  { caller, kind, batch }: BatchRun,
  { mode, row, ...more }: RowRun,
): Promise<RowResult> {
  const { number } = row;
  try {
    const {
      message,
      hundredths = 0,
      lineId = null,
    } = await kind.act(ctx, caller, { input: batch.asked, row, ...more });
    return { number, outcome: 'done', message, hundredths, lineId };
  } catch (error) {
    // The database is unavailable, so the whole chunk is repeated later.
    if (isUnavailable(error)) throw error;
    if (mode === 'plain') throw chunkRefused;
    if (!(error instanceof Refusal))
      ctx.log.error({ err: error, number }, 'a row of a batch failed');
    const message = error instanceof Refusal ? error.message : 'Ocorreu um erro inesperado.';
    return { number, outcome: 'refused', message, hundredths: 0, lineId: null };
  }
}

/** Error that rolls back a chunk without savepoints because one of its rows was refused. */
const chunkRefused = new Error('a row of the chunk was refused');

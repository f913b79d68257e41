/** Reads the result of a batch and of its rows, for the account that started it. */
import type {
  Batch,
  BatchRowSort,
  BatchSort,
  getBatch as resultDeclaration,
  listBatches as declaration,
  listBatchRows as rowsDeclaration,
} from '@ramal/contract/batches';
import type { HandlerResult, ResponseOf } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import { SECOND_MS } from '@ramal/contract/rules/durations';
import { fromHundredths } from '@ramal/contract/rules/money';
import type { PlatformKey } from '@ramal/contract/rules/platforms';
import { batchParticiple } from '@ramal/contract/rules/batch-outcomes';
import sql, { type Sql, raw } from 'sql-template-tag';
import { inTree, openPlatforms } from '../access/access.ts';
import type { ReaderAccount } from '../foundation/caller.ts';
import { unixSeconds } from '../foundation/clock.ts';
import type { Reader } from '../foundation/database.ts';
import type { Call } from '../foundation/http/bind.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { boundedTotal, limitOffset, toPageAnswer } from '../foundation/pages.ts';
import { countReasons, type ReasonCount } from './count-reasons.ts';
import { serializeTask, type TaskRow } from '../tasks/tasks.ts';

/** SQL condition: a batch belongs to the account that started it. Other accounts cannot find it. */
export const isOwnBatch = (actor: ReaderAccount, id: number): Sql =>
  sql`b.id = ${id} and b.account_id = ${actor.id}`;

interface BatchRow {
  readonly id: number;
  readonly kind: string;
  readonly title: string;
  readonly total: number;
  readonly done: number;
  readonly refused: number;
  readonly charged: number;
  readonly createdAt: Date;
  readonly undoneAt: Date | null;
  readonly task: Omit<TaskRow, 'createdAt' | 'finishedAt'> & {
    readonly createdAt: string;
    readonly finishedAt: string | null;
  };
}

const batchColumns = sql`
  b.id, b.kind, b.title, b.total, b.done, b.refused, b.charged, b.created_at, b.undone_at,
  (select jsonb_build_object('id', t.id, 'kind', t.kind, 'accountId', t.account_id, 'state', t.state,
      'done', t.done, 'total', t.total, 'message', t.message, 'createdAt', t.created_at,
      'finishedAt', t.finished_at)
    from tasks t where t.id = b.task_id) as task`;

const onWire = ({ createdAt, undoneAt, charged, task, ...batch }: BatchRow): Batch => ({
  ...batch,
  ...(undoneAt ? { undoneAtTimestamp: unixSeconds(undoneAt) } : {}),
  charged: fromHundredths(charged),
  createdAtTimestamp: unixSeconds(createdAt),
  task: serializeTask({
    ...task,
    createdAt: new Date(task.createdAt),
    finishedAt: task.finishedAt === null ? null : new Date(task.finishedAt),
  }),
});

export async function readBatch(reader: Reader, actor: ReaderAccount, id: number): Promise<Batch> {
  const row = await reader.first<BatchRow>(
    sql`select ${batchColumns} from batches b where ${isOwnBatch(actor, id)}`,
  );
  return row ? onWire(row) : refuse('batch_not_found');
}

/** Returns the batch with its refused rows counted by reason, and its undo while it is possible. */
export async function readBatchResult(
  { db, clock }: AppContext,
  actor: ReaderAccount,
  id: number,
): Promise<HandlerResult<typeof resultDeclaration>> {
  const batch = await readBatch(db, actor, id);
  const undo = await readUndo(db, id, clock.now());
  const result = { ...batch, ...(undo ? { undo } : {}) };
  if (batch.refused === 0) return result;
  const rows = await db.many<ReasonCount>(sql`
    select message as reason, count(*) as count from batch_rows
    where batch_id = ${id} and outcome = 'refused' group by message order by min(number)`);
  return { ...result, reasons: countReasons(rows) };
}

async function readUndo(reader: Reader, batchId: number, now: Date) {
  const act = await reader.first<{ id: string; until: Date }>(sql`
    select u.act_id as id, min(u.undo_until) as until
    from batches b join undo_steps u on u.act_id = b.undo_id
    where b.id = ${batchId} and b.undone_at is null group by u.act_id`);
  const leftMs = act ? act.until.getTime() - now.getTime() : 0;
  return act && leftMs > 0 ? { id: act.id, secondsLeft: leftMs / SECOND_MS } : undefined;
}

/**
 * Lists the batches of an account. An account has few batches, because they are deleted after
 * thirty days. They are therefore sorted without an index.
 */
export async function listBatches(
  { db }: AppContext,
  { actor, query: input }: Call<typeof declaration>,
) {
  const total = await boundedTotal(db, sql`select from batches b where b.account_id = ${actor.id}`);
  const { limit, offset } = limitOffset(input, { ...total, exact: false });
  const rows = await db.many<BatchRow>(sql`
    select ${batchColumns} from batches b where b.account_id = ${actor.id}
    order by ${batchKey(input.sort)} ${raw(input.dir)} nulls last, b.id ${raw(input.dir)}
    limit ${limit} offset ${offset}`);
  return toPageAnswer(input, total, rows.map(onWire));
}

function batchKey(sort: BatchSort): Sql {
  switch (sort) {
    case 'created_at':
    case 'total':
    case 'done':
    case 'refused':
    case 'charged':
      return raw(`b.${sort}`);
    case 'title':
      return sql`fold(b.title)`;
    case 'state':
      // Alphabetical order of the labels: Com recusas, Concluído, Desfeito, Em andamento,
      // Interrompido, Na fila, Nenhuma feita, Parado.
      return sql`(select case
          when b.undone_at is not null then 3
          when t.state = 'waiting' then 6 when t.state = 'running' then 4
          when b.done + b.refused < b.total then case t.state when 'stopped' then 8 else 5 end
          when b.refused = 0 then 2 when b.done = 0 then 7 else 1 end
        from tasks t where t.id = b.task_id)`;
  }
}

/** SQL condition for an outcome. `waiting` selects the rows without an outcome. */
const outcomeCondition = (outcome: string | undefined): Sql => {
  if (outcome === undefined) return sql`true`;
  return outcome === 'waiting' ? sql`r.outcome is null` : sql`r.outcome = ${outcome}`;
};

type RowOnWire = ResponseOf<typeof rowsDeclaration>['data'][number];

/** SQL join with the line of a row, if it exists and the account may see it. */
export const visibleLine = (actor: ReaderAccount, platforms: readonly PlatformKey[]): Sql => sql`
  l.id = r.line_id and l.deleted_at is null and ${inTree(actor, sql`l.owner_id`)}
    and l.platform = any(${[...platforms]}::text[])`;

/**
 * SQL columns of a row in responses. They need `batch_rows r left join lines l`. The join must
 * contain only lines that the account may see.
 */
export const rowColumns = sql`
  r.number, coalesce(l.note, '') as nota, coalesce(nullif(r.label, ''), l.username, '') as label, coalesce(r.outcome, 'waiting') as outcome,
  r.message, r.charged, r.line_id`;

/** Sort keys of rows. They have no index, but a batch has at most 20,000 rows (MAX_BATCH_SIZE). */
const rowKeys = (kind: string): Record<BatchRowSort, Sql> => ({
  number: sql`r.number`,
  label: sql`fold(coalesce(nullif(r.label, ''), l.username))`,
  // Sorts by the labels that the screen shows.
  outcome: sql`case r.outcome when 'done' then fold(${batchParticiple(kind)}::text)
    when 'refused' then 'recusada' else 'na fila' end`,
  message: sql`nullif(fold(r.message), '')`,
  charged: sql`r.charged`,
});

export async function listBatchRows(
  { db }: AppContext,
  { actor, params, query }: Call<typeof rowsDeclaration>,
) {
  const { kind } = await readBatch(db, actor, params.id);
  const input = sql`r.batch_id = ${params.id} and ${outcomeCondition(query.outcome)}`;
  const total = await boundedTotal(db, sql`select from batch_rows r where ${input}`);
  const { limit, offset } = limitOffset(query, { ...total, exact: false });
  const rows = await db.many<RowOnWire>(sql`
    select ${rowColumns} from batch_rows r left join lines l on ${visibleLine(actor, openPlatforms(actor))}
    where ${input} order by ${rowKeys(kind)[query.sort]} ${raw(query.dir)} nulls last, r.number ${raw(query.dir)}
    limit ${limit} offset ${offset}`);
  return toPageAnswer(
    query,
    total,
    rows.map((row) => ({ ...row, charged: fromHundredths(row.charged) })),
  );
}

/**
 * Stores customer files from upload until they are imported, discarded or expired. Only the account
 * that uploaded a file can read it, because it contains passwords. Even its ancestors cannot.
 */
import { buffer } from 'node:stream/consumers';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import { withInsideNames } from '@ramal/contract/api/translated';
import {
  LINE_FILE_HOURS,
  type FilePlan,
  filePlan,
  type FileRowSort,
  type FileResult,
  fileResult,
  type LineFile,
  type discardLineFile as discarding,
  type listLineFileRows as listing,
  type uploadLineFile as uploading,
} from '@ramal/contract/lines/line-import';
import { fromHundredths } from '@ramal/contract/rules/money';
import sql, { type Sql, raw } from 'sql-template-tag';
import { recordEvent } from '../../events/events.ts';
import type { ReaderAccount } from '../../foundation/caller.ts';
import { unixSeconds } from '../../foundation/clock.ts';
import type { Reader, Tx } from '../../foundation/database.ts';
import type { Call } from '../../foundation/http/bind.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import type { FailureLimiter } from '../../foundation/limits/rate-limiter.ts';
import { boundedTotal, toPageAnswer, limitOffset } from '../../foundation/pages.ts';
import type { FileCells } from './file-rows.ts';
import { fromHeader, guessColumns, isHeader } from './map-columns.ts';
import { readFile } from './read-file.ts';

/**
 * Maximum number of files per account, without files that became a batch. A new file replaces the
 * oldest.
 */
const KEPT_FILES = 3;
const SAMPLES = 3;

export async function uploadFile(
  ctx: AppContext,
  exhausted: FailureLimiter,
  { actor, requestMeta, file, query }: Call<typeof uploading>,
): Promise<LineFile> {
  const account = String(actor.id);
  await exhausted.check(account);
  const onExhausted = () => exhausted.countFailure(account);
  const read = await readAlone(actor, async () =>
    readFile({ log: ctx.log, onExhausted }, await buffer(file)),
  );
  const rows = fromHeader(read);
  if (rows.length === 1 && isHeader(rows[0]!))
    refuse('line_file_unreadable', { values: { reason: 'Este arquivo tem só os títulos.' } });
  const id = await ctx.db.tx(async (tx) => {
    await tx.run(sql`
      delete from line_files where id in (
        select id from line_files where account_id = ${actor.id} and batch_id is null
        order by id desc offset ${KEPT_FILES - 1})`);
    const created = await tx.first<{ id: number }>(sql`
      insert into line_files (account_id, name, created_at)
      values (${actor.id}, ${query.name}, ${ctx.clock.now()}) returning id`);
    for (let from = 0; from < rows.length; from += PIECE)
      await keep(tx, created!.id, rows.slice(from, from + PIECE));
    await recordEvent(tx, requestMeta, {
      kind: 'line-file-sent',
      actorId: actor.id,
      after: { file: query.name, lines: rows.length },
    });
    return created!.id;
  });
  return readLineFile(ctx.db, actor, id);
}

const reading = new Set<number>();

/**
 * Reads a file, unless another file of the account is being read. Many files of one account
 * therefore do not delay other accounts.
 */
async function readAlone<Read>({ id }: ReaderAccount, read: () => Promise<Read>): Promise<Read> {
  if (reading.has(id)) refuse('line_file_busy');
  reading.add(id);
  try {
    return await read();
  } finally {
    reading.delete(id);
  }
}

/** Rows written at a time. */
const PIECE = 2_000;

const keep = (tx: Tx, id: number, rows: readonly FileCells[]): Promise<number> =>
  tx.run(sql`
    insert into line_file_rows (file_id, number, cells)
    select ${id}, r.number, array(select jsonb_array_elements_text(r.cells))
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (number int, cells jsonb)`);

interface FileRow {
  readonly id: number;
  readonly name: string;
  readonly createdAt: Date;
  readonly plan: FilePlan | null;
  readonly result: FileResult | null;
  readonly batchId: number | null;
  readonly rows: number;
  readonly head: FileCells[] | null;
}

/** SQL condition on `f`: the file belongs to the account. */
export const isOwnFile = ({ id: accountId }: ReaderAccount, id: number): Sql =>
  sql`f.id = ${id} and f.account_id = ${accountId}`;

/** Number of rows at the beginning of a file by which its columns are guessed. */
const HEAD = 30;

export async function readLineFile(
  reader: Reader,
  actor: ReaderAccount,
  id: number,
): Promise<LineFile> {
  const row = await reader.first<FileRow>(sql`
    select f.id, f.name, f.created_at, f.plan, f.verdict as result, f.batch_id,
      (select count(*)::int from line_file_rows r where r.file_id = f.id) as rows,
      (select json_agg(h) from (
        select number, cells from line_file_rows r where r.file_id = f.id order by number limit ${HEAD}) h
      ) as head
    from line_files f where ${isOwnFile(actor, id)}`);
  if (!row) return refuse('line_file_not_found');
  const { createdAt, batchId, head, ...file } = row;
  const [first, ...next] = head ?? [];
  return {
    ...file,
    plan: withInsideNames(filePlan, file.plan) as FilePlan | null,
    result: withInsideNames(fileResult, file.result) as FileResult | null,
    batchId,
    firstRow: first?.number ?? 1,
    guess: guessColumns(head ?? []),
    columns: (first?.cells ?? []).map((title, index) => ({
      title,
      samples: next.slice(0, SAMPLES).map(({ cells }) => cells[index] ?? ''),
    })),
    forgottenAtTimestamp: unixSeconds(createdAt) + LINE_FILE_HOURS * 3600,
  };
}

export async function listFileRows(
  { db }: AppContext,
  { actor, params, query }: Call<typeof listing>,
): Promise<HandlerResult<typeof listing>> {
  await readLineFile(db, actor, params.id);
  const input = sql`r.file_id = ${params.id} and ${withResult(query.result)}`;
  const total = await boundedTotal(db, sql`select from line_file_rows r where ${input}`);
  // Pages are always counted from the beginning. Reading backwards is not possible, because the
  // index has only one direction.
  const { limit, offset } = limitOffset(query, { ...total, exact: false });
  const rows = await db.many<{
    number: number;
    reason: string;
    hundredths: number;
    username: string | null;
    dueDay: string | null;
    note: string | null;
  }>(sql`
    select number, reason, hundredths, asked->>'username' as username, asked->>'dueDay' as due_day,
      asked->>'note' as note
    from line_file_rows r where ${input} order by ${rowKey[query.sort]} ${raw(query.dir)} nulls last, number ${raw(query.dir)}
    limit ${limit} offset ${offset}`);
  return toPageAnswer(
    query,
    total,
    rows.map(({ hundredths, username, dueDay, note, ...row }) => ({
      ...row,
      username: username ?? '',
      due: dueDay?.split('-').toReversed().join('/') ?? '',
      note: note ?? '',
      cost: fromHundredths(hundredths),
    })),
  );
}

/**
 * Sort columns. A file has at most 20,000 rows (MAX_BATCH_SIZE), which limits the cost of each sort.
 */
const rowKey: Record<FileRowSort, Sql> = {
  number: sql`number`,
  username: sql`nullif(fold(asked->>'username'), '')`,
  // In alphabetical order: Importar, Recusada.
  result: sql`reason <> ''`,
  due: sql`asked->>'dueDay'`,
  reason: sql`fold(coalesce(nullif(reason, ''), nullif(asked->>'note', '')))`,
  cost: sql`case when reason = '' then hundredths end`,
};

const withResult = (result: 'ok' | 'refused' | undefined): Sql => {
  if (result === undefined) return sql`r.reason is not null`;
  return result === 'ok' ? sql`r.reason = ''` : sql`r.reason <> ''`;
};

export async function discardFile(
  { db }: AppContext,
  { actor, requestMeta, params }: Call<typeof discarding>,
): Promise<HandlerResult<typeof discarding>> {
  await db.tx(async (tx) => {
    const gone = await tx.first<{ name: string }>(
      sql`delete from line_files f where ${isOwnFile(actor, params.id)} returning name`,
    );
    if (!gone) return refuse('line_file_not_found');
    return recordEvent(tx, requestMeta, {
      kind: 'line-file-discarded',
      actorId: actor.id,
      before: { file: gone.name },
    });
  });
  return { message: 'Arquivo descartado' };
}

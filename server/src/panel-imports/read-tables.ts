/**
 * Reads a server's tables a page at a time and stores only the needed fields, so that memory does
 * not depend on the size.
 */
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import type { SkipCounts } from '../foundation/skip-counts.ts';
import { parseMark, withoutMark, type XuiTables } from '../line-servers/line-servers.ts';
import { type Progress } from '../tasks/tasks.ts';
import type { PanelLine, RowKind } from './dump/panel-tables.ts';
import type { DumpFields } from './dump/read-dump.ts';
import { storeRows, MAX_ROWS, readRow } from './store-rows.ts';
import { ExplainedFailure } from '../foundation/explained-failure.ts';

type Row = Readonly<Record<string, unknown>>;

interface Reading {
  readonly importId: number;
  readonly tables: XuiTables;
  readonly progress: Progress;
  readonly skips: SkipCounts;
}

export async function readTables(ctx: AppContext, reading: Reading): Promise<void> {
  const { tables, progress } = reading;
  await progress.report(0, 1, 'Lendo os pacotes');
  await storeAll(ctx, reading, 'group', await tables.groups());
  await storeAll(ctx, reading, 'package', await tables.packages());
  await storeAll(ctx, reading, 'bouquet', await tables.bouquets());
  const users = count('revendas');
  for await (const { rows, total } of tables.users()) {
    users.add(rows.length, total);
    await progress.report(0, Math.max(total, 1), 'Lendo as revendas');
    await storeAll(ctx, reading, 'reseller', rows);
  }
  users.end();
  const lines = count('linhas');
  for await (const { rows, total } of tables.lines()) {
    for (let from = 0; from < rows.length; from += PIECE) {
      const piece = rows.slice(from, from + PIECE);
      await storeLines(ctx, reading, piece, { before: lines.read(), total });
      lines.add(piece.length, total);
    }
  }
  lines.end();
}

/** Number of lines stored at a time. A resumed read requests at most this many lines again. */
const PIECE = 25;

/**
 * Counts the read rows. If the server reports more rows than it returned, the read is incomplete
 * and fails.
 */
function count(noun: string) {
  let read = 0;
  let announced = 0;
  return {
    read: () => read,
    add: (rows: number, total: number) => {
      read += rows;
      announced = total;
      if (read > MAX_ROWS)
        throw new ExplainedFailure(`O servidor tem mais de um milhão de ${noun}.`);
    },
    end: () => {
      if (read < announced)
        throw new ExplainedFailure(
          `O servidor conta ${announced.toLocaleString('pt-BR')} ${noun} e entregou ${read.toLocaleString('pt-BR')}.`,
        );
    },
  };
}

const storeAll = (
  { db, clock }: AppContext,
  { importId, skips }: Reading,
  kind: RowKind,
  rows: readonly Row[],
): Promise<number> =>
  db.tx((tx) =>
    storeRows(
      tx,
      importId,
      rows.flatMap((row) => readRow(fieldsOf(kind, row), clock.timeZone, skips) ?? []),
    ),
  );

/** Columns that the import needs. If a list omits one of them, the whole line is requested. */
const NEEDED = ['bouquet', 'admin_notes', 'package_id'];

async function storeLines(
  { db, clock }: AppContext,
  { importId, tables, progress, skips }: Reading,
  rows: readonly Row[],
  { before, total }: { readonly before: number; readonly total: number },
): Promise<void> {
  const storedLines = await db.many<{ id: number; data: PanelLine }>(sql`
    select external_id as id, data from panel_import_rows
    where import_id = ${importId} and kind = 'line'
      and external_id = any(${rows.map(({ id }) => Number(id)).filter(Number.isSafeInteger)}::bigint[])`);
  const lineById = new Map(storedLines.map(({ id, data }) => [id, data]));
  const lines: PanelLine[] = [];
  const end = Math.max(total, before + rows.length);
  for (const [index, listed] of rows.entries()) {
    await progress.report(before + index, end, 'Lendo as linhas');
    const isWhole = NEEDED.every((name) => name in listed);
    const old = lineById.get(Number(listed.id));
    const row = isWhole || old ? listed : await tables.line(String(listed.id));
    // Undefined if the line was deleted on the server after it was listed.
    const line = row && lineOf(row, clock.timeZone, skips);
    if (line) lines.push(isWhole || !old ? line : { ...line, ...unlistedOf(old) });
  }
  await db.tx((tx) => storeRows(tx, importId, lines));
}

function lineOf(row: Row, timeZone: string, skips: SkipCounts): PanelLine | undefined {
  const notes = typeof row.admin_notes === 'string' ? row.admin_notes : '';
  const mark = parseMark(notes);
  const fields = fieldsOf('line', { ...row, admin_notes: withoutMark(notes) });
  const line = readRow(fields, timeZone, skips);
  if (line?.kind !== 'line') return undefined;
  return mark === undefined ? line : { ...line, mark };
}

/** Returns the values that a list does not contain, from an earlier complete read of the line. */
const unlistedOf = ({ package: bought, bouquets, note, isSpecial, mark }: PanelLine) => ({
  package: bought,
  bouquets,
  note,
  isSpecial,
  ...(mark === undefined ? {} : { mark }),
});

/** Converts the fields to the form of a dump: numbers, switches and lists as text. */
const fieldsOf = (kind: RowKind, row: Row) => ({
  kind,
  fields: Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, fieldOf(value)]),
  ) as DumpFields,
});

function fieldOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? '1' : '0';
  return typeof value === 'number' ? String(value) : JSON.stringify(value);
}

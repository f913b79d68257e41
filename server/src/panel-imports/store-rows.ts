/** Stores the rows of another panel, and arranges its resellers as a tree. */
import sql from 'sql-template-tag';
import type { Tx } from '../foundation/database.ts';
import type { SkipCounts } from '../foundation/skip-counts.ts';
import type { DumpRow } from './dump/read-dump.ts';
import { type PanelRow, toPanelRow, type RowKind } from './dump/panel-tables.ts';
import { findRowProblem } from './problems.ts';

export const MAX_ROWS = 1_000_000;

/** Removes zero characters, which PostgreSQL cannot store. */
const stored = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll('\u0000', '') : value;

const KIND_WORDS: Readonly<Record<RowKind, string>> = {
  group: 'grupo',
  package: 'pacote',
  bouquet: 'bouquet',
  reseller: 'revenda',
  line: 'linha',
};

/** Converts a row to Ramal's fields. A row without an id is skipped and counted. */
export function readRow(
  row: DumpRow<RowKind>,
  timeZone: string,
  skips: SkipCounts,
): PanelRow | undefined {
  const read = toPanelRow(row, timeZone);
  if (!read) skips.add(`${KIND_WORDS[row.kind]} sem um número de identificação que se leia`);
  return read;
}

/** Counts rows of a dump that a later row with the same id replaced. */
export async function countRepeated(
  tx: Tx,
  id: number,
  read: ReadonlyMap<RowKind, number>,
  skips: SkipCounts,
): Promise<void> {
  const stored = await tx.many<{ kind: RowKind; count: number }>(sql`
    select kind, count(*)::int as count from panel_import_rows where import_id = ${id} group by kind`);
  for (const { kind, count } of stored)
    skips.add(
      `${KIND_WORDS[kind]} com o número de outra que veio depois`,
      (read.get(kind) ?? 0) - count,
    );
}

/** Stores rows. If a row is read again, its last values replace the earlier ones. */
export const storeRows = (tx: Tx, id: number, rows: readonly PanelRow[]): Promise<number> => {
  const last = new Map(rows.map((row) => [`${row.kind} ${row.id}`, row]));
  const values = [...last.values()].map((row) => ({
    kind: row.kind,
    external_id: row.id,
    name: row.name,
    parent: 'parent' in row ? row.parent : null,
    problem: findRowProblem(row),
    data: row,
  }));
  return tx.run(sql`
    insert into panel_import_rows (import_id, kind, external_id, name, parent, problem, data)
    select ${id}, r.kind, r.external_id, r.name, r.parent, r.problem, r.data
    from jsonb_to_recordset(${JSON.stringify(values, stored)}::jsonb)
      as r (kind text, external_id bigint, name text, parent bigint, problem text, data jsonb)
    on conflict (import_id, kind, external_id) do update set
      name = excluded.name, parent = excluded.parent, problem = excluded.problem, data = excluded.data`);
};

const MAX_LEVELS = 40;

/**
 * Sets parents and levels. Administrators are not imported, so the resellers below them are at the
 * top. Levels are counted from the top. Resellers in a circle or below too many levels are
 * rejected.
 */
export async function settleTree(tx: Tx, id: number, skips: SkipCounts): Promise<void> {
  const orphans = await tx.first<{ count: number }>(sql`
    select count(*)::int as count from panel_import_rows r
    where r.import_id = ${id} and r.kind in ('reseller', 'line') and r.parent is not null and not exists (
      select from panel_import_rows p
      where p.import_id = ${id} and p.kind = 'reseller' and p.external_id = r.parent)`);
  skips.add('dono que não veio junto: fica com a conta escolhida', orphans!.count);
  const admins = await tx.run(sql`
    delete from panel_import_rows r using panel_import_rows g
    where r.import_id = ${id} and r.kind = 'reseller' and g.import_id = ${id} and g.kind = 'group'
      and g.external_id = (r.data->>'group')::bigint and (g.data->>'isAdmin')::boolean`);
  await tx.run(sql`
    update panel_import_rows r set parent = null
    where import_id = ${id} and kind in ('reseller', 'line') and parent is not null and not exists (
      select from panel_import_rows p
      where p.import_id = ${id} and p.kind = 'reseller' and p.external_id = r.parent)`);
  await tx.run(sql`
    with recursive tree as (
      select external_id, 0 as level from panel_import_rows
      where import_id = ${id} and kind = 'reseller' and parent is null
      union all
      select r.external_id, t.level + 1 from tree t
      join panel_import_rows r on r.import_id = ${id} and r.kind = 'reseller' and r.parent = t.external_id
      where t.level < ${MAX_LEVELS}
    )
    update panel_import_rows r set level = t.level from tree t
    where r.import_id = ${id} and r.kind = 'reseller' and r.external_id = t.external_id`);
  await tx.run(sql`
    update panel_import_rows set problem = 'A árvore acima dela anda em círculo ou tem níveis demais.'
    where import_id = ${id} and kind = 'reseller' and level is null and problem = ''`);
  await tx.run(
    sql`update panel_imports set state = 'ready', admins = ${admins},
      skips = ${JSON.stringify(skips.toList())}::jsonb
    where id = ${id} and state = 'reading'`,
  );
}

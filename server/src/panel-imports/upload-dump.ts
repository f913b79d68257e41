/**
 * A dump is read while it arrives and only the rows that count are kept, so its size does not matter. What does not
 * arrive whole leaves nothing.
 */
import type {
  uploadPanelDump as declaration,
  PanelImport,
} from '@ramal/contract/operations/panel-imports';
import { refuse } from '@ramal/contract/api/errors';
import sql, { type Sql } from 'sql-template-tag';
import { bytesOf } from '../catalogue/catalogue.ts';
import { insertEventCte } from '../events/events.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { type Db, LONG_TIMEOUT, type Tx } from '../foundation/database.ts';
import type { Call } from '../foundation/http/bind.ts';
import { TaskFailure } from '../tasks/tasks.ts';
import { DumpUnreadable } from './dump/dump-tokens.ts';
import { type PanelRow, panelRowOf, panelTable } from './dump/panel-tables.ts';
import { readDump } from './dump/read-dump.ts';
import { problemOf } from './problems.ts';
import { readPanelImport } from './read-import.ts';

/** Unzipped. */
const MOST_BYTES = 16 * 1024 ** 3;
const MOST_ROWS = 1_000_000;
const NOTHING =
  'Não há linhas nem revendas de XUI.ONE, XC_VM ou Xtream Codes neste arquivo. É o dump do banco do painel?';

export async function uploadDump(
  ctx: AppContext,
  { actor, requestMeta, query, file }: Call<typeof declaration>,
): Promise<PanelImport> {
  const { db, clock } = ctx;
  const id = await db.tx(async (tx) => {
    const created = await tx.first<{ id: number }>(sql`
      insert into panel_imports (account_id, name, panel, state, created_at)
      values (${actor.id}, ${query.name}, ${query.panel}, 'reading', ${clock.now()}) returning id`);
    return created!.id;
  });
  try {
    const rows = await keepRows(db, id, file);
    if (rows === 0) throw new DumpUnreadable(NOTHING);
    await db.tx(async (tx) => {
      await settleTree(tx, id);
      await tx.run(
        insertEventCte(requestMeta, {
          kind: 'panel-dump-read',
          actorId: actor.id,
          accountId: actor.id,
          after: { file: query.name, list: query.panel, rows },
        }),
      );
    }, LONG_TIMEOUT);
  } catch (error) {
    await db.tx((tx) => tx.run(sql`delete from panel_imports where id = ${id}`));
    const isReason = error instanceof DumpUnreadable || error instanceof TaskFailure;
    if (!isReason) throw error;
    refuse('panel_dump_unreadable', { values: { reason: error.message } });
  }
  return readPanelImport(db, id);
}

/** Rows written at a time. */
const PIECE = 2000;

/** Answers how many resellers and lines there were. */
async function keepRows(db: Db, id: number, file: AsyncIterable<Uint8Array>): Promise<number> {
  const bytes = bytesOf(file, {
    bytes: MOST_BYTES,
    tooLarge: 'O dump passa de 16 GB. Exporte só as tabelas de usuários, linhas e pacotes.',
  });
  let kept = 0;
  let piece: PanelRow[] = [];
  const keep = async () => {
    const rows = piece;
    piece = [];
    await db.tx((tx) => tx.run(insertRows(id, rows)));
  };
  for await (const some of readDump(bytes, panelTable)) {
    for (const read of some) {
      const row = panelRowOf(read);
      if (!row) continue;
      if (row.kind === 'reseller' || row.kind === 'line') kept += 1;
      if (kept > MOST_ROWS) throw new DumpUnreadable('O dump tem mais de um milhão de linhas.');
      piece.push(row);
      if (piece.length === PIECE) await keep();
    }
  }
  await keep();
  return kept;
}

/** PostgreSQL keeps no zero bytes. */
const stored = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll('\u0000', '') : value;

const insertRows = (id: number, rows: readonly PanelRow[]): Sql => {
  const values = rows.map((row) => ({
    kind: row.kind,
    external_id: row.id,
    name: row.name,
    parent: 'parent' in row ? row.parent : null,
    problem: problemOf(row),
    data: row,
  }));
  return sql`
    insert into panel_import_rows (import_id, kind, external_id, name, parent, problem, data)
    select ${id}, r.kind, r.external_id, r.name, r.parent, r.problem, r.data
    from jsonb_to_recordset(${JSON.stringify(values, stored)}::jsonb)
      as r (kind text, external_id bigint, name text, parent bigint, problem text, data jsonb)
    on conflict do nothing`;
};

const MOST_LEVELS = 40;

/**
 * Administrators there are not brought: what stands below them is at the top. Levels are counted from the top, so a
 * tree that leads back into itself has none.
 */
async function settleTree(tx: Tx, id: number): Promise<void> {
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
      where t.level < ${MOST_LEVELS}
    )
    update panel_import_rows r set level = t.level from tree t
    where r.import_id = ${id} and r.kind = 'reseller' and r.external_id = t.external_id`);
  await tx.run(sql`
    update panel_import_rows set problem = 'A árvore acima dela anda em círculo ou tem níveis demais.'
    where import_id = ${id} and kind = 'reseller' and level is null and problem = ''`);
  await tx.run(sql`update panel_imports set state = 'ready', admins = ${admins} where id = ${id}`);
}

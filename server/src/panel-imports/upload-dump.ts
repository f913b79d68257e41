/**
 * Reads a dump while it arrives and stores only the needed rows, so that memory does not depend on
 * its size. An incomplete upload leaves nothing.
 */
import type {
  uploadPanelDump as declaration,
  PanelImport,
} from '@ramal/contract/operations/panel-imports';
import { refuse } from '@ramal/contract/api/errors';
import sql from 'sql-template-tag';
import { recordEvent } from '../events/events.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { type Db, LONG_TIMEOUT } from '../foundation/database.ts';
import type { Call } from '../foundation/http/bind.ts';
import { unpackedBytes } from '../foundation/files/unpack.ts';
import { SkipCounts } from '../foundation/skip-counts.ts';
import { type PanelRow, panelTable, type RowKind } from './dump/panel-tables.ts';
import { readDump } from './dump/read-dump.ts';
import { countRepeated, storeRows, MAX_ROWS, readRow, settleTree } from './store-rows.ts';
import { readPanelImport } from './read-import.ts';
import { ExplainedFailure } from '../foundation/explained-failure.ts';

/** Maximum size after decompression. */
const MAX_BYTES = 16 * 1024 ** 3;
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
    const skips = new SkipCounts();
    const read = await storeDump({ db, clock, skips }, id, file);
    const rows = (read.get('reseller') ?? 0) + (read.get('line') ?? 0);
    if (rows === 0) throw new ExplainedFailure(NOTHING);
    await db.tx(async (tx) => {
      await countRepeated(tx, id, read, skips);
      await settleTree(tx, id, skips);
      await recordEvent(tx, requestMeta, {
        kind: 'panel-dump-read',
        actorId: actor.id,
        after: { file: query.name, list: query.panel, rows },
      });
    }, LONG_TIMEOUT);
  } catch (error) {
    await db.tx((tx) => tx.run(sql`delete from panel_imports where id = ${id}`));
    if (!(error instanceof ExplainedFailure)) throw error;
    refuse('panel_dump_unreadable', { values: { reason: error.message } });
  }
  return readPanelImport(db, id);
}

/** Number of rows written at a time. */
const PIECE = 2000;

interface Keeping {
  readonly db: Db;
  readonly clock: AppContext['clock'];
  readonly skips: SkipCounts;
}

/** Stores the rows and returns the number of read rows by kind. */
async function storeDump(
  { db, clock: { timeZone }, skips }: Keeping,
  id: number,
  file: AsyncIterable<Uint8Array>,
): Promise<ReadonlyMap<RowKind, number>> {
  const bytes = unpackedBytes(file, {
    bytes: MAX_BYTES,
    tooLarge: 'O dump passa de 16 GB. Exporte só as tabelas de usuários, linhas e pacotes.',
  });
  const counts = new Map<RowKind, number>();
  const countOf = (kind: RowKind): number => counts.get(kind) ?? 0;
  let piece: PanelRow[] = [];
  const keep = async () => {
    const rows = piece;
    piece = [];
    await db.tx((tx) => storeRows(tx, id, rows));
  };
  for await (const some of readDump(bytes, panelTable)) {
    for (const read of some) {
      const row = readRow(read, timeZone, skips);
      if (!row) continue;
      counts.set(row.kind, countOf(row.kind) + 1);
      if (countOf('reseller') + countOf('line') > MAX_ROWS)
        throw new ExplainedFailure('O dump tem mais de um milhão de linhas.');
      piece.push(row);
      if (piece.length === PIECE) await keep();
    }
  }
  await keep();
  return counts;
}

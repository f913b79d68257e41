/**
 * Exports the movement log as Movimentacoes.xlsx, with the filters of the screen (Q-EXPORTLOGS).
 */
import type { exportMovements as declaration } from '@ramal/contract/resellers/credits';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import { fromHundredths } from '@ramal/contract/rules/money';
import { exportKind, type ExportRequest, startExport } from '../exports/exports.ts';
import type { AppContext, ReadingContext } from '../foundation/app-context.ts';
import type { Call } from '../foundation/http/bind.ts';
import { boundedTotal } from '../foundation/pages.ts';
import { toCredits } from './ledger.ts';
import { movementActor, fromTo, movementLabel } from './list-movements.ts';
import { ADMINISTRATION } from './movement-kinds.sql.ts';
import { type Movement, movementRows } from './movement-rows.sql.ts';
import {
  type MovementFilters,
  type MovementWalk,
  type SearchedFrom,
  readHolder,
  openWalk,
} from './movements.sql.ts';

const KIND = 'export-movements';
const PAGE = 1000;

interface Input extends ExportRequest {
  readonly id: number;
  readonly tree?: boolean;
  readonly filters: MovementFilters;
}

export async function exportMovements(
  ctx: AppContext,
  { actor, body: { id, tree = false, ...filters } }: Call<typeof declaration>,
): Promise<HandlerResult<typeof declaration>> {
  const walk = await openNext(ctx, { by: actor, id, tree, filters });
  // The export covers all matching entries, also those older than the searched part. So the export
  // is refused as empty only if the search covered all entries.
  if (!walk.searchedFrom && (await boundedTotal(ctx.db, walk.all)).total === 0)
    refuse('nothing_to_export');
  return ctx.db.tx((tx) =>
    startExport(ctx, tx, {
      kind: KIND,
      by: actor,
      file: 'Movimentacoes.xlsx',
      payload: { id, tree, filters },
    }),
  );
}

/**
 * Opens the walk of the newest movements. With `searched`, opens the walk of the movements that are
 * older than the searched part.
 */
async function openNext(
  { db, clock }: ReadingContext,
  { by: actor, id, tree, filters }: Input,
  searched?: SearchedFrom,
): Promise<MovementWalk> {
  const holder = await readHolder(db, actor, id, tree);
  return openWalk(db, clock, { viewer: actor, holder, filters, below: searched?.id });
}

async function countThem(ctx: ReadingContext, input: Input): Promise<number> {
  return (await boundedTotal(ctx.db, (await openNext(ctx, input)).all)).total;
}

async function* pages(ctx: ReadingContext, input: Input): AsyncGenerator<Movement[]> {
  for (let searched: SearchedFrom | undefined; ;) {
    const walk = await openNext(ctx, input, searched);
    yield* pagesOf(ctx, input, walk);
    searched = walk.searchedFrom;
    if (!searched) return;
  }
}

async function* pagesOf(
  { db }: ReadingContext,
  { by: actor }: Input,
  walk: MovementWalk,
): AsyncGenerator<Movement[]> {
  for (let last: Movement | undefined; ;) {
    const rows = await db.many<Movement>(movementRows(actor, walk.older(last, PAGE), 'desc'));
    if (rows.length === 0) return;
    yield rows;
    last = rows.at(-1)!;
  }
}

const kindWords = {
  received: 'Recebido',
  given: 'Enviado',
  spent: 'Consumido',
  returned: 'Devolvido',
} as const;

const signed = ({ cameIn, amount }: Movement): number => (cameIn ? amount : -amount);
/** Null for an admin, because an admin has no wallet. */
const balance = (row: Movement, change: number): number | null =>
  row.holderId === null || row.after === null ? null : fromHundredths(row.after - change);

export const movementExport = exportKind<Input, Movement>({
  kind: KIND,
  columns: [
    { header: 'ID', width: 10, cell: (row) => row.id },
    { header: 'Data', width: 16, cell: (row) => row.at },
    { header: 'Tipo', width: 11, cell: (row) => kindWords[row.kind] },
    { header: 'Motivo', width: 18, cell: (row) => movementLabel(row.reason) },
    { header: 'Quantidade', width: 12, cell: (row) => fromHundredths(signed(row)) },
    { header: 'Observação', width: 40, cell: (row) => row.note },
    { header: 'Valor unitário (R$)', width: 18, cell: (row) => toCredits(row.unitPriceCents) },
    { header: 'Faturado (R$)', width: 14, cell: (row) => toCredits(row.billedCents) },
    { header: 'De/para', width: 36, cell: fromTo },
    { header: 'Por', width: 20, cell: (row) => movementActor(row) },
    { header: 'Saldo antes', width: 12, cell: (row) => balance(row, signed(row)) },
    { header: 'Saldo depois', width: 12, cell: (row) => balance(row, 0) },
    { header: 'Revenda', width: 20, cell: (row) => row.holder ?? ADMINISTRATION },
  ],
  count: countThem,
  pages,
});

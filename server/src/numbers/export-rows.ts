/** Exports the rows of a figure as Numeros.xlsx. Their sum equals the sum of the list. */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { costKindLabels } from '@ramal/contract/numbers/costs';
import { lossReasonLabels, priceSourceLabels } from '@ramal/contract/numbers/figures';
import type { exportNumberRows as declaration, NumberRow } from '@ramal/contract/numbers/rows';
import { lineOriginLabels } from '@ramal/contract/lines/line-origins';
import { fromHundredths } from '@ramal/contract/rules/money';
import { platforms } from '@ramal/contract/rules/platforms';
import { terms } from '@ramal/contract/rules/terms';
import sql from 'sql-template-tag';
import { exportKind, type ExportRequest, startFilledExport } from '../exports/exports.ts';
import type { AppContext, ReadingContext } from '../foundation/app-context.ts';
import type { Call } from '../foundation/http/bind.ts';
import { describeRow, type ReadRow, rowColumns } from './read/row-columns.ts';
import { findRows, hidesAmounts, type RowsInput } from './read/select-rows.ts';
import { isShown } from './read/visible-customers.ts';

const KIND = 'export-number-rows';
const PAGE = 1000;

interface Export extends ExportRequest {
  readonly input: RowsInput;
}

export async function exportNumberRows(
  ctx: AppContext,
  { actor, params, body }: Call<typeof declaration>,
): Promise<HandlerResult<typeof declaration>> {
  const input: RowsInput = { ...body, figure: params.figure };
  const count = await countRows(ctx, { by: actor, input });
  return startFilledExport(ctx, count, {
    kind: KIND,
    by: actor,
    file: 'Numeros.xlsx',
    payload: { input },
  });
}

async function countRows(ctx: ReadingContext, { by, input }: Export): Promise<number> {
  const { rows } = await findRows(ctx, by, input);
  const row = await ctx.db.first<{ count: number }>(sql`select count(*) from (${rows}) r`);
  return row!.count;
}

/** Reads the rows in the order of their keys, which are unique. */
async function* pages(ctx: ReadingContext, { by, input }: Export): AsyncGenerator<NumberRow[]> {
  const { rows, now } = await findRows(ctx, by, input);
  const isNetwork = hidesAmounts(input);
  for (let after = ''; ;) {
    const page = await ctx.db.many<ReadRow>(sql`
      select ${rowColumns(isShown(by))}
      from (select * from (${rows}) every where key > ${after} order by key limit ${PAGE}) r
        left join lines l on l.id = r.line_id left join accounts a on a.id = r.account_id
      order by r.key`);
    const last = page.at(-1);
    if (!last) return;
    yield page.map((row) => describeRow(row, now, isNetwork && row.accountId !== by.id));
    after = last.key;
  }
}

const reais = (cents: number | null): number | null =>
  cents === null ? null : fromHundredths(cents);
const day = (seconds: number | null): Date | null =>
  seconds === null ? null : new Date(seconds * 1000);
const planText = (plan: number | null): string =>
  terms.find(({ days }) => days === plan)?.label ?? '';

export const numberRowsExport = exportKind<Export, NumberRow>({
  kind: KIND,
  columns: [
    { header: 'Cliente', width: 28, cell: (row) => row.name ?? row.text },
    { header: 'Usuário', width: 20, cell: (row) => row.username },
    { header: 'WhatsApp', width: 18, cell: (row) => row.whatsapp },
    { header: 'Revenda', width: 20, cell: (row) => row.reseller },
    {
      header: 'Plataforma',
      width: 12,
      cell: (row) => (row.platform ? platforms[row.platform].label : ''),
    },
    { header: 'Plano', width: 10, cell: (row) => planText(row.plan) },
    {
      header: 'Origem',
      width: 18,
      cell: (row) => (row.origin ? lineOriginLabels[row.origin] : ''),
    },
    { header: 'Cliente desde', width: 16, cell: (row) => day(row.sinceTimestamp) },
    { header: 'Quando', width: 16, cell: (row) => day(row.atTimestamp) },
    { header: 'Valor (R$)', width: 12, cell: (row) => reais(row.cents) },
    { header: 'Antes (R$)', width: 12, cell: (row) => reais(row.beforeCents) },
    { header: 'Depois (R$)', width: 12, cell: (row) => reais(row.afterCents) },
    {
      header: 'Motivo',
      width: 16,
      cell: (row) => (row.reason ? lossReasonLabels[row.reason] : ''),
    },
    {
      header: 'Preço',
      width: 30,
      cell: (row) => (row.priceSource ? priceSourceLabels[row.priceSource] : ''),
    },
    {
      header: 'Custo',
      width: 16,
      cell: (row) => (row.costKind ? costKindLabels[row.costKind] : ''),
    },
    { header: 'Horas', width: 8, cell: (row) => row.hours },
    { header: 'Aparelho', width: 18, cell: (row) => row.device },
    { header: 'Quem deu', width: 18, cell: (row) => row.giver },
    {
      header: 'Pagou',
      width: 8,
      cell: (row) => (row.converted === null ? '' : row.converted ? 'Sim' : 'Não'),
    },
    { header: 'Correção', width: 10, cell: (row) => (row.correction ? 'Sim' : '') },
  ],
  count: countRows,
  pages,
});

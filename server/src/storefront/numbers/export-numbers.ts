/** Exports the figures of the sales page as Pagina de venda.xlsx, with one row per origin. */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import type {
  exportStorefrontNumbers as declaration,
  StorefrontPeriod,
} from '@ramal/contract/storefront/numbers';
import { fromHundredths } from '@ramal/contract/rules/money';
import { exportKind, type ExportRequest, startFilledExport } from '../../exports/exports.ts';
import type { AppContext, ReadingContext } from '../../foundation/app-context.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { readNumbers } from './read-numbers.ts';

const KIND = 'export-storefront-numbers';

interface NumbersExport extends ExportRequest {
  readonly period: StorefrontPeriod;
}

type OriginRow = Awaited<ReturnType<typeof readNumbers>>['origins'][number];

export async function exportStorefrontNumbers(
  ctx: AppContext,
  { actor, body: { period } }: Call<typeof declaration>,
): Promise<HandlerResult<typeof declaration>> {
  const { origins } = await readNumbers(ctx, actor.id, period);
  const input = { kind: KIND, by: actor, file: 'Pagina de venda.xlsx', payload: { period } };
  return startFilledExport(ctx, origins.length, input);
}

const countRows = async (ctx: ReadingContext, { by, period }: NumbersExport): Promise<number> =>
  (await readNumbers(ctx, by.id, period)).origins.length + 1;

async function* pages(
  ctx: ReadingContext,
  { by, period }: NumbersExport,
): AsyncGenerator<OriginRow[]> {
  const { origins, total } = await readNumbers(ctx, by.id, period);
  yield [...origins, { kind: 'none', code: '', name: 'Total', detail: '', ...total }];
}

export const storefrontNumbersExport = exportKind<NumbersExport, OriginRow>({
  kind: KIND,
  columns: [
    { header: 'Origem', width: 28, cell: ({ name }) => name },
    { header: 'Endereço', width: 28, cell: ({ detail }) => detail },
    { header: 'Visitas', width: 10, cell: ({ visits }) => visits },
    { header: 'Testes', width: 10, cell: ({ tests }) => tests },
    { header: 'Depois do teste', width: 14, cell: ({ salesAfterTest }) => salesAfterTest },
    { header: 'Direto', width: 10, cell: ({ directSales }) => directSales },
    {
      header: 'Conversão (%)',
      width: 14,
      cell: ({ conversion }) => (conversion === null ? null : fromHundredths(conversion)),
    },
    {
      header: 'Recebido (R$)',
      width: 14,
      cell: ({ receivedCents }) => fromHundredths(receivedCents),
    },
  ],
  count: countRows,
  pages,
});

/**
 * Exports the statement, a month at a time. With a filter, the file contains the rows that the
 * screen shows (Q-EXPORT). Without a filter, it contains all rows visible to the caller
 * (Q-EXTRACT).
 */
import type { exportExtract as declaration } from '@ramal/contract/resellers/credits';
import type { Download } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import { type CsvCell, csvDownload } from '../foundation/files/csv.ts';
import type { Reader } from '../foundation/database.ts';
import type { ReadingContext } from '../foundation/app-context.ts';
import type { Call } from '../foundation/http/bind.ts';
import { type ExtractQuery, readMonth, readMonths, readTotals } from './extract.sql.ts';
import { toExtractRow, parseQuery } from './extract.ts';

const HEADER = ['Mês', 'Total de créditos', 'Revenda', 'Via', 'Valor (R$)', 'Referência'];

export async function exportExtract(
  { db, clock }: ReadingContext,
  { actor, body }: Call<typeof declaration>,
): Promise<Download> {
  const isEmpty = Object.keys(body).length === 0;
  const query = await parseQuery(db, clock, actor, isEmpty ? { tree: true } : body);
  const exported: ExtractQuery = isEmpty
    ? { ...query, months: await readMonths(db, query.scope) }
    : query;
  if ((await readTotals(db, exported)).length === 0) refuse('no_items_to_export');
  return csvDownload('ExtratoFinanceiro.csv', HEADER, rows(db, exported));
}

async function* rows(db: Reader, query: ExtractQuery): AsyncGenerator<CsvCell[]> {
  for (const month of query.months) {
    const sums = await readMonth(db, query, { month, limit: MAX_PER_MONTH, offset: 0 });
    for (const { date, amount, reseller, type, value, token } of sums.map(toExtractRow)) {
      yield [date, amount, reseller, type, value, token];
    }
  }
}

/**
 * Maximum number of rows that one month exports. Each account has at most one row for each kind of
 * movement.
 */
const MAX_PER_MONTH = 1_000_000;

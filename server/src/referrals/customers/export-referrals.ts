/** Exports the friends whom the customers of a seller brought as Indicacoes.xlsx. */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import {
  type exportReferrals as declaration,
  type ReferralRow,
  referralStateLabels,
} from '@ramal/contract/referrals/referrals';
import sql from 'sql-template-tag';
import { exportKind, type ExportRequest, startFilledExport } from '../../exports/exports.ts';
import type { AppContext, ReadingContext } from '../../foundation/app-context.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { boundedTotal } from '../../foundation/pages.ts';
import {
  matches,
  type ReferralFacts,
  type ReferralFilters,
  referralRows,
  serializeReferral,
} from './list-referrals.ts';

const KIND = 'export-referrals';
const PAGE = 1000;

interface ReferralExport extends ExportRequest {
  readonly filters: ReferralFilters;
}

export async function exportReferrals(
  ctx: AppContext,
  { actor, body: filters }: Call<typeof declaration>,
): Promise<HandlerResult<typeof declaration>> {
  const count = await countReferrals(ctx, { by: actor, filters });
  const input = { kind: KIND, by: actor, file: 'Indicacoes.xlsx', payload: { filters } };
  return startFilledExport(ctx, count, input);
}

async function countReferrals(
  { db, clock }: ReadingContext,
  { by, filters }: ReferralExport,
): Promise<number> {
  const rows = referralRows(by.id, clock.now());
  const { total } = await boundedTotal(
    db,
    sql`select x.id from (${rows}) x where ${matches(filters)}`,
  );
  return total;
}

/** Reads the referrals in the order of their ids. */
async function* pages(
  { db, clock }: ReadingContext,
  { by, filters }: ReferralExport,
): AsyncGenerator<ReferralRow[]> {
  const every = referralRows(by.id, clock.now());
  for (let above = 0; ;) {
    const rows = await db.many<ReferralFacts>(sql`
      select x.* from (${every}) x where ${matches(filters)} and x.id > ${above}
      order by x.id limit ${PAGE}`);
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map(serializeReferral);
    above = last.id;
  }
}

const moment = (seconds: number | null): Date | null =>
  seconds === null ? null : new Date(seconds * 1000);

export const referralExport = exportKind<ReferralExport, ReferralRow>({
  kind: KIND,
  columns: [
    { header: 'Amigo', width: 28, cell: ({ friend }) => friend.name },
    { header: 'Usuário do amigo', width: 20, cell: ({ friend }) => friend.username },
    { header: 'Quem indicou', width: 28, cell: ({ referrer }) => referrer.name },
    { header: 'Usuário de quem indicou', width: 20, cell: ({ referrer }) => referrer.username },
    { header: 'Chegou em', width: 18, cell: (row) => moment(row.atTimestamp) },
    { header: 'Pagou em', width: 18, cell: (row) => moment(row.paidAtTimestamp) },
    { header: 'Pagou (R$)', width: 12, cell: ({ paid }) => paid },
    { header: 'Dias de quem indicou', width: 12, cell: ({ days }) => days },
    { header: 'Desconto de quem indicou (%)', width: 12, cell: ({ percent }) => percent || null },
    { header: 'Dias do amigo', width: 12, cell: ({ friendDays }) => friendDays },
    { header: 'Estado', width: 14, cell: ({ state }) => referralStateLabels[state] },
    { header: 'Motivo', width: 28, cell: ({ reason }) => reason },
  ],
  count: countReferrals,
  pages,
});

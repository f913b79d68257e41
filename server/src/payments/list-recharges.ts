/**
 * Lists «Recargas Efetuadas»: payments of customers, with their totals and the exported file
 * (S-RECHARGE-16 to 25).
 */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { EXACT_TOTAL_LIMIT } from '@ramal/contract/api/paging';
import type {
  exportRecharges as exportDeclaration,
  getRevenue as revenueDeclaration,
  listRecharges as declaration,
  RechargeStatus,
} from '@ramal/contract/payments/recharges';
import { rechargeStatusLabels } from '@ramal/contract/payments/recharges';
import { customerName } from '@ramal/contract/rules/customer-name';
import { fromHundredths } from '@ramal/contract/rules/money';
import { exportKind, type ExportRequest, startFilledExport } from '../exports/exports.ts';
import type { AppContext, ReadingContext } from '../foundation/app-context.ts';
import { addDays, formatDateTime, localDay, startOfDay } from '../foundation/clock.ts';
import type { Call } from '../foundation/http/bind.ts';
import {
  boundedTotal,
  gatherSorted,
  limitOffset,
  toPageAnswer,
  type Total,
} from '../foundation/pages.ts';
import {
  countStatuses,
  type Recharge,
  type RechargeFilters,
  rechargeIds,
  rechargePage,
  rechargesByIds,
  revenueByDay,
} from './recharges.sql.ts';

type Input = Call<typeof declaration>;

export async function listRecharges(
  ctx: AppContext,
  input: Input,
): Promise<HandlerResult<typeof declaration>> {
  const { actor, body } = input;
  const { total, ids } = await readPage(ctx, input);
  const rows = await ctx.db.many<Recharge>(rechargesByIds(actor, ids));
  const counts = await ctx.db.many<{ status: RechargeStatus; count: number }>(
    countStatuses(actor, EXACT_TOTAL_LIMIT),
  );
  const countOf = (status: RechargeStatus) =>
    counts.find((counted) => counted.status === status)?.count ?? 0;
  const { data, ...page } = toPageAnswer(
    body,
    total,
    rows.map((row) => onPaper(row, ctx.clock.timeZone)),
  );
  return {
    ...page,
    recharges: data,
    counts: {
      all: counts.reduce((sum, { count }) => sum + count, 0),
      approved: countOf('approved'),
      pending: countOf('pending'),
      cancelled: countOf('cancelled'),
    },
  };
}

/**
 * Reads a page. The order of creation has an index; other orders sort only as many rows as an exact
 * total counts.
 */
async function readPage(
  { db }: AppContext,
  { actor, body }: Input,
): Promise<{ readonly total: Total; readonly ids: readonly number[] }> {
  const { sort, dir, filters } = body;
  if (sort !== 'id') return gatherSorted(db, rechargeIds(actor, filters, sort), body);
  const total = await boundedTotal(db, rechargeIds(actor, filters));
  const { limit, offset, fromEnd } = limitOffset(body, total);
  const walked = (dir === 'asc') === fromEnd ? 'desc' : 'asc';
  const rows = await db.many<{ id: number }>(
    rechargePage(actor, { filters, dir: walked, limit, offset }),
  );
  const ids = rows.map(({ id }) => id);
  return { total, ids: fromEnd ? ids.toReversed() : ids };
}

const NO_DATE = '-';

function onPaper(row: Recharge, timeZone: string) {
  const at = (moment: Date | null) => (moment ? formatDateTime(moment, timeZone) : NO_DATE);
  const waiting = row.state === 'paid';
  return {
    id: row.id,
    username: row.username,
    name: customerName(row)?.name ?? '',
    status: row.status,
    approvedText: at(row.paidAt),
    createdAt: at(row.createdAt),
    reasonText: reasonOf(row),
    value: fromHundredths(row.cents),
    credits: fromHundredths(row.credits),
    months: row.months,
    purpose: row.purpose,
    method: row.method,
    waiting,
    disputed: row.disputed,
    refundable: row.status === 'approved' && row.mayRefund,
    returned: row.isReturned,
    sandbox: row.provider === 'sandbox',
    coupon: row.couponCode,
    reseller: row.reseller,
  };
}

const reasonOf = ({ reason, disputed }: Pick<Recharge, 'reason' | 'disputed'>): string =>
  [reason, disputed ? 'Em disputa' : null].filter(Boolean).join('. ');

export async function getRevenue(
  { db, clock }: AppContext,
  { actor, query }: Call<typeof revenueDeclaration>,
): Promise<HandlerResult<typeof revenueDeclaration>> {
  const { timeZone } = clock;
  const month = query.month ?? localDay(clock.now(), timeZone).slice(0, 7);
  const first = `${month}-01`;
  const next = `${addDays(first, 32).slice(0, 7)}-01`;
  const rows = await db.many<{ day: string; cents: number; payments: number }>(
    revenueByDay(actor, {
      from: startOfDay(first, timeZone),
      until: startOfDay(next, timeZone),
      timeZone,
    }),
  );
  return {
    month,
    total: fromHundredths(rows.reduce((sum, { cents }) => sum + cents, 0)),
    payments: rows.reduce((sum, { payments }) => sum + payments, 0),
    days: rows.map(({ day, cents, payments }) => ({ day, value: fromHundredths(cents), payments })),
  };
}

const KIND = 'export-recharges';
const PAGE = 1000;

interface Export extends ExportRequest {
  readonly filters: RechargeFilters;
}

export async function exportRecharges(
  ctx: AppContext,
  { actor, body: filters }: Call<typeof exportDeclaration>,
): Promise<HandlerResult<typeof exportDeclaration>> {
  const count = await countExported(ctx, { by: actor, filters });
  const input = { kind: KIND, by: actor, file: 'Recargas.xlsx', payload: { filters } };
  return startFilledExport(ctx, count, input);
}

const countExported = async ({ db }: ReadingContext, { by, filters }: Export): Promise<number> =>
  (await boundedTotal(db, rechargeIds(by, filters))).total;

async function* pages({ db }: ReadingContext, { by, filters }: Export): AsyncGenerator<Recharge[]> {
  for (let below: number | undefined; ;) {
    const rows = await db.many<{ id: number }>(
      rechargePage(by, { filters, dir: 'desc', limit: PAGE, below }),
    );
    if (rows.length === 0) return;
    const ids = rows.map(({ id }) => id);
    yield await db.many<Recharge>(rechargesByIds(by, ids));
    below = ids.at(-1);
  }
}

export const rechargeExport = exportKind<Export, Recharge>({
  kind: KIND,
  columns: [
    { header: 'ID', width: 10, cell: (row) => row.id },
    { header: 'Username', width: 20, cell: (row) => row.username },
    { header: 'Status', width: 12, cell: (row) => rechargeStatusLabels[row.status] },
    { header: 'Data Aprovação', width: 16, cell: (row) => row.paidAt },
    { header: 'Data Criação', width: 16, cell: (row) => row.createdAt },
    { header: 'Motivo', width: 44, cell: reasonOf },
    { header: 'Valor (R$)', width: 12, cell: (row) => fromHundredths(row.cents) },
    { header: 'Créditos', width: 10, cell: (row) => fromHundredths(row.credits) },
    { header: 'Meses', width: 8, cell: (row) => row.months },
    { header: 'Forma', width: 8, cell: (row) => (row.method === 'pix' ? 'Pix' : 'Cartão') },
    { header: 'Cupom', width: 14, cell: (row) => row.couponCode ?? '' },
    { header: 'Revenda', width: 20, cell: (row) => row.reseller },
  ],
  count: countExported,
  pages,
});

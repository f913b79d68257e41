/** Lists the coupons of an account with their uses and money, and exports them. */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import {
  type CouponFilter,
  type CouponRow,
  type CouponSort,
  type exportCoupons as exportDeclaration,
  type listCoupons as declaration,
} from '@ramal/contract/coupons/coupons';
import {
  audienceLabels,
  type CouponStatus,
  couponStatusLabels,
  couponText,
} from '@ramal/contract/coupons/coupon-rules';
import { customerName } from '@ramal/contract/rules/customer-name';
import { fromHundredths } from '@ramal/contract/rules/money';
import { planLabel } from '@ramal/contract/rules/plans';
import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import { exportKind, type ExportRequest, startFilledExport } from '../exports/exports.ts';
import type { AppContext, ReadingContext } from '../foundation/app-context.ts';
import { type Clock, daysBetween, localDay } from '../foundation/clock.ts';
import { containsFolded } from '../foundation/like.ts';
import type { Call } from '../foundation/http/bind.ts';
import { boundedTotal, pageWithinBound, toPageAnswer } from '../foundation/pages.ts';
import { type Coupon, couponColumns, couponStatus, usesColumn } from './coupons.sql.ts';

interface ListedCoupon extends Coupon {
  readonly uses: number;
  readonly cents: number;
  readonly status: CouponStatus;
  readonly customers: readonly { readonly note: string; readonly username: string }[];
  readonly customerCount: number;
}

interface CouponFilters {
  readonly search?: string | undefined;
  readonly status?: CouponFilter | undefined;
}

const statusesOf: Readonly<Record<CouponFilter, readonly CouponStatus[]>> = {
  valid: ['valid'],
  paused: ['paused'],
  over: ['exhausted', 'ended'],
};

/** Cents of the paid charges of the coupon `k`. */
const centsColumn: Sql = sql`
  (select coalesce(sum(c.cents), 0)::bigint from charges c
   where c.coupon_id = k.id and c.state in ('paid', 'settled'))`;

const MAX_NAMED_CUSTOMERS = 3;

const rowsOf = (today: string): Sql => sql`
  select ${couponColumns}, ${usesColumn} as uses, ${centsColumn} as cents, ${couponStatus(today)} as status,
    (select count(*) from coupon_lines p where p.coupon_id = k.id) as customer_count,
    coalesce((
      select jsonb_agg(jsonb_build_object('note', l.note, 'username', l.username) order by l.id) from (
        select l.id, l.note, l.username from coupon_lines p join lines l on l.id = p.line_id
        where p.coupon_id = k.id order by l.id limit ${MAX_NAMED_CUSTOMERS}) l), '[]') as customers
  from coupons k`;

function matching(accountId: number, { search, status }: CouponFilters, today: string): Sql {
  const named =
    search === undefined
      ? empty
      : sql`and (fold(k.code) like ${containsFolded(search)} or exists (
          select from coupon_lines p join lines l on l.id = p.line_id
          where p.coupon_id = k.id and fold(l.note || ' ' || l.username) like ${containsFolded(search)}))`;
  const inState =
    status === undefined ? empty : sql`and ${couponStatus(today)} in (${join(statusesOf[status])})`;
  return sql`k.account_id = ${accountId} and not k.is_personal ${named} ${inState}`;
}

const orders: Readonly<Record<CouponSort, Sql>> = {
  created: sql`k.id`,
  code: sql`k.code`,
  ends: sql`k.ends_on`,
  uses: usesColumn,
  value: centsColumn,
};

export async function listCoupons(
  { db, clock }: AppContext,
  { actor, query }: Call<typeof declaration>,
): Promise<HandlerResult<typeof declaration>> {
  const today = todayOn(clock);
  const where = matching(actor.id, query, today);
  const dir = raw(query.dir);
  const [total, rows, sums] = await Promise.all([
    boundedTotal(db, sql`select k.id from coupons k where ${where}`),
    db.many<ListedCoupon>(sql`
      ${rowsOf(today)} where ${where}
      order by ${orders[query.sort]} ${dir}, k.id ${dir} ${pageWithinBound(query)}`),
    db.many<{ status: CouponStatus; count: number; cents: number }>(sql`
      select ${couponStatus(today)} as status, count(*) as count, coalesce(sum(${centsColumn}), 0)::bigint as cents
      from coupons k where k.account_id = ${actor.id} and not k.is_personal group by 1`),
  ]);
  const countOf = (filter: CouponFilter): number =>
    sums
      .filter(({ status }) => statusesOf[filter].includes(status))
      .reduce((sum, { count }) => sum + count, 0);
  const data = rows.map((row) => toRow(row, today));
  return {
    ...toPageAnswer(query, total, data),
    counts: {
      all: sums.reduce((sum, { count }) => sum + count, 0),
      valid: countOf('valid'),
      paused: countOf('paused'),
      over: countOf('over'),
    },
    validValue: fromHundredths(sums.find(({ status }) => status === 'valid')?.cents ?? 0),
  };
}

const todayOn = (clock: Clock): string => localDay(clock.now(), clock.timeZone);

const amountOnWire = ({ kind, amount }: Coupon): number =>
  kind === 'value' || kind === 'credits' ? fromHundredths(amount) : amount;

const toRow = (row: ListedCoupon, today: string): CouponRow => ({
  id: row.id,
  code: row.code,
  kind: row.kind,
  amount: amountOnWire(row),
  leastCredits: row.leastCredits,
  plans: [...row.plans],
  audiences: [...row.audiences],
  customers: row.customers.map((customer) => customerName(customer).name),
  customerCount: row.customerCount,
  oncePerCustomer: row.isOncePerCustomer,
  startsOn: row.startsOn,
  endsOn: row.endsOn,
  daysLeft: daysBetween(today, row.endsOn),
  uses: row.uses,
  mostUses: row.mostUses,
  value: fromHundredths(row.cents),
  status: row.status,
});

const KIND = 'export-coupons';
const PAGE = 1000;

interface CouponExport extends ExportRequest {
  readonly filters: CouponFilters;
}

export async function exportCoupons(
  ctx: AppContext,
  { actor, body: filters }: Call<typeof exportDeclaration>,
): Promise<HandlerResult<typeof exportDeclaration>> {
  const count = await countExported(ctx, { by: actor, filters });
  const input = { kind: KIND, by: actor, file: 'Cupons.xlsx', payload: { filters } };
  return startFilledExport(ctx, count, input);
}

const countExported = async (
  { db, clock }: ReadingContext,
  { by, filters }: CouponExport,
): Promise<number> => {
  const where = matching(by.id, filters, todayOn(clock));
  return (await boundedTotal(db, sql`select k.id from coupons k where ${where}`)).total;
};

async function* pages(
  { db, clock }: ReadingContext,
  { by, filters }: CouponExport,
): AsyncGenerator<ListedCoupon[]> {
  const today = todayOn(clock);
  const where = matching(by.id, filters, today);
  for (let above = 0; ;) {
    const rows = await db.many<ListedCoupon>(
      sql`${rowsOf(today)} where ${where} and k.id > ${above} order by k.id limit ${PAGE}`,
    );
    if (rows.length === 0) return;
    yield rows;
    above = rows.at(-1)!.id;
  }
}

const planText = ({ kind, plans, leastCredits }: Coupon): string => {
  if (kind === 'credits') return `Recargas de ${leastCredits}+`;
  return plans.length === 0 ? 'Todos' : plans.map(planLabel).join(', ');
};

const audienceText = ({ kind, audiences }: Coupon): string => {
  if (kind === 'credits') return 'Suas revendas';
  if (audiences.length === 0) return 'Todos';
  return audiences.map((audience) => audienceLabels[audience]).join(', ');
};

export const couponExport = exportKind<CouponExport, ListedCoupon>({
  kind: KIND,
  columns: [
    { header: 'Código', width: 16, cell: (row) => row.code },
    { header: 'Desconto', width: 24, cell: (row) => couponText(row, row.plans) },
    { header: 'Vale de', width: 12, cell: (row) => row.startsOn },
    { header: 'Vale até', width: 12, cell: (row) => row.endsOn },
    { header: 'Usos', width: 8, cell: (row) => row.uses },
    { header: 'Limite', width: 8, cell: (row) => row.mostUses },
    { header: 'Planos', width: 24, cell: planText },
    { header: 'Para quem', width: 24, cell: audienceText },
    { header: 'Trouxe (R$)', width: 12, cell: (row) => fromHundredths(row.cents) },
    { header: 'Status', width: 12, cell: (row) => couponStatusLabels[row.status] },
  ],
  count: countExported,
  pages,
});

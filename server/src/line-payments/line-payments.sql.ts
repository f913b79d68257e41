/**
 * SQL of customers' payments for home and list: the price of each line, and whether the current
 * period is paid. Only the line's owner can see them.
 */
import type { PaidFilter } from '@ramal/contract/lines/line-payments';
import type { PlatformKey } from '@ramal/contract/rules/platforms';
import sql, { type Sql } from 'sql-template-tag';
import type { Ctes, Reader } from '../foundation/database.ts';

const paidNow = sql`exists (select from line_payments paid
  where paid.line_id = price.line_id and paid.period = price.period)`;

export interface PaymentFilter {
  readonly is: PaidFilter;
  readonly owner: number;
  /** Start of the current month. Payments since then match `received`. */
  readonly month: Date;
}

/**
 * Condition on `lines` of the owner. Selects lines whose current period is paid, lines whose
 * current period is unpaid, or lines with a payment received this month.
 */
export const matchesPayment = ({ is, owner, month }: PaymentFilter): Sql =>
  is === 'received'
    ? sql`id in (select line_id from line_payments where ${receivedBy(owner, month)})`
    : sql`id in (
        select price.line_id from line_prices price where ${is === 'paid' ? paidNow : sql`not ${paidNow}`})`;

const receivedBy = (owner: number, month: Date): Sql =>
  sql`actor_id = ${owner} and paid_at >= ${month}`;

/** Column: the price of `lines l`. */
export const linePriceSql = sql`(select price.cents from line_prices price where price.line_id = l.id)`;
export const isPaid = sql`exists (select from line_prices price where price.line_id = l.id and ${paidNow})`;

/**
 * Column: the time of the last payment request to the customer of `lines l` in the current period.
 * A renewal begins a new period.
 */
export const chargedAt: Sql = sql`(select c.contacted_at from line_contacts c
  where c.line_id = l.id and c.kind = 'charge' and c.threshold = 0 and c.due_at = l.expires_at)`;

/**
 * Column: the time of the last message about the renewal of `lines l` to its current expiry. Null if
 * the seller dismissed the message.
 */
export const informedAt: Sql = sql`(select c.contacted_at from line_contacts c
  where c.line_id = l.id and c.kind = 'renewed' and c.threshold = 0 and c.due_at = l.expires_at
    and c.channel <> 'none')`;

/** CTE: a renewal begins an unpaid period. */
export const nextPeriodCte = (lineId: number): Sql =>
  sql`update line_prices set period = period + 1 where line_id = ${lineId} returning line_id, period`;

/** CTE: the period before an undone renewal. */
export const restorePeriodCte = (lineId: number, period: number): Sql =>
  sql`update line_prices set period = ${period} where line_id = ${lineId}`;

/** CTEs: a renewal paid by the customer begins a paid period, with the received amount. */
export const paidPeriodCtes = (lineId: number, paid: PaidPeriod): Ctes => ({
  period: nextPeriodCte(lineId),
  periodPaid: sql`insert into line_payments (line_id, period, cents, paid_at, actor_id)
    select line_id, period, ${paid.cents}, ${paid.at}, ${paid.ownerId} from period`,
});

interface PaidPeriod {
  readonly ownerId: number;
  readonly cents: number;
  readonly at: Date;
}

/**
 * CTE: marks the paid period as unpaid again, because its payment was refunded. `at` is an SQL
 * expression for the time of that payment.
 */
export const unpaidPeriodCte = (lineId: number, at: Sql): Sql =>
  sql`delete from line_payments where line_id = ${lineId} and paid_at = ${at}`;

interface MonthPayments {
  readonly receivedCents: number;
  readonly received: PlatformTotals;
  readonly openCents: number;
  readonly open: PlatformTotals;
}

type PlatformTotals = readonly { readonly platform: PlatformKey; readonly total: number }[];

/**
 * Reads the amounts received this month and the open amounts. They equal the rows of the lists
 * filtered by `paid`.
 */
export async function readPayments(
  reader: Reader,
  ownerId: number,
  month: Date,
): Promise<MonthPayments> {
  const linesThat = (is: PaidFilter): Sql => sql`(select id, platform from lines
    where owner_id = ${ownerId} and deleted_at is null and ${matchesPayment({ is, owner: ownerId, month })}) l`;
  const [received, payers, open] = await Promise.all([
    reader.first<{ cents: number }>(sql`
      select coalesce(sum(cents), 0)::bigint as cents from line_payments
      where ${receivedBy(ownerId, month)}`),
    reader.many<{ platform: PlatformKey; total: number }>(sql`
      select l.platform, count(*) as total from ${linesThat('received')} group by l.platform`),
    reader.many<{ platform: PlatformKey; total: number; cents: number }>(sql`
      select l.platform, count(*) as total, sum(${linePriceSql})::bigint as cents
      from ${linesThat('open')} group by l.platform`),
  ]);
  return {
    receivedCents: received!.cents,
    received: payers,
    openCents: open.reduce((sum, { cents }) => sum + cents, 0),
    open: open.map(({ platform, total }) => ({ platform, total })),
  };
}

/**
 * Day of the next debit by recurring Pix of `lines l`. An empty text if no debit is planned. Null
 * without an active authorization.
 */
export const recurringDueOn: Sql = sql`
  (select coalesce(to_char(pa.next_due_on, 'YYYY-MM-DD'), '') from pix_authorizations pa
   where pa.line_id = l.id and pa.state = 'active')`;

/** Condition: a debit by recurring Pix will renew `lines l`. */
export const renewsAutomatically: Sql = sql`
  exists (select from pix_authorizations pa where pa.line_id = l.id and pa.state = 'active' and not pa.is_refused)`;

export const isRecurringRefused: Sql = sql`
  exists (select from pix_authorizations pa where pa.line_id = l.id and pa.state = 'active' and pa.is_refused)`;

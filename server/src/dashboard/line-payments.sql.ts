/**
 * What one's customers pay, said once for home and list: a price per line, and whether its current
 * period was paid. Only a line's owner is told of either.
 */
import type { PaidFilter } from '@ramal/contract/lines/line-payments';
import type { PlatformKey } from '@ramal/contract/rules/platforms';
import sql, { type Sql } from 'sql-template-tag';
import type { Reader } from '../foundation/database.ts';

const paidNow = sql`exists (select from line_payments paid
  where paid.line_id = price.line_id and paid.period = price.period)`;

/** Of `lines`: has a price, and its current period is paid or not. */
export const paymentIs = (paid: PaidFilter): Sql => sql`id in (
  select price.line_id from line_prices price where ${paid === 'paid' ? paidNow : sql`not ${paidNow}`})`;

/** Of `lines l`. */
export const priceOf = sql`(select price.cents from line_prices price where price.line_id = l.id)`;
export const isPaid = sql`exists (select from line_prices price where price.line_id = l.id and ${paidNow})`;

/** A renewal begins a period that nobody has paid for yet. */
export const nextPeriodCte = (lineId: number): Sql =>
  sql`update line_prices set period = period + 1 where line_id = ${lineId}`;

export interface MonthPayments {
  readonly receivedCents: number;
  readonly openCents: number;
  readonly open: readonly { readonly platform: PlatformKey; readonly total: number }[];
}

/** Received since the month began, and what the list under `paid=open` still owes. */
export async function readPayments(
  reader: Reader,
  ownerId: number,
  month: Date,
): Promise<MonthPayments> {
  const [received, open] = await Promise.all([
    reader.first<{ cents: number }>(sql`
      select coalesce(sum(cents), 0)::bigint as cents from line_payments
      where actor_id = ${ownerId} and paid_at >= ${month}`),
    reader.many<{ platform: PlatformKey; total: number; cents: number }>(sql`
      select l.platform, count(*) as total, sum(${priceOf})::bigint as cents
      from (select id, platform from lines
        where owner_id = ${ownerId} and deleted_at is null and ${paymentIs('open')}) l
      group by l.platform`),
  ]);
  return {
    receivedCents: received!.cents,
    openCents: open.reduce((sum, { cents }) => sum + cents, 0),
    open: open.map(({ platform, total }) => ({ platform, total })),
  };
}

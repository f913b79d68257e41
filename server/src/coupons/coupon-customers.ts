/**
 * Recognises the customer who uses a coupon: by line, number, device, and the document of earlier
 * payments. Numbers, devices and documents are stored as digests only.
 */
import { createHmac } from 'node:crypto';
import { type CouponAudience, WIN_BACK_DAYS } from '@ramal/contract/coupons/coupon-rules';
import sql, { type Sql, join } from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import { addDays, type ClockReading, localDay, startOfDay } from '../foundation/clock.ts';
import type { Reader } from '../foundation/database.ts';
import { type Coupon, isUse } from './coupons.sql.ts';

export interface CouponCustomer {
  /** Undefined for a customer without a line. */
  readonly lineId?: number | null;
  /** WhatsApp number in its stored form. It only recognises a second use of a coupon. */
  readonly phone?: string | null;
  /** Signature of the browser or device, if the page has one. */
  readonly device?: string | null;
  /** Account that buys credits. */
  readonly buyerId?: number | null;
}

export interface CustomerMarks {
  readonly phone: Buffer | null;
  readonly device: Buffer | null;
}

export function markCustomer(
  { secrets }: Pick<AppContext, 'secrets'>,
  { phone, device }: CouponCustomer,
): CustomerMarks {
  const key = secrets.key('coupon-customers');
  const mark = (kind: string, value: string | null | undefined): Buffer | null =>
    value ? createHmac('sha256', key).update(`${kind} ${value}`).digest() : null;
  return { phone: mark('phone', phone), device: mark('device', device) };
}

/** Lines that expired before this time are lost: the same calendar days as the groups of win-back. */
const lostBefore = ({ now, timeZone }: ClockReading): Date =>
  startOfDay(addDays(localDay(now, timeZone), 1 - WIN_BACK_DAYS), timeZone);

/** Conditions on lines `l` of the seller: their customers belong to the audience now. */
const audienceConditions = (
  at: ClockReading,
): Readonly<Record<Exclude<CouponAudience, 'chosen'>, Sql>> => ({
  new: sql`l.is_trial`,
  expired: sql`(not l.is_trial and l.expires_at <= ${at.now})`,
  trial: sql`l.is_trial`,
  'win-back': sql`(l.expires_at < ${lostBefore(at)} or l.is_trial and l.expires_at <= ${at.now})`,
});

/** Condition on lines `l`: their customers belong to one of the audiences. */
export const isInAudiences = (
  audiences: readonly CouponAudience[],
  chosen: Sql,
  at: ClockReading,
): Sql =>
  audiences.length === 0
    ? sql`not l.is_trial`
    : sql`(${join(
        audiences.map((audience) =>
          audience === 'chosen' ? chosen : audienceConditions(at)[audience],
        ),
        ' or ',
      )})`;

/** SQL: the number of the line with this alias was not typed by a stranger without a proof. */
export const hasTrustedNumber = (line: Sql): Sql => sql`(
  coalesce(${line}.origin, '') not in ('storefront', 'referral')
  or exists (select from trial_requests r where r.line_id = ${line}.id and r.is_proved))`;

/**
 * SQL: the number of the customer's line, null without a proof. A coupon would otherwise tell
 * whether a number belongs to a customer.
 */
const trustedNumber = (lineId: number | null): Sql => sql`(
  select own.whatsapp from lines own where own.id = ${lineId} and ${hasTrustedNumber(sql`own`)})`;

/**
 * True if the coupon is valid for the customer of its seller. Only the customer's line counts, never
 * a typed number, so a visitor without a line fits new customers alone (Q-COUPONAUDIENCE).
 */
export async function fitsCustomer(
  reader: Reader,
  { id, accountId, audiences }: Coupon,
  { lineId = null }: CouponCustomer,
  at: ClockReading,
): Promise<boolean> {
  if (audiences.length === 0) return true;
  if (lineId === null) return audiences.includes('new');
  const isSame = sql`(l.id = ${lineId} or l.whatsapp = ${trustedNumber(lineId)})`;
  const ownLines = sql`lines l where l.owner_id = ${accountId} and ${isSame}`;
  if (audiences.includes('new')) {
    const earlier = await reader.first(sql`select from ${ownLines} and not l.is_trial limit 1`);
    if (!earlier) return true;
  }
  const others = audiences.filter((audience) => audience !== 'new');
  if (others.length === 0) return false;
  const chosen = sql`exists (
    select from coupon_lines c join lines picked on picked.id = c.line_id
    where c.coupon_id = ${id} and (picked.id = l.id or picked.whatsapp = ${trustedNumber(lineId)}))`;
  const row = await reader.first(sql`
    select from lines l where l.id = ${lineId} and l.owner_id = ${accountId} and l.deleted_at is null
      and ${isInAudiences(others, chosen, at)}`);
  return row !== undefined;
}

export interface EarlierUse {
  readonly state: 'pending' | 'paid' | 'settled';
  readonly expiresAt: Date;
}

/** Finds a use of the coupon by the same customer, an unpaid one last. */
export const findEarlierUse = (
  reader: Reader,
  couponId: number,
  { lineId = null, buyerId = null }: CouponCustomer,
  { phone, device }: CustomerMarks,
): Promise<EarlierUse | undefined> =>
  reader.first(sql`
    select c.state, c.expires_at
    from coupon_redemptions r join charges c on c.id = r.charge_id and ${isUse}
    where r.coupon_id = ${couponId} and (
      r.line_id = ${lineId} or r.buyer_id = ${buyerId} or r.phone_mark = ${phone} or r.device_mark = ${device}
      or c.payer_mark in (
        select known.payer_mark from charges known
        where known.payer_mark is not null and (known.line_id = ${lineId} or known.buyer_id = ${buyerId})))
    order by c.state = 'pending', c.id limit 1`);

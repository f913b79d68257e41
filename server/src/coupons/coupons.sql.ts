/** Reads coupons, their uses and their status. */
import type {
  CouponAudience,
  CouponKind,
  CouponStatus,
} from '@ramal/contract/coupons/coupon-rules';
import type { PlanMonths } from '@ramal/contract/rules/plans';
import sql, { type Sql } from 'sql-template-tag';
import type { Reader } from '../foundation/database.ts';

export interface Coupon {
  readonly id: number;
  readonly accountId: number;
  readonly code: string;
  readonly kind: CouponKind;
  /** Percent, cents, days, months, or hundredths of a credit. */
  readonly amount: number;
  readonly leastCredits: number | null;
  readonly plans: readonly PlanMonths[];
  readonly audiences: readonly CouponAudience[];
  readonly isOncePerCustomer: boolean;
  readonly mostUses: number | null;
  /** First and last day as yyyy-mm-dd. */
  readonly startsOn: string;
  readonly endsOn: string;
  readonly pausedAt: Date | null;
  readonly endedAt: Date | null;
}

export const couponColumns: Sql = sql`
  k.id, k.account_id, k.code, k.kind, k.amount, k.least_credits, k.plans, k.audiences,
  k.is_once_per_customer, k.most_uses, to_char(k.starts_on, 'YYYY-MM-DD') as starts_on,
  to_char(k.ends_on, 'YYYY-MM-DD') as ends_on, k.paused_at, k.ended_at`;

/**
 * Condition on charges `c`: the charge counts as a use of its coupon. A charge that ends unpaid and
 * a refunded charge therefore give the use back.
 */
export const isUse: Sql = sql`c.state in ('pending', 'paid', 'settled')`;

/** Number of uses of the coupon `k`. */
export const usesColumn: Sql = sql`
  (select count(*) from charges c where c.coupon_id = k.id and ${isUse})`;

/** Status of the coupon `k` on this day. A coupon without uses left is exhausted on any day. */
export const couponStatus = (today: string): Sql => sql`
  case when k.ended_at is not null then 'ended'
    when k.most_uses <= ${usesColumn} then 'exhausted'
    when k.ends_on < ${today}::date then 'ended'
    when k.paused_at is not null then 'paused'
    else 'valid' end`;

/** Finds the coupon of this seller. A coupon of another seller is unknown. */
export const findCouponByCode = (
  reader: Reader,
  accountId: number,
  code: string,
): Promise<Coupon | undefined> =>
  reader.first(sql`
    select ${couponColumns} from coupons k where k.account_id = ${accountId} and k.code = ${code}`);

/**
 * Locks a coupon, so that concurrent redemptions count each other. Lock order: wallets, charge,
 * line, coupon.
 */
export const lockCouponByCode = (
  reader: Reader,
  accountId: number,
  code: string,
): Promise<Coupon | undefined> =>
  reader.first(sql`
    select ${couponColumns} from coupons k
    where k.account_id = ${accountId} and k.code = ${code} for no key update`);

export async function countUses(reader: Reader, couponId: number): Promise<number> {
  const row = await reader.first<{ uses: number }>(sql`
    select count(*) as uses from charges c where c.coupon_id = ${couponId} and ${isUse}`);
  return row!.uses;
}

export interface CouponState {
  readonly id: number;
  readonly status: CouponStatus;
}

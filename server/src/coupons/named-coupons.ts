/** Finds the coupons that messages name, so that the link in a message contains the code. */
import type { CouponAudience, CouponTerms } from '@ramal/contract/coupons/coupon-rules';
import type { PlanMonths } from '@ramal/contract/rules/plans';
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import { localDay } from '../foundation/clock.ts';
import type { Reader } from '../foundation/database.ts';
import { couponStatus } from './coupons.sql.ts';

const WORD = /(?<![\p{L}\p{N}])[A-Z0-9]{4,12}(?![\p{L}\p{N}])/gu;

/**
 * Returns the code that each text names, in the order of the texts. Undefined for a text that names
 * no valid coupon of the account.
 */
export async function findNamedCoupons(
  { clock }: Pick<AppContext, 'clock'>,
  reader: Reader,
  accountId: number,
  texts: readonly string[],
): Promise<(string | undefined)[]> {
  const words = texts.map((text) => text.match(WORD) ?? []);
  const codes = [...new Set(words.flat())];
  if (codes.length === 0) return texts.map(() => undefined);
  const today = localDay(clock.now(), clock.timeZone);
  const rows = await reader.many<{ code: string }>(sql`
    select k.code from coupons k
    where k.account_id = ${accountId} and k.code = any(${codes}::text[]) and k.kind <> 'credits' and not k.is_personal
      and k.starts_on <= ${today}::date and ${couponStatus(today)} = 'valid'`);
  const valid = new Set(rows.map(({ code }) => code));
  return words.map((ofText) => ofText.find((word) => valid.has(word)));
}

/** A valid coupon that a message can offer. */
export interface OfferedCoupon extends CouponTerms {
  readonly id: number;
  readonly code: string;
  /** Plans in months; empty for all plans. */
  readonly plans: readonly PlanMonths[];
  /** Customers for whom the coupon is valid; empty for all customers. */
  readonly audiences: readonly CouponAudience[];
}

/** Finds a valid coupon of the account by its id or its code. */
export const findOfferedCoupon = (
  { clock }: Pick<AppContext, 'clock'>,
  reader: Reader,
  accountId: number,
  coupon: { readonly id: number } | { readonly code: string },
): Promise<OfferedCoupon | undefined> => {
  const today = localDay(clock.now(), clock.timeZone);
  const isWanted = 'id' in coupon ? sql`k.id = ${coupon.id}` : sql`k.code = ${coupon.code}`;
  return reader.first<OfferedCoupon>(sql`
    select k.id, k.code, k.kind, k.amount, k.plans, k.audiences from coupons k
    where k.account_id = ${accountId} and ${isWanted} and k.kind <> 'credits' and not k.is_personal
      and k.starts_on <= ${today}::date and ${couponStatus(today)} = 'valid'`);
};

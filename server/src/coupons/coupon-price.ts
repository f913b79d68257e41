/** Calculates what a coupon changes, or refuses it with a sentence for the customer. */
import { Refusal, refuse } from '@ramal/contract/api/errors';
import {
  bonusDaysHundredths,
  couponCredits,
  couponDays,
  discountedCents,
  floorCents,
  readCouponCode,
} from '@ramal/contract/coupons/coupon-rules';
import type { PlanMonths } from '@ramal/contract/rules/plans';
import type { AppContext } from '../foundation/app-context.ts';
import { formatDateTime, localDay, readClock } from '../foundation/clock.ts';
import type { Reader } from '../foundation/database.ts';
import { toNetwork } from '../foundation/http/request-meta.ts';
import { createFailureLimiter } from '../foundation/limits/rate-limiter.ts';
import { readLowestPrice } from '../limits/limits.ts';
import {
  type CouponCustomer,
  findEarlierUse,
  fitsCustomer,
  markCustomer,
} from './coupon-customers.ts';
import { type Coupon, countUses, findCouponByCode } from './coupons.sql.ts';

/** A plan of a customer, or a top-up of a reseller if `months` is null. */
export interface CouponPurchase {
  readonly months: PlanMonths | null;
  /** Price in cents without the coupon. */
  readonly cents: number;
  /** Hundredths of a credit of the plan or the top-up. */
  readonly hundredths: number;
  /** Hundredths of a credit that the seller adds to the top-up without the coupon. */
  readonly promised?: number;
}

export interface CouponUse extends CouponPurchase {
  readonly sellerId: number;
  /** Code as the customer typed it. */
  readonly code: string;
  readonly customer: CouponCustomer;
}

export interface CouponPrice {
  readonly couponId: number;
  readonly code: string;
  readonly cents: number;
  readonly listCents: number;
  readonly bonusDays: number;
  /** Hundredths of a credit that the added days cost the seller. */
  readonly bonusHundredths: number;
  /** Hundredths of a credit that a top-up gives in addition. */
  readonly bonusCredits: number;
}

/**
 * Returns the price of the purchase with the coupon. Refuses a coupon that is unknown, not valid
 * now, without uses left, or not for this plan or customer.
 */
export async function readCouponPrice(
  ctx: Pick<AppContext, 'clock' | 'secrets'>,
  reader: Reader,
  use: CouponUse,
): Promise<CouponPrice> {
  const coupon = await findUsableCoupon(ctx, reader, use);
  await refuseUsed(ctx, reader, coupon, use);
  return priceWith(reader, coupon, use);
}

/** Creates a guard for codes that strangers type. Each network may try few unknown codes an hour. */
export function createCodeGuard(ctx: AppContext) {
  const unknown = createFailureLimiter(ctx, 'storefront-coupon');
  return async <Result>(ip: string, run: () => Promise<Result>): Promise<Result> => {
    const network = toNetwork(ip);
    await unknown.check(network);
    try {
      return await run();
    } catch (error) {
      if (error instanceof Refusal && error.code === 'coupon_unknown')
        await unknown.countFailure(network);
      throw error;
    }
  };
}

/** Finds the coupon for the customer. Its uses are not checked. */
export async function findUsableCoupon(
  { clock }: Pick<AppContext, 'clock'>,
  reader: Reader,
  { sellerId, code: typed, customer }: Pick<CouponUse, 'sellerId' | 'code' | 'customer'>,
  find: typeof findCouponByCode = findCouponByCode,
): Promise<Coupon> {
  const code = readCouponCode(typed);
  const coupon = code === undefined ? undefined : await find(reader, sellerId, code);
  if (!coupon) return refuseCoupon('coupon_unknown', typed);
  const at = readClock(clock);
  const today = localDay(at.now, at.timeZone);
  if (coupon.endedAt || coupon.endsOn < today) refuseCoupon('coupon_ended', coupon.code);
  if (coupon.startsOn > today)
    refuseCoupon('coupon_not_started', coupon.code, { day: dayText(coupon.startsOn) });
  if (coupon.pausedAt) refuseCoupon('coupon_paused', coupon.code);
  if (!(await fitsCustomer(reader, coupon, customer, at)))
    refuseCoupon('coupon_other_customer', coupon.code);
  return coupon;
}

/**
 * Returns the prices of the purchases for which the coupon is valid. Refuses without any such
 * purchase, and for the same reasons as `readCouponPrice`.
 */
export async function readCouponPrices(
  ctx: Pick<AppContext, 'clock' | 'secrets'>,
  reader: Reader,
  use: Pick<CouponUse, 'sellerId' | 'code' | 'customer'>,
  purchases: readonly CouponPurchase[],
): Promise<readonly (CouponPrice & Pick<CouponPurchase, 'months'>)[]> {
  const coupon = await findUsableCoupon(ctx, reader, use);
  await refuseUsed(ctx, reader, coupon, use);
  const lowest = await readLowestPrice(reader, { id: use.sellerId, profile: 'reseller' });
  const prices = purchases.flatMap((purchase) => {
    const price = calculatePrice(coupon, purchase, lowest);
    return typeof price === 'string' ? [] : [{ ...price, months: purchase.months }];
  });
  return prices.length > 0 ? prices : refuseCoupon('coupon_other_plan', coupon.code);
}

interface Redeemer {
  readonly customer: CouponCustomer;
  readonly mayWait?: boolean;
}

/**
 * Refuses a coupon without uses left, and a second use by the same customer. `mayWait` allows an
 * open payment of the customer, which the new one may equal.
 */
export async function refuseUsed(
  ctx: Pick<AppContext, 'clock' | 'secrets'>,
  reader: Reader,
  { id, code, isOncePerCustomer, mostUses }: Coupon,
  { customer, mayWait = false }: Redeemer,
): Promise<void> {
  const earlier = isOncePerCustomer
    ? await findEarlierUse(reader, id, customer, markCustomer(ctx, customer))
    : undefined;
  if (earlier?.state === 'pending') {
    if (mayWait) return;
    const time = formatDateTime(earlier.expiresAt, ctx.clock.timeZone).slice(-5);
    refuseCoupon('coupon_waiting', code, { time });
  }
  if (earlier) refuseCoupon('coupon_used', code);
  if (mostUses !== null && (await countUses(reader, id)) >= mostUses)
    refuseCoupon('coupon_exhausted', code);
}

/** Returns the price of the purchase, or refuses a coupon that is not for it. */
export async function priceWith(
  reader: Reader,
  coupon: Coupon,
  { sellerId, ...purchase }: CouponPurchase & Pick<CouponUse, 'sellerId'>,
): Promise<CouponPrice> {
  const lowest = await readLowestPrice(reader, { id: sellerId, profile: 'reseller' });
  const price = calculatePrice(coupon, purchase, lowest);
  if (typeof price !== 'string') return price;
  return refuseCoupon(price, coupon.code, { least: coupon.leastCredits ?? 0 });
}

/**
 * Calculates the price of a purchase, or returns the code of the refusal. A price below the lowest
 * that the limits allow is refused too.
 */
function calculatePrice(
  coupon: Coupon,
  { months, cents: listCents, hundredths, promised = 0 }: CouponPurchase,
  lowest: number | null,
): CouponPrice | 'coupon_other_plan' | 'coupon_small_top_up' {
  const { id: couponId, code, kind, leastCredits, plans } = coupon;
  const isTopUp = months === null;
  if (isTopUp !== (kind === 'credits')) return 'coupon_other_plan';
  if (isTopUp && hundredths < (leastCredits ?? 0) * 100) return 'coupon_small_top_up';
  if (!isTopUp && plans.length > 0 && !plans.includes(months)) return 'coupon_other_plan';
  const cents = discountedCents(coupon, listCents);
  const bonusDays = couponDays(coupon);
  const bonusHundredths = bonusDaysHundredths(bonusDays);
  const bonusCredits = couponCredits(coupon);
  if (cents < floorCents(hundredths + promised + bonusHundredths + bonusCredits, lowest))
    return 'coupon_other_plan';
  return { couponId, code, cents, listCents, bonusDays, bonusHundredths, bonusCredits };
}

const dayText = (day: string): string => day.split('-').toReversed().join('/');

const refuseCoupon = (
  error: Extract<Parameters<typeof refuse>[0], `coupon_${string}`>,
  code: string,
  values: Record<string, string | number> = {},
): never => refuse(error, { values: { code, ...values } });

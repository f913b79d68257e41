/** Compares the prices of the seller's plans with the lowest prices that its limits allow. */
import {
  bonusDaysHundredths,
  couponAmountText,
  couponCredits,
  couponDays,
  type CouponTerms,
  discountedCents,
  floorCents,
} from '@ramal/contract/coupons/coupon-rules';
import { moneyText } from '@ramal/contract/rules/message';
import { planLabel, type PlanMonths } from '@ramal/contract/rules/plans';
import type { Reader } from '../foundation/database.ts';
import { readLowestPrice } from '../limits/limits.ts';
import { readPlanPrices, readTopUpTiers } from '../payments/payments.ts';

interface CouponScope {
  /** Plans in months; empty for all plans. */
  readonly plans: readonly PlanMonths[];
  readonly leastCredits?: number | undefined;
}

/**
 * Returns the problem of the first plan whose price with the coupon is below the lowest price that
 * the limits allow. A coupon for top-ups is compared at its smallest top-up.
 */
export async function findPriceProblem(
  reader: Reader,
  accountId: number,
  terms: CouponTerms,
  { plans, leastCredits }: CouponScope,
): Promise<string | undefined> {
  const lowest = await readLowestPrice(reader, { id: accountId, profile: 'reseller' });
  const amount = couponAmountText(terms);
  if (terms.kind === 'credits') {
    const credits = leastCredits ?? 0;
    const tiers = await readTopUpTiers(reader, accountId);
    const tier = tiers.findLast(({ from }) => from <= credits);
    const cents = tier ? tier.cents * credits : Number.MAX_SAFE_INTEGER;
    const total = credits * 100 + couponCredits(terms);
    if (cents >= floorCents(total, lowest)) return undefined;
    const each = moneyText(Math.floor((cents * 100) / total));
    return `Com ${amount} a mais o crédito sai por ${each}; o menor permitido é ${moneyText(lowest ?? 0)}.`;
  }
  const days = couponDays(terms);
  for (const { months, cents: list, hundredths } of await readPlanPrices(reader, accountId)) {
    if (list === null || (plans.length > 0 && !plans.includes(months))) continue;
    const cents = discountedCents(terms, list);
    const floor = floorCents(hundredths + bonusDaysHundredths(days), lowest);
    if (cents >= floor) continue;
    const what = months === 1 ? 'o mês sai' : `${planLabel(months)} saem`;
    const added = days === 0 ? amount : `${amount} a mais`;
    return `Com ${added} ${what} por ${moneyText(cents)}; o menor permitido é ${moneyText(floor)}.`;
  }
  return undefined;
}

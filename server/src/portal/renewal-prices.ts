/** Prices of the plans for the customer of a line, and the plans currently offered. */
import { discountedCents } from '@ramal/contract/coupons/coupon-rules';
import type { PlanMonths } from '@ramal/contract/rules/plans';
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import type { Reader } from '../foundation/database.ts';
import { findApplyingReward } from '../coupons/coupons.ts';
import type { Line } from '../lines/lines.ts';
import { readPaymentKind, readPlanPrices } from '../payments/payments.ts';

type Prices = ReturnType<typeof readPlanPrices>;

/**
 * Returns the prices. If the seller sells any plan, the customer's own price replaces the price of
 * one month, as in reminders.
 */
export async function readRenewalPrices(
  reader: Reader,
  { ownerId, priceCents }: Pick<Line, 'ownerId' | 'priceCents'>,
): Prices {
  const prices = await readPlanPrices(reader, ownerId);
  if (priceCents === null || prices.every(({ cents }) => cents === null)) return prices;
  return prices.map((price) => (price.months === 1 ? { ...price, cents: priceCents } : price));
}

/**
 * Returns the plans with their prices. A plan that is not sold has no price. Empty if the line's
 * owner takes no payments or cannot sign in (Q-BLOCKEDSELLER).
 */
export async function readOffer(ctx: AppContext, line: Line): Prices {
  if (!(await readPaymentKind(ctx, line.ownerId))) return [];
  return (await maySell(ctx.db, line.ownerId)) ? readRenewalPrices(ctx.db, line) : [];
}

export interface RenewalPlan {
  readonly months: PlanMonths;
  /** Price that the customer pays now. */
  readonly cents: number;
  /** Reward of the customer that lowers the price. */
  readonly reward: { readonly code: string; readonly percent: number } | undefined;
}

/** Returns the offered plans at the prices of the line's next payment, which uses a reward. */
export async function readRenewalPlans(ctx: AppContext, line: Line): Promise<RenewalPlan[]> {
  const plans: RenewalPlan[] = [];
  for (const { months, cents, hundredths } of await readOffer(ctx, line)) {
    if (cents === null) continue;
    const reward = await findApplyingReward(ctx, ctx.db, line, { cents, hundredths });
    const terms = { kind: 'percent', amount: reward?.percent ?? 0 } as const;
    plans.push({ months, cents: discountedCents(terms, cents), reward });
  }
  return plans;
}

/** True if the account can sign in. Only then may it sell. */
export const maySell = async (reader: Reader, accountId: number): Promise<boolean> =>
  (await reader.first(sql`
    select from accounts where id = ${accountId} and deleted_at is null and blocked_at is null
      and blocked_by_admin_at is null`)) !== undefined;

/** Reads the price of one month in cents; null if the seller sells none. */
export async function readMonthPrice(
  reader: Reader,
  line: Pick<Line, 'ownerId' | 'priceCents'>,
): Promise<number | null> {
  const prices = await readRenewalPrices(reader, line);
  return prices.find(({ months }) => months === 1)?.cents ?? null;
}

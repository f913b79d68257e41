/**
 * Redeems a coupon in the transaction that stores the charge. The coupon is locked, checked again
 * and counted there, so of two requests for the last use one is refused (Q-COUPON).
 */
import { refuse } from '@ramal/contract/api/errors';
import { moneyText } from '@ramal/contract/rules/message';
import sql from 'sql-template-tag';
import { recordEvent } from '../events/events.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Tx } from '../foundation/database.ts';
import { type Charge, type NewCharge, paymentOrigin } from '../payments/payments.ts';
import { type CouponCustomer, markCustomer } from './coupon-customers.ts';
import {
  type CouponPrice,
  type CouponUse,
  findUsableCoupon,
  priceWith,
  refuseUsed,
} from './coupon-price.ts';
import { lockCouponByCode } from './coupons.sql.ts';

interface TypedCoupon {
  readonly code: string;
  readonly customer: CouponCustomer;
}

/**
 * Returns the order at the price of the coupon. Its charge redeems the coupon. An open charge of the
 * customer is refused only with the new charge, because both may be equal.
 */
export async function applyCoupon(
  ctx: AppContext,
  order: NewCharge,
  { code, customer }: TypedCoupon,
): Promise<NewCharge> {
  const { accountId: sellerId, months, cents, credits: hundredths } = order;
  const promised = order.bonusCredits ?? 0;
  const use: CouponUse = { sellerId, code, customer, months, cents, hundredths, promised };
  const coupon = await findUsableCoupon(ctx, ctx.db, use);
  await refuseUsed(ctx, ctx.db, coupon, { customer, mayWait: true });
  const price = await priceWith(ctx.db, coupon, use);
  return {
    ...order,
    cents: price.cents,
    credits: hundredths + price.bonusHundredths,
    coupon: { id: price.couponId, listCents: cents },
    bonusDays: price.bonusDays,
    bonusCredits: promised + price.bonusCredits,
    enforce: async (tx, bonusCredits) => {
      await order.enforce?.(tx, bonusCredits);
      await redeemCoupon(ctx, tx, use, price);
    },
    record: async (tx, charge) => {
      await order.record?.(tx, charge);
      await recordRedemption(ctx, tx, charge, customer);
    },
  };
}

/** Locks the coupon and refuses if it has no use left, or if its price changed. */
export async function redeemCoupon(
  ctx: AppContext,
  tx: Tx,
  use: CouponUse,
  shown: Pick<CouponPrice, 'cents' | 'bonusDays' | 'bonusCredits'>,
): Promise<void> {
  const coupon = await findUsableCoupon(ctx, tx, use, lockCouponByCode);
  await refuseUsed(ctx, tx, coupon, use);
  const price = await priceWith(tx, coupon, use);
  const isSame =
    price.cents === shown.cents &&
    price.bonusDays === shown.bonusDays &&
    price.bonusCredits === shown.bonusCredits;
  if (!isSame) refuse('price_changed', { values: { price: moneyText(price.cents) } });
}

async function recordRedemption(
  ctx: AppContext,
  tx: Tx,
  { id, couponId, couponCode, accountId, lineId, buyerId, cents, listCents, bonusDays }: Charge,
  customer: CouponCustomer,
): Promise<void> {
  const { phone, device } = markCustomer(ctx, customer);
  await tx.run(sql`
    insert into coupon_redemptions (charge_id, coupon_id, line_id, buyer_id, phone_mark, device_mark, redeemed_at)
    values (${id}, ${couponId}, ${lineId ?? customer.lineId ?? null}, ${buyerId}, ${phone}, ${device}, ${ctx.clock.now()})`);
  await recordEvent(tx, paymentOrigin, {
    kind: 'coupon-redeemed',
    actorId: null,
    accountId,
    ...(lineId === null ? {} : { lineId }),
    before: { saleCents: listCents },
    after: {
      saleCents: cents,
      coupon: couponCode,
      charge: id,
      ...(bonusDays === 0 ? {} : { bonusDays }),
    },
  });
}

import * as contract from '@ramal/contract/coupons/coupons';
import * as topUps from '@ramal/contract/payments/top-ups';
import { fromHundredths } from '@ramal/contract/rules/money';
import type { AppContext } from '../foundation/app-context.ts';
import { type Binding, bind, type Call } from '../foundation/http/bind.ts';
import { consume, createRateLimiter } from '../foundation/limits/rate-limiter.ts';
import { createBuyCredits, previewTopUp } from '../payments/payments.ts';
import { endCoupon, pauseCoupon } from './change-coupon.ts';
import { countCouponCustomers, getCouponOptions } from './coupon-options.ts';
import { readCouponPrice } from './coupon-price.ts';
import { createCoupon } from './create-coupon.ts';
import { exportCoupons, listCoupons } from './list-coupons.ts';
import { applyCoupon } from './redeem-coupon.ts';

export const couponRoutes = (ctx: AppContext): Binding[] => [
  bind(contract.listCoupons, (call) => listCoupons(ctx, call)),
  bind(contract.exportCoupons, (call) => exportCoupons(ctx, call)),
  bind(contract.getCouponOptions, (call) => getCouponOptions(ctx, call)),
  bind(contract.countCouponCustomers, (call) => countCouponCustomers(ctx, call)),
  bind(contract.createCoupon, (call) => createCoupon(ctx, call)),
  bind(contract.pauseCoupon, (call) => pauseCoupon(ctx, call)),
  bind(contract.endCoupon, (call) => endCoupon(ctx, call)),
  bind(
    topUps.buyCredits,
    createBuyCredits(ctx, (order, code, buyerId) =>
      applyCoupon(ctx, order, { code, customer: { buyerId } }),
    ),
  ),
  bind(topUps.checkTopUpCoupon, createCheckTopUpCoupon(ctx)),
];

function createCheckTopUpCoupon(ctx: AppContext) {
  const limiter = createRateLimiter(ctx, 'coupon-check');
  return async ({ actor, body }: Call<typeof topUps.checkTopUpCoupon>) => {
    await consume(limiter, `account ${actor.id}`);
    const order = await previewTopUp(ctx, { buyerId: actor.id, credits: body.credits });
    const { code, bonusCredits } = await readCouponPrice(ctx, ctx.db, {
      sellerId: order.accountId,
      code: body.coupon,
      customer: { buyerId: actor.id },
      months: null,
      cents: order.cents,
      hundredths: order.credits,
      promised: order.bonusCredits ?? 0,
    });
    return { code, bonusCredits: fromHundredths(bonusCredits) };
  };
}

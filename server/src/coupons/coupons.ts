/** Coupons of sellers: their codes, prices, redemptions and statuses. */
export { type CouponCustomer, hasTrustedNumber } from './coupon-customers.ts';
export {
  type CouponPrice,
  type CouponUse,
  createCodeGuard,
  readCouponPrice,
  readCouponPrices,
} from './coupon-price.ts';
export { couponRoutes } from './coupons.routes.ts';
export { findNamedCoupons, findOfferedCoupon, type OfferedCoupon } from './named-coupons.ts';
export {
  createPersonalCoupon,
  endPersonalCoupon,
  findApplyingReward,
  findPersonalCoupon,
  reopenPersonalCoupon,
} from './personal-coupons.ts';
export { findPriceProblem } from './coupon-floor.ts';
export { couponExport } from './list-coupons.ts';
export { applyCoupon, redeemCoupon } from './redeem-coupon.ts';

/** Refusals of the calls to which a customer sends the code of a coupon. */
import type { ErrorCode } from '../api/errors.ts';

export const couponRefusals = [
  'coupon_unknown',
  'coupon_ended',
  'coupon_not_started',
  'coupon_paused',
  'coupon_exhausted',
  'coupon_used',
  'coupon_waiting',
  'coupon_other_plan',
  'coupon_other_customer',
  'coupon_small_top_up',
] as const satisfies readonly ErrorCode[];

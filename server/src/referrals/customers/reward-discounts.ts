/**
 * The discount of a reward: a coupon for one payment of the customer who brought the friend. The
 * reward is locked by the caller, so that it never has two coupons (Q-REFERRALDISCOUNT).
 */
import { insertEventCte } from '../../events/events.ts';
import {
  createPersonalCoupon,
  endPersonalCoupon,
  reopenPersonalCoupon,
} from '../../coupons/coupons.ts';
import type { ClockReading } from '../../foundation/clock.ts';
import { combineCtes, type Tx } from '../../foundation/database.ts';
import type { Line } from '../../lines/lines.ts';
import { referralOrigin } from './attach-friends.ts';
import type { Reward } from './reward-days.ts';

/** Creates the coupon of the reward and returns its id. Returns null for a reward of days. */
export async function giveDiscount(
  tx: Tx,
  at: ClockReading,
  reward: Reward,
  { id: lineId }: Line,
): Promise<number | null> {
  const { accountId, referrerPercent: percent } = reward;
  if (percent === 0) return null;
  const { id, code, endsOn } = await createPersonalCoupon(tx, at, { accountId, lineId, percent });
  await recordDiscount(tx, reward, true, { coupon: code, until: endsOn });
  return id;
}

/** Ends the coupon of the reward. Returns true if a payment has used it. */
export async function takeDiscountBack(
  tx: Tx,
  { now }: ClockReading,
  reward: Reward,
): Promise<boolean> {
  if (reward.couponId === null) return false;
  const { code, isUsed } = await endPersonalCoupon(tx, reward.couponId, now);
  if (!isUsed) await recordDiscount(tx, reward, false, { coupon: code });
  return isUsed;
}

export async function giveDiscountAgain(tx: Tx, reward: Reward): Promise<void> {
  if (reward.couponId === null) return;
  const coupon = await reopenPersonalCoupon(tx, reward.couponId);
  await recordDiscount(tx, reward, true, { coupon });
}

const recordDiscount = (
  tx: Tx,
  { id, accountId, referrerLineId, referrerPercent }: Reward,
  isGiven: boolean,
  facts: Record<string, string>,
) =>
  tx.run(
    combineCtes({
      event: insertEventCte(referralOrigin, {
        kind: isGiven ? 'referral-discount-given' : 'referral-discount-ended',
        actorId: null,
        accountId,
        lineId: referrerLineId,
        after: { ...facts, discount: `${referrerPercent}%`, referralReward: id },
      }),
    }),
  );

/** Takes rewards back after a refund, and gives them again after the money was received again. */
import { DAY_MS } from '@ramal/contract/rules/durations';
import { addWallClockDays } from '@ramal/contract/rules/wall-clock';
import sql from 'sql-template-tag';
import { lockWallets, moveCreditsCte, type OwnedWallet } from '../../credits/credits.ts';
import type { ClockReading } from '../../foundation/clock.ts';
import type { Tx } from '../../foundation/database.ts';
import { changeLine, lockLineToUndo } from '../../lines/lines.ts';
import { referralOrigin } from './attach-friends.ts';
import {
  findBalance,
  findSeller,
  giveDays,
  lockBoth,
  lockReward,
  type Reward,
} from './reward-days.ts';
import { giveDiscountAgain, takeDiscountBack } from './reward-discounts.ts';

/**
 * Takes the unused days or the unused discount back after the payment was returned, and returns the
 * credits of the days.
 */
export async function takeRewardBack(
  tx: Tx,
  at: ClockReading,
  { accountId, rewardId }: { readonly accountId: number; readonly rewardId: number },
): Promise<void> {
  let wallet = findBalance(await lockWallets(tx, [accountId]));
  const reward = await lockReward(tx, rewardId);
  // A parallel run or the seller may have closed the reward in the meantime.
  if (!reward || !wallet || (reward.state !== 'waiting' && reward.state !== 'delivered')) return;
  let returned = 0;
  const undone = new Map<number, number>();
  if (reward.state === 'delivered')
    for (const side of sidesOf(reward)) {
      const part = await removeDays(tx, at, { reward, ...side, wallet });
      wallet = { ...wallet, balance: wallet.balance + part.amount };
      returned += part.amount;
      undone.set(side.lineId, part.days);
    }
  const isDiscountUsed = await takeDiscountBack(tx, at, reward);
  const reason = isDiscountUsed ? 'reembolso, desconto já usado' : 'reembolso';
  await tx.run(sql`
    update referral_rewards set state = 'returned', returned_at = ${at.now}, reason = ${reason},
      returned_cost = ${returned}, undone_referrer_days = ${undone.get(reward.referrerLineId) ?? null},
      undone_friend_days = ${undone.get(reward.friendLineId) ?? null}
    where id = ${reward.id}`);
}

/** Both sides of a reward in the order of their lines, in which they are locked. */
const sidesOf = (reward: Reward) =>
  [
    {
      lineId: reward.referrerLineId,
      days: reward.referrerDays,
      cost: reward.referrerCost,
      undone: reward.undoneReferrerDays ?? 0,
    },
    {
      lineId: reward.friendLineId,
      days: reward.friendDays,
      cost: reward.friendCost,
      undone: reward.undoneFriendDays ?? 0,
    },
  ].toSorted((a, b) => a.lineId - b.lineId);

/** Hundredths of a credit of a part of the granted days. */
const partOfCost = (cost: number, days: number, granted: number): number =>
  granted === 0 ? 0 : Math.floor((cost * days) / granted);

/**
 * Gives a returned reward again after its payment was received again: the days that the refund took,
 * for the credits that it returned. A reward that was not delivered waits again.
 */
export async function giveRewardAgain(
  tx: Tx,
  at: ClockReading,
  { accountId, rewardId }: { readonly accountId: number; readonly rewardId: number },
): Promise<void> {
  let wallet = findBalance(await lockWallets(tx, [accountId]));
  const reward = await lockReward(tx, rewardId);
  if (!reward || !wallet || reward.state !== 'returned') return;
  if (reward.undoneReferrerDays === null) {
    await tx.run(sql`
      update referral_rewards set state = 'waiting', reason = null, returned_at = null where id = ${reward.id}`);
    return;
  }
  const lines = await lockBoth(tx, reward, at.now);
  const parts = sidesOf(reward).flatMap(({ lineId, days: granted, cost, undone: days }) => {
    const line = lines.get(lineId);
    return line ? [{ line, days, amount: partOfCost(cost, days, granted) }] : [];
  });
  const total = parts.reduce((sum, { amount }) => sum + amount, 0);
  if (wallet.balance < total) return;
  for (const part of parts) {
    await giveDays(tx, at, { reward, ...part, wallet });
    wallet = { ...wallet, balance: wallet.balance - part.amount };
  }
  await giveDiscountAgain(tx, reward);
  await tx.run(sql`
    update referral_rewards set state = 'delivered', reason = null, returned_at = null,
      returned_cost = greatest(returned_cost - ${total}, 0), undone_referrer_days = null,
      undone_friend_days = null
    where id = ${reward.id}`);
}

interface RemovedDays {
  readonly reward: Reward;
  readonly lineId: number;
  readonly days: number;
  readonly cost: number;
  readonly wallet: OwnedWallet;
}

/** Returns the removed days and the hundredths that the seller received for them. */
async function removeDays(
  tx: Tx,
  { now, timeZone }: ClockReading,
  { reward, lineId, days: granted, cost, wallet }: RemovedDays,
): Promise<{ readonly days: number; readonly amount: number }> {
  const line = granted === 0 ? undefined : await lockLineToUndo(tx, lineId, now);
  if (!line) return { days: 0, amount: 0 };
  const left = Math.floor((line.expiresAt.getTime() - now.getTime()) / DAY_MS);
  const days = Math.max(0, Math.min(granted, left));
  const amount = line.deletedAt ? 0 : partOfCost(cost, days, granted);
  if (days === 0) return { days: 0, amount: 0 };
  const expiresAt = addWallClockDays(line.expiresAt, -days, timeZone);
  await changeLine(tx, { actor: { id: null }, requestMeta: referralOrigin }, line, {
    kind: 'referral-returned',
    change: { expiresAt },
    before: { expiresAt: line.expiresAt },
    after: { expiresAt, hundredths: amount, referralReward: reward.id },
    parts:
      amount === 0
        ? {}
        : moveCreditsCte(findSeller(reward), {
            from: 'consumption',
            to: wallet,
            amount,
            cause: { reason: 'referral-returned', lineId },
          }),
  });
  return { days, amount };
}

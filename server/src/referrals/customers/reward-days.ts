/** A reward of a referral: its row, its lines, and the days that it gives. */
import { extendExpiry } from '@ramal/contract/rules/terms';
import sql from 'sql-template-tag';
import { type LedgerActor, moveCreditsCte, type OwnedWallet } from '../../credits/credits.ts';
import type { ClockReading } from '../../foundation/clock.ts';
import type { Tx } from '../../foundation/database.ts';
import { changeLine, type Line, lockLineToRenew } from '../../lines/lines.ts';
import { referralOrigin } from './attach-friends.ts';

export interface Reward {
  readonly id: number;
  readonly accountId: number;
  readonly referrerLineId: number;
  readonly friendLineId: number;
  readonly state: 'waiting' | 'delivered' | 'returned' | 'refused';
  readonly referrerDays: number;
  /** Discount of the referrer in percent; 0 for days. */
  readonly referrerPercent: number;
  /** Coupon of a delivered discount. */
  readonly couponId: number | null;
  readonly friendDays: number;
  readonly referrerCost: number;
  readonly friendCost: number;
  /** Days that a refund took from each side; null before a refund. */
  readonly undoneReferrerDays: number | null;
  readonly undoneFriendDays: number | null;
}

const rewardColumns = sql`
  w.id, r.account_id, r.referrer_line_id, r.friend_line_id, w.state, w.referrer_days, w.referrer_percent,
  w.coupon_id, w.friend_days,
  w.referrer_cost, w.friend_cost, w.undone_referrer_days, w.undone_friend_days`;

export const lockReward = (tx: Tx, id: number): Promise<Reward | undefined> =>
  tx.first(sql`
    select ${rewardColumns} from referral_rewards w join referrals r on r.id = w.referral_id
    where w.id = ${id} for no key update of w`);

export const findSeller = ({ accountId }: Reward): LedgerActor => ({
  actor: { id: accountId, profile: 'reseller' },
  requestMeta: {},
});

export const findBalance = (wallets: readonly OwnedWallet[]): OwnedWallet | undefined =>
  wallets.find(({ kind }) => kind === 'balance');

export async function lockBoth(
  tx: Tx,
  { referrerLineId, friendLineId }: Reward,
  now: Date,
): Promise<Map<number, Line>> {
  const lines = new Map<number, Line>();
  for (const id of [referrerLineId, friendLineId].toSorted((a, b) => a - b)) {
    const line = await lockLineToRenew(tx, id, now);
    if (line) lines.set(id, line);
  }
  return lines;
}

interface GivenDays {
  readonly reward: Reward;
  readonly line: Line;
  readonly days: number;
  /** Hundredths of a credit that the days cost the seller. */
  readonly amount: number;
  readonly wallet: OwnedWallet;
}

export async function giveDays(
  tx: Tx,
  { now, timeZone }: ClockReading,
  { reward, line, days, amount, wallet }: GivenDays,
): Promise<void> {
  if (days === 0) return;
  const expiresAt = extendExpiry(line.expiresAt, days, now, timeZone);
  await changeLine(tx, { actor: { id: null }, requestMeta: referralOrigin }, line, {
    kind: 'referral-rewarded',
    change: { expiresAt, trustedAt: null, rolledBackFrom: null },
    before: { expiresAt: line.expiresAt },
    after: { expiresAt, hundredths: amount, referralReward: reward.id },
    parts:
      amount === 0
        ? {}
        : moveCreditsCte(findSeller(reward), {
            from: wallet,
            to: 'consumption',
            amount,
            cause: { reason: 'referral-rewarded', lineId: line.id },
          }),
  });
}

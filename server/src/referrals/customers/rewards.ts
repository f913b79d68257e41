/**
 * Rewards of referrals. A confirmed payment of a friend creates a reward, which is delivered after
 * the waiting days. The seller pays days with credits, and a discount with the price of the next
 * payment. A refund of the payment takes both back, and a payment that is received again gives them
 * again.
 */
import { rewardCost } from '@ramal/contract/referrals/referrals';
import { DAY_MS } from '@ramal/contract/rules/durations';
import sql, { type Sql } from 'sql-template-tag';
import { lockWallets } from '../../credits/credits.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { type ClockReading, readClock } from '../../foundation/clock.ts';
import type { Job } from '../../foundation/jobs.ts';
import { isUnavailable, type Tx } from '../../foundation/database.ts';
import { attachNewFriends, refuseSamePerson } from './attach-friends.ts';
import { giveRewardAgain, takeRewardBack } from './return-rewards.ts';
import { findBalance, giveDays, lockBoth, lockReward, type Reward } from './reward-days.ts';
import { giveDiscount } from './reward-discounts.ts';

/** SQL: the charge `c` is a payment of the friend of referral `r` that the terms `s` count. */
export const isCounted: Sql = sql`
  c.line_id = r.friend_line_id and c.account_id = r.account_id and c.purpose <> 'test' and not c.disputed
  and not exists (select from referral_rewards w where w.charge_id = c.id)
  and coalesce(c.settled_at, c.paid_at) >= greatest(r.at, s.counted_from)`;

/**
 * Creates the rewards of payments that were confirmed since the last run. A friend beyond the cap
 * of a year gives a refused reward, so that the seller sees the reason.
 */
export async function countPayments({ db, clock }: AppContext): Promise<void> {
  const now = clock.now();
  const yearAgo = new Date(now.getTime() - 365 * DAY_MS);
  await db.tx(async (tx) => {
    // Two processes would otherwise give the same ordinal to two payments.
    await tx.first(sql`select pg_advisory_xact_lock(hashtext('referral-rewards'))`);
    const counted = await tx.many<{ id: number; referralId: number }>(sql`
      select c.id, r.id as referral_id
      from referrals r
        join referral_settings s on s.account_id = r.account_id and s.is_on
        join charges c on c.state = 'settled' and ${isCounted}
      where r.refused_at is null
        and (select count(*) from referral_rewards w where w.referral_id = r.id) < s.payments_counted
      order by c.settled_at, c.id limit 500`);
    for (const { id, referralId } of counted)
      await tx.run(insertReward(referralId, sql`${id}::bigint`, { now, yearAgo }));
  });
}

/**
 * Inserts the next reward of a referral, unless its payments are already counted. A parallel request
 * may have inserted it. Payments after a refused first reward are refused for the same reason.
 */
export const insertReward = (
  referralId: number,
  chargeId: Sql,
  { now, yearAgo }: { readonly now: Date; readonly yearAgo: Date },
): Sql => sql`
  insert into referral_rewards (referral_id, ordinal, charge_id, cents, paid_at, due_at,
    referrer_days, referrer_percent, friend_days, state, reason)
  select r.id, given.count + 1, c.id, c.cents, coalesce(c.settled_at, ${now}),
    coalesce(c.settled_at, ${now}) + make_interval(days => s.wait_days), s.referrer_days, s.referrer_percent,
    case when given.count = 0 then s.friend_days else 0 end,
    case when refused.reason is null then 'waiting' else 'refused' end, refused.reason
  from referrals r
    join referral_settings s on s.account_id = r.account_id
    left join charges c on c.id = ${chargeId}
    cross join lateral (
      select count(*)::int as count,
        max(w.reason) filter (where w.ordinal = 1 and w.state = 'refused') as refusal
      from referral_rewards w where w.referral_id = r.id) given
    cross join lateral (
      select count(distinct o.id) as count from referrals o join referral_rewards w on w.referral_id = o.id
      where o.referrer_line_id = r.referrer_line_id and w.ordinal = 1 and w.paid_at > ${yearAgo}
        and w.state in ('waiting', 'delivered')) others
    cross join lateral (
      select case when given.count = 0 and others.count >= s.friends_a_year then 'passou do limite no ano'
        else given.refusal end as reason) refused
  where r.id = ${referralId} and given.count < s.payments_counted
  on conflict do nothing`;

const WAITS_FOR_CREDITS = 'faltam créditos para entregar';
const LINE_GONE = 'a linha de quem indicou foi excluída';

/** Lock order of the ledger: wallets, the reward, the lines in id order, and last the coupon. */
export async function deliverReward(
  tx: Tx,
  at: ClockReading,
  { accountId, rewardId }: { readonly accountId: number; readonly rewardId: number },
): Promise<'delivered' | 'no-credits' | 'refused' | 'settled'> {
  const wallet = findBalance(await lockWallets(tx, [accountId]));
  const reward = await lockReward(tx, rewardId);
  if (!reward || reward.state !== 'waiting') return 'settled';
  const lines = await lockBoth(tx, reward, at.now);
  const referrer = lines.get(reward.referrerLineId);
  if (!wallet || !referrer) {
    await refuseReward(tx, reward, LINE_GONE);
    return 'refused';
  }
  const friend = lines.get(reward.friendLineId);
  const friendDays = friend ? reward.friendDays : 0;
  const costs = { referrer: rewardCost(reward.referrerDays), friend: rewardCost(friendDays) };
  if (wallet.balance < costs.referrer + costs.friend) {
    await tx.run(
      sql`update referral_rewards set reason = ${WAITS_FOR_CREDITS} where id = ${reward.id}`,
    );
    return 'no-credits';
  }
  const referrerPart = { line: referrer, days: reward.referrerDays, amount: costs.referrer };
  await giveDays(tx, at, { reward, ...referrerPart, wallet });
  if (friend) {
    const left = { ...wallet, balance: wallet.balance - costs.referrer };
    const friendPart = { line: friend, days: friendDays, amount: costs.friend };
    await giveDays(tx, at, { reward, ...friendPart, wallet: left });
  }
  const couponId = await giveDiscount(tx, at, reward, referrer);
  await tx.run(sql`
    update referral_rewards set state = 'delivered', delivered_at = ${at.now}, reason = null,
      coupon_id = ${couponId}, friend_days = ${friendDays}, referrer_cost = ${costs.referrer}, friend_cost = ${costs.friend}
    where id = ${reward.id}`);
  return 'delivered';
}

const refuseReward = (tx: Tx, { id }: Reward, reason: string) =>
  tx.run(sql`update referral_rewards set state = 'refused', reason = ${reason} where id = ${id}`);

interface DueReward {
  readonly rewardId: number;
  readonly accountId: number;
}

const MAX_REWARDS = 500;

/** Age up to which refunds are read, longer than a worker is off. */
const REVERSED_MS = 90 * DAY_MS;

/** Rewards whose payment was returned, before or after their delivery. */
const readReturned = ({ db, clock }: AppContext): Promise<DueReward[]> =>
  db.many(sql`
    select w.id as reward_id, r.account_id from charges c
      join referral_rewards w on w.charge_id = c.id join referrals r on r.id = w.referral_id
    where w.state in ('waiting', 'delivered') and c.state = 'reversed'
      and c.reversed_at > ${new Date(clock.now().getTime() - REVERSED_MS)}
    order by w.id limit ${MAX_REWARDS}`);

/**
 * Returned rewards whose payment was received again and delivered, for example after a dispute. Those
 * that an older release returned stay returned, because it did not store the days that it took.
 */
const readWon = ({ db }: AppContext): Promise<DueReward[]> =>
  db.many(sql`
    select w.id as reward_id, r.account_id from referral_rewards w
      join referrals r on r.id = w.referral_id join charges c on c.id = w.charge_id
    where w.state = 'returned' and c.state = 'settled' and not c.disputed and r.refused_at is null
      and (w.delivered_at is null or w.undone_referrer_days is not null)
    order by w.id limit ${MAX_REWARDS}`);

/**
 * Rewards whose waiting time has ended. A reward that lacked credits comes again only if the balance
 * pays its days, so that it does not delay the rewards of other sellers.
 */
const readDue = ({ db, clock }: AppContext): Promise<DueReward[]> =>
  db.many(sql`
    select w.id as reward_id, r.account_id from referral_rewards w
      join referrals r on r.id = w.referral_id left join charges c on c.id = w.charge_id
    where w.state = 'waiting' and w.due_at <= ${clock.now()} and r.refused_at is null
      and (c.id is null or (c.state = 'settled' and not c.disputed))
      and (w.reason is null or exists (
        select from wallets b where b.account_id = r.account_id and b.kind = 'balance'
          and b.balance >= (w.referrer_days * ${rewardCost(30)}::int) / 30))
    order by w.reason is not null, w.due_at, w.id limit ${MAX_REWARDS}`);

/** Attaches friends, counts payments, takes rewards back, and delivers those that are due. */
export async function advanceReferrals(ctx: AppContext): Promise<void> {
  await attachNewFriends(ctx);
  await countPayments(ctx);
  await advanceEach(ctx, await readReturned(ctx), (tx, due) =>
    takeRewardBack(tx, readClock(ctx.clock), due),
  );
  await advanceEach(ctx, await readWon(ctx), (tx, due) =>
    giveRewardAgain(tx, readClock(ctx.clock), due),
  );
  await advanceEach(ctx, await readDue(ctx), async (tx, due) => {
    if (await refuseSamePerson(tx, ctx, due.rewardId)) return;
    await deliverReward(tx, readClock(ctx.clock), due);
  });
}

/** Advances each reward in its own transaction. A failed one does not block the others. */
async function advanceEach(
  ctx: AppContext,
  rewards: readonly DueReward[],
  advance: (tx: Tx, due: DueReward) => Promise<void>,
): Promise<void> {
  for (const due of rewards)
    try {
      await ctx.db.tx((tx) => advance(tx, due));
    } catch (error) {
      if (isUnavailable(error)) throw error;
      ctx.log.error({ err: error, rewardId: due.rewardId }, 'a reward could not be advanced');
    }
}

export const advanceReferralsJob: Job = {
  name: 'advance-referrals',
  schedule: '* * * * *',
  work: advanceReferrals,
};

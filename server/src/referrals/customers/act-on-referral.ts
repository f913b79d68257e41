/** A seller registers a friend by hand, delivers a reward at once, or refuses a referral. */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type {
  addReferral as adding,
  deliverReferral as delivering,
  refuseReferral as refusing,
} from '@ramal/contract/referrals/referrals';
import { DAY_MS } from '@ramal/contract/rules/durations';
import sql, { type Sql } from 'sql-template-tag';
import { insertEventCte } from '../../events/events.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { readClock } from '../../foundation/clock.ts';
import { combineCtes, type Tx } from '../../foundation/database.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { runOncePerKey } from '../../foundation/idempotency.ts';
import { attachFriend } from './attach-friends.ts';
import { deliverReward, insertReward, isCounted } from './rewards.ts';
import { readTerms } from './settings.ts';

export const addReferral = (
  ctx: AppContext,
  { actor, body, requestMeta }: Call<typeof adding>,
): Promise<HandlerResult<typeof adding>> =>
  ctx.db.tx(async (tx) => {
    const code = await tx.first<{ lineId: number }>(sql`
      select line_id from referral_codes
      where code = ${body.code.toLowerCase()} and account_id = ${actor.id}`);
    const friend = await tx.first<{ id: number }>(sql`
      select id from lines
      where owner_id = ${actor.id} and username = ${body.username} and deleted_at is null
      order by id desc limit 1`);
    if (!code)
      return refuse('referral_code_unknown', {
        fields: { code: 'Este código de indicação não existe.' },
      });
    if (!friend || friend.id === code.lineId) return refuse('line_not_found');
    if (!(await readTerms(tx, actor.id)).isOn) refuse('referrals_off');
    const id = await attachFriend(tx, ctx, {
      accountId: actor.id,
      referrerLineId: code.lineId,
      friendLineId: friend.id,
      by: { actor, requestMeta },
    });
    return { message: 'Indicação registrada', id: id ?? refuse('referral_taken') };
  });

interface OwnReferral {
  readonly id: number;
  readonly refusedAt: Date | null;
  readonly friendLineId: number;
  /** Latest reward; null without one. */
  readonly rewardId: number | null;
  readonly state: 'waiting' | 'delivered' | 'returned' | 'refused' | null;
}

/** Reads a referral of the account without locking it, because wallets are locked first. */
const readOwn = async (tx: Tx, accountId: number, id: number): Promise<OwnReferral> =>
  (await tx.first<OwnReferral>(sql`
    select r.id, r.refused_at, r.friend_line_id, w.id as reward_id, w.state
    from referrals r left join lateral (
      select id, state from referral_rewards w where w.referral_id = r.id
      order by ordinal desc limit 1) w on true
    where r.id = ${id} and r.account_id = ${accountId}`)) ?? refuse('referral_not_found');

/**
 * Delivers the waiting reward. Without a payment in the panel, it creates the first reward, because
 * the friend may have paid in cash.
 */
export const deliverReferral = (
  ctx: AppContext,
  input: Call<typeof delivering>,
): Promise<HandlerResult<typeof delivering>> =>
  ctx.db.tx((tx) => runOncePerKey(tx, input, () => deliverIn(tx, ctx, input)));

/**
 * SQL: the oldest payment that would give the next reward. The job would otherwise count the payment
 * that the seller rewards by hand a second time.
 */
const oldestPayment = (referralId: number): Sql => sql`(
  select c.id from referrals r join referral_settings s on s.account_id = r.account_id
    join charges c on c.state in ('paid', 'settled') and ${isCounted}
  where r.id = ${referralId} order by coalesce(c.settled_at, c.paid_at), c.id limit 1)`;

async function deliverIn(
  tx: Tx,
  ctx: AppContext,
  { actor, params, requestMeta }: Call<typeof delivering>,
): Promise<HandlerResult<typeof delivering>> {
  const at = readClock(ctx.clock);
  let referral = await readOwn(tx, actor.id, params.id);
  if (referral.refusedAt) refuse('referral_not_waiting');
  if (referral.state === null) {
    const yearAgo = new Date(at.now.getTime() - 365 * DAY_MS);
    await tx.run(insertReward(referral.id, oldestPayment(referral.id), { now: at.now, yearAgo }));
    referral = await readOwn(tx, actor.id, params.id);
  }
  if (referral.state !== 'waiting') refuse('referral_not_waiting');
  const { rewardId, friendLineId } = referral;
  const result = await deliverReward(tx, at, { accountId: actor.id, rewardId: rewardId! });
  if (result === 'no-credits') refuse('insufficient_credits');
  if (result !== 'delivered') refuse('referral_not_waiting');
  await tx.run(
    combineCtes({
      event: insertEventCte(requestMeta, {
        kind: 'referral-delivered',
        actorId: actor.id,
        accountId: actor.id,
        lineId: friendLineId,
      }),
    }),
  );
  return { message: 'Recompensa entregue' };
}

export const refuseReferral = (
  ctx: AppContext,
  { actor, params, body, requestMeta }: Call<typeof refusing>,
): Promise<HandlerResult<typeof refusing>> =>
  ctx.db.tx(async (tx) => {
    const referral = await readOwn(tx, actor.id, params.id);
    // The lock keeps the job from delivering the reward in the meantime.
    const reward = await tx.first<{ state: string }>(sql`
      select state from referral_rewards where id = ${referral.rewardId} for no key update`);
    if (referral.refusedAt || (reward && reward.state !== 'waiting'))
      refuse('referral_not_waiting');
    await tx.run(
      combineCtes({
        reward: sql`
          update referral_rewards set state = 'refused', reason = ${body.reason}
          where id = ${referral.rewardId}`,
        referral: sql`
          update referrals set refused_at = ${ctx.clock.now()}, refusal = ${body.reason}
          where id = ${referral.id}`,
        event: insertEventCte(requestMeta, {
          kind: 'referral-refused',
          actorId: actor.id,
          accountId: actor.id,
          lineId: referral.friendLineId,
          after: { reason: body.reason },
        }),
      }),
    );
    return { message: 'Indicação recusada' };
  });

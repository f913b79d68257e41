/** The terms of a seller's referrals from customer to customer. */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuseFields } from '@ramal/contract/api/errors';
import type {
  getReferralSettings as getDeclaration,
  saveReferralSettings as declaration,
} from '@ramal/contract/referrals/referrals';
import sql from 'sql-template-tag';
import { findPriceProblem } from '../../coupons/coupons.ts';
import { insertEventCte } from '../../events/events.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { combineCtes, type Reader, type Tx } from '../../foundation/database.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { refuseWhileOlderServes } from '../../foundation/start/running-releases.ts';

export interface ReferralTerms {
  readonly isOn: boolean;
  readonly referrerDays: number;
  /** Discount in percent instead of days; 0 for days. */
  readonly referrerPercent: number;
  readonly friendDays: number;
  readonly waitDays: number;
  readonly paymentsCounted: number;
  readonly friendsAYear: number;
}

/** Terms of a seller that has saved none. */
const DEFAULT_TERMS: ReferralTerms = {
  isOn: false,
  referrerDays: 10,
  referrerPercent: 0,
  friendDays: 0,
  waitDays: 7,
  paymentsCounted: 1,
  friendsAYear: 12,
};

export const readTerms = async (reader: Reader, accountId: number): Promise<ReferralTerms> =>
  (await reader.first<ReferralTerms>(sql`
    select is_on, referrer_days, referrer_percent, friend_days, wait_days, payments_counted, friends_a_year
    from referral_settings where account_id = ${accountId}`)) ?? DEFAULT_TERMS;

export async function getReferralSettings(
  { db }: Pick<AppContext, 'db'>,
  { actor }: Pick<Call<typeof getDeclaration>, 'actor'>,
): Promise<HandlerResult<typeof getDeclaration>> {
  const [terms, count] = await Promise.all([
    readTerms(db, actor.id),
    db.first<{ customers: number }>(sql`
      select count(*) as customers from lines
      where owner_id = ${actor.id} and not is_trial and deleted_at is null`),
  ]);
  return { ...terms, customers: count!.customers };
}

/** First release that counts payments for a discount. An older release would store a reward of 0 days. */
const DISCOUNT_RELEASE = '0.24.0';

export async function saveReferralSettings(
  ctx: AppContext,
  { actor, body, requestMeta }: Call<typeof declaration>,
): Promise<HandlerResult<typeof declaration>> {
  await ctx.db.tx(async (tx) => {
    const before = await readTerms(tx, actor.id);
    const { referrerDays, referrerPercent } = chooseReward(body, before);
    if (referrerPercent > 0) {
      await refuseWhileOlderServes(tx, DISCOUNT_RELEASE);
      await refuseCheapPlans(tx, actor.id, referrerPercent);
    }
    const { referrerKind: _kind, ...fields } = body;
    const terms = { ...fields, referrerDays, referrerPercent };
    const rewardsMore =
      body.isOn && (!before.isOn || body.paymentsCounted > before.paymentsCounted);
    const countedFrom = rewardsMore ? ctx.clock.now() : null;
    await tx.run(
      combineCtes({
        settings: sql`
          insert into referral_settings (account_id, is_on, referrer_days, referrer_percent, friend_days,
            wait_days, payments_counted, friends_a_year, counted_from)
          values (${actor.id}, ${body.isOn}, ${referrerDays}, ${referrerPercent}, ${body.friendDays},
            ${body.waitDays}, ${body.paymentsCounted}, ${body.friendsAYear}, ${countedFrom})
          on conflict (account_id) do update set is_on = excluded.is_on,
            referrer_days = excluded.referrer_days, referrer_percent = excluded.referrer_percent,
            friend_days = excluded.friend_days, wait_days = excluded.wait_days, payments_counted = excluded.payments_counted,
            friends_a_year = excluded.friends_a_year,
            counted_from = coalesce(excluded.counted_from, referral_settings.counted_from)`,
        event: insertEventCte(requestMeta, {
          kind: 'referral-settings-set',
          actorId: actor.id,
          accountId: actor.id,
          before: { ...before },
          after: terms,
        }),
      }),
    );
  });
  return { message: 'Indicação guardada', ...(await getReferralSettings(ctx, { actor })) };
}

/** Returns either days or a discount. A former form sends no kind and keeps a stored discount. */
function chooseReward(
  { referrerKind, referrerDays, referrerPercent }: Call<typeof declaration>['body'],
  before: ReferralTerms,
): Pick<ReferralTerms, 'referrerDays' | 'referrerPercent'> {
  const keepsDiscount = before.referrerPercent > 0 && referrerDays === 0;
  const kind = referrerKind ?? (keepsDiscount ? 'discount' : 'days');
  return kind === 'discount'
    ? { referrerDays: 0, referrerPercent: referrerPercent ?? before.referrerPercent }
    : { referrerDays, referrerPercent: 0 };
}

/** Refuses a discount that would lower the price of a plan below what the limits allow. */
async function refuseCheapPlans(tx: Tx, accountId: number, percent: number): Promise<void> {
  const problem = await findPriceProblem(
    tx,
    accountId,
    { kind: 'percent', amount: percent },
    { plans: [] },
  );
  if (problem) refuseFields({ referrerPercent: problem });
}

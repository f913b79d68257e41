/** Tests rewards that are a discount on the next payment of the customer who brought a friend. */
import { endCoupon, listCoupons } from '@ramal/contract/coupons/coupons';
import { createRenewalLink, getPortal } from '@ramal/contract/portal/portal';
import {
  deliverReferral,
  getReferralSettings,
  listReferrals,
  saveReferralSettings,
} from '@ramal/contract/referrals/referrals';
import { setLimits } from '@ramal/contract/resellers/limits';
import { DAY_MS } from '@ramal/contract/rules/durations';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readAccountBalance, type Person, person } from '../../../test/accounts.ts';
import { call, createTestContext, type TestContext } from '../../../test/context.ts';
import { runs, timeLimit } from '../../../test/property-runs.ts';
import { readAccountEvents } from '../../../test/second-factor.ts';
import { couponSeller, pay, play, tryCoupon } from '../../coupons/coupons.fixtures.ts';
import { verifyLedger } from '../../credits/credits.ts';
import {
  namedLine,
  portalKey,
  readReferralPage,
  referFriend,
  type ReferredLine,
  storePayment,
  storeRefund,
  storeWin,
} from './referrals.fixtures.ts';
import { advanceReferrals } from './rewards.ts';

let ctx: TestContext;
let admin: Person;
let seller: Person;
let referrer: ReferredLine;
const until = '2038-11-21';
beforeAll(async () => {
  ctx = await createTestContext();
  admin = await person(ctx, { profile: 'admin', until });
});
afterAll(() => ctx.close());
beforeEach(async () => {
  await ctx.owner.query('delete from rate_limits');
  seller = await couponSeller(ctx, admin, until);
  referrer = await namedLine(ctx, seller, 'Dona Célia');
  await save();
});

const terms = {
  is_on: true,
  referrer_kind: 'discount' as 'days' | 'discount',
  referrer_days: 10,
  referrer_percent: 20,
  friend_days: 5,
  wait_days: 7,
  payments_counted: 1,
  friends_a_year: 12,
};
const save = (change: Partial<typeof terms> = {}) =>
  call(ctx, saveReferralSettings, { body: { ...terms, ...change } }, { token: seller.token });

/** Creates a friend whose first payment is confirmed. Returns its line and its payment. */
async function payingFriend(note: string) {
  const friend = await namedLine(ctx, seller, note);
  const { body } = await referFriend(ctx, seller, { friend, by: referrer });
  return { friend, referralId: body.id, charge: await storePayment(ctx, seller, friend.id) };
}

async function deliverAfterWait(): Promise<void> {
  await advanceReferrals(ctx);
  ctx.clock.forward(7 * DAY_MS);
  await advanceReferrals(ctx);
}

const signedIn = async ({ id }: ReferredLine) => ({ lineId: id, key: await portalKey(ctx, id) });
const home = async (line = referrer) =>
  (await call(ctx, getPortal, { body: { key: await portalKey(ctx, line.id) } })).body;
const page = async () => (await readReferralPage(ctx, referrer.id)).body;
const list = async () => (await call(ctx, listReferrals, {}, { token: seller.token })).body;
const states = async () => (await list()).data.map(({ state, reason }) => [state, reason]);
const kinds = async () => (await readAccountEvents(ctx, seller.id)).map(({ kind }) => kind);

/** Reads the coupons of the rewards of the seller, with their uses. */
const rewardCoupons = async () =>
  (
    await ctx.owner.query<{ id: number; state: string; ended: boolean; uses: number }>(
      `select k.id::int, w.state, k.ended_at is not null as ended,
         (select count(*)::int from charges c where c.coupon_id = k.id
           and c.state in ('pending', 'paid', 'settled')) as uses
       from coupons k left join referral_rewards w on w.coupon_id = k.id
       where k.account_id = $1 and k.is_personal order by k.id`,
      [seller.id],
    )
  ).rows;

describe('a discount', () => {
  it('is ready for one payment after the waiting days, and costs credits for the friend only', async () => {
    const before = await home();
    expect([before.referral_days, before.referral_percent, before.reward]).toEqual([0, 20, null]);
    await payingFriend('Sandra Moraes');
    const balance = await readAccountBalance(ctx, seller.id);
    await advanceReferrals(ctx);
    expect(await page()).toMatchObject({
      referrer_percent: 20,
      discounts: { earned: 0, coming: 1, ready: 0 },
    });
    await deliverAfterWait();
    expect(await page()).toMatchObject({
      earned_days: 0,
      discounts: { earned: 1, coming: 0, ready: 1 },
      friends: [{ name: 'Sandra M.', state: 'delivered', percent: 20, days: 0 }],
    });
    // Five days of the friend, at a credit for thirty.
    expect(balance - (await readAccountBalance(ctx, seller.id))).toBe(17);
    const { reward } = await home();
    expect(reward).toMatchObject({
      percent: 20,
      plans: [
        { months: 1, value: 28, list_value: 35 },
        { months: 3, value: 79.2, list_value: 99 },
      ],
    });
    const customer = await signedIn(referrer);
    const { body: charge } = await pay(ctx, customer, { value: 28, coupon: reward!.code });
    expect(charge).toMatchObject({ value: 28, list_value: 35 });
    await play(ctx, seller, charge.reference, 'pay');
    expect((await home()).reward).toBeNull();
    expect((await page()).discounts).toEqual({ earned: 1, coming: 0, ready: 0 });
    expect((await tryCoupon(ctx, customer, reward!.code)).body.code).toBe('coupon_used');
    expect((await list()).figures).toMatchObject({ discounts: 7, rewards: 1 });
    expect(await kinds()).toContain('referral-discount-given');
  });

  it('is applied by the link of the seller, which contains no Pix code', async () => {
    await payingFriend('Sandra');
    await deliverAfterWait();
    const link = (months: 1 | 3) =>
      call(
        ctx,
        createRenewalLink,
        { params: { id: referrer.id }, body: { months } },
        { token: seller.token },
      );
    expect((await link(1)).body).toMatchObject({ value: 28, pix_code: null });
    expect((await link(3)).body).toMatchObject({ value: 79.2, pix_code: null });
    const { body: other } = await call(
      ctx,
      createRenewalLink,
      { params: { id: (await namedLine(ctx, seller, 'Outra')).id }, body: { months: 1 } },
      { token: seller.token },
    );
    expect(other.value).toBe(35);
  });

  it('belongs to its customer, and no list of coupons shows it', async () => {
    await payingFriend('Sandra');
    await deliverAfterWait();
    const { code } = (await home()).reward!;
    const [{ id } = { id: 0 }] = await rewardCoupons();
    const stranger = await namedLine(ctx, seller, 'Outra');
    expect((await home(stranger)).reward).toBeNull();
    const tried = await tryCoupon(ctx, await signedIn(stranger), code);
    expect(tried.body.code).toBe('coupon_other_customer');
    const { body } = await call(ctx, listCoupons, {}, { token: seller.token });
    expect([body.data, body.counts.all]).toEqual([[], 0]);
    const ended = await call(ctx, endCoupon, { params: { id } }, { token: seller.token });
    expect(ended.body.code).toBe('coupon_not_found');
  });

  it('ends with the refund of the friend while it is unused, and returns with the money', async () => {
    const { charge } = await payingFriend('Caio');
    await deliverAfterWait();
    const { code } = (await home()).reward!;
    await storeRefund(ctx, charge);
    await advanceReferrals(ctx);
    expect(await states()).toEqual([['returned', 'reembolso']]);
    expect((await home()).reward).toBeNull();
    const customer = await signedIn(referrer);
    expect((await tryCoupon(ctx, customer, code)).body.code).toBe('coupon_ended');
    await storeWin(ctx, charge);
    await advanceReferrals(ctx);
    expect(await states()).toEqual([['delivered', '']]);
    expect((await home()).reward).toMatchObject({ code, percent: 20 });
    expect(await rewardCoupons()).toHaveLength(1);
    expect(await kinds()).toContain('referral-discount-ended');
  });

  it('stays used after a refund of the friend, with the reason', async () => {
    const { charge } = await payingFriend('Caio');
    await deliverAfterWait();
    const { code } = (await home()).reward!;
    const customer = await signedIn(referrer);
    const { body } = await pay(ctx, customer, { value: 28, coupon: code });
    await play(ctx, seller, body.reference, 'pay');
    await storeRefund(ctx, charge);
    await advanceReferrals(ctx);
    expect(await states()).toEqual([['returned', 'reembolso, desconto já usado']]);
  });

  it('keeps the price of an open payment after a refund, and gives no second one', async () => {
    const { charge } = await payingFriend('Caio');
    await deliverAfterWait();
    const { code } = (await home()).reward!;
    const customer = await signedIn(referrer);
    const { body } = await pay(ctx, customer, { value: 28, coupon: code });
    await storeRefund(ctx, charge);
    await advanceReferrals(ctx);
    await play(ctx, seller, body.reference, 'pay');
    expect(await rewardCoupons()).toMatchObject([{ state: 'returned', ended: true, uses: 1 }]);
    expect((await pay(ctx, customer, { value: 28, coupon: code })).body.code).toBe('coupon_ended');
  });

  it('waits with others of the same customer, one for each payment', async () => {
    await payingFriend('Ana');
    await payingFriend('Bia');
    await deliverAfterWait();
    const first = (await home()).reward!;
    expect((await page()).discounts!.ready).toBe(2);
    const customer = await signedIn(referrer);
    const { body } = await pay(ctx, customer, { value: 28, coupon: first.code });
    await play(ctx, seller, body.reference, 'pay');
    const second = (await home()).reward!;
    expect(second.code).not.toBe(first.code);
    expect((await page()).discounts!.ready).toBe(1);
  });

  it('cannot be delivered without its coupon, as a former release would do', async () => {
    await payingFriend('Sandra');
    await advanceReferrals(ctx);
    await expect(
      ctx.owner.query(
        `update referral_rewards w set state = 'delivered' from referrals r
         where r.id = w.referral_id and r.account_id = $1`,
        [seller.id],
      ),
    ).rejects.toThrow('referral_rewards_discount');
  });
});

describe('the terms', () => {
  it('keep either days or a discount, whatever else the form sends', async () => {
    const read = async () =>
      (await call(ctx, getReferralSettings, {}, { token: seller.token })).body;
    expect(await read()).toMatchObject({ referrer_days: 0, referrer_percent: 20 });
    // A form of an older panel sends no kind.
    const { referrer_kind: _kind, referrer_percent: _percent, ...older } = terms;
    const body = { ...older, referrer_days: 0 };
    await call(ctx, saveReferralSettings, { body }, { token: seller.token });
    expect(await read()).toMatchObject({ referrer_days: 0, referrer_percent: 20 });
    await save({ referrer_kind: 'days' });
    expect(await read()).toMatchObject({ referrer_days: 10, referrer_percent: 0 });
  });

  it('refuse a discount of nothing, and one that sells a plan below the lowest price', async () => {
    const none = await save({ referrer_percent: 0 });
    expect([none.status, none.body.fields]).toEqual([
      422,
      { referrer_percent: 'Diga o desconto, a partir de 1%.' },
    ]);
    await call(
      ctx,
      setLimits,
      { params: { id: seller.id }, body: { lowest_price: 30 } },
      { token: admin.token },
    );
    const cheap = await save();
    expect(cheap.status).toBe(422);
    expect(JSON.stringify(cheap.body.fields)).toContain('R$ 30,00');
  });
});

describe('parallel calls', () => {
  it('give one coupon for one reward', async () => {
    const { referralId } = await payingFriend('Sandra');
    const deliver = () =>
      call(ctx, deliverReferral, { params: { id: referralId } }, { token: seller.token });
    await Promise.all([deliver(), advanceReferrals(ctx), deliver(), deliver()]);
    ctx.clock.forward(7 * DAY_MS);
    await Promise.all(Array.from({ length: 4 }, () => advanceReferrals(ctx)));
    expect(await rewardCoupons()).toMatchObject([{ state: 'delivered', uses: 0 }]);
  });

  it('use one coupon for one payment, even for different plans', async () => {
    await payingFriend('Sandra');
    await deliverAfterWait();
    const { code } = (await home()).reward!;
    const customer = await signedIn(referrer);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        pay(
          ctx,
          customer,
          index % 2 === 0 ? { value: 28, coupon: code } : { months: 3, value: 79.2, coupon: code },
        ),
      ),
    );
    const references = answers.flatMap(({ status, body }) =>
      status === 200 ? [body.reference] : [],
    );
    expect(references.length).toBeGreaterThan(0);
    expect(new Set(references).size).toBe(1);
    expect(await rewardCoupons()).toMatchObject([{ uses: 1 }]);
  });
});

it(
  'has one coupon and at most one use for any payments, refunds and parallel runs',
  async () => {
    const before = (await verifyLedger(ctx)).drifted;
    const step = fc.record({
      friend: fc.integer({ min: 0, max: 2 }),
      act: fc.constantFrom('pay', 'refund', 'win', 'wait', 'deliver', 'use', 'use-and-pay'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 10 }), async (steps) => {
        await ctx.owner.query('delete from rate_limits');
        seller = await couponSeller(ctx, admin, until);
        referrer = await namedLine(ctx, seller, 'Quem indica');
        await save({ payments_counted: 3 });
        const friends: ReferredLine[] = [];
        const referrals: number[] = [];
        for (const note of ['Ana', 'Bia', 'Cid']) {
          const friend = await namedLine(ctx, seller, note);
          friends.push(friend);
          referrals.push((await referFriend(ctx, seller, { friend, by: referrer })).body.id);
        }
        const charges: number[] = [];
        const lost: number[] = [];
        const customer = await signedIn(referrer);
        for (const { friend, act } of steps) {
          if (act === 'pay') charges.push(await storePayment(ctx, seller, friends[friend]!.id));
          if (act === 'wait') ctx.clock.forward(7 * DAY_MS);
          if (act === 'refund' && charges.length > 0) {
            lost.push(charges.pop()!);
            await storeRefund(ctx, lost.at(-1)!);
          }
          if (act === 'win' && lost.length > 0) {
            charges.push(lost.pop()!);
            await storeWin(ctx, charges.at(-1)!);
          }
          if (act === 'deliver')
            await call(
              ctx,
              deliverReferral,
              { params: { id: referrals[friend]! } },
              { token: seller.token },
            );
          const reward = act.startsWith('use') ? (await home()).reward : null;
          if (reward) {
            const use = () => pay(ctx, customer, { value: 28, coupon: reward.code });
            const [first] = await Promise.all([use(), use()]);
            if (act === 'use-and-pay' && first.status === 200)
              await play(ctx, seller, first.body.reference, 'pay');
          }
          await Promise.all([advanceReferrals(ctx), advanceReferrals(ctx)]);
          for (const coupon of await rewardCoupons()) {
            expect(coupon.state).toBe(coupon.ended ? 'returned' : 'delivered');
            expect(coupon.uses).toBeLessThanOrEqual(1);
          }
          const delivered = (await list()).figures.rewards;
          expect((await rewardCoupons()).filter(({ ended }) => !ended)).toHaveLength(delivered);
        }
      }),
      { numRuns: runs(5) },
    );
    expect(await verifyLedger(ctx)).toMatchObject({ sum: 0, drifted: before });
  },
  timeLimit(120_000),
);

/** Tests coupons over HTTP: their customers, their effects, and how their uses are given back. */
import {
  countCouponCustomers,
  endCoupon,
  getCouponOptions,
  listCoupons,
  pauseCoupon,
} from '@ramal/contract/coupons/coupons';
import { buyCredits, checkTopUpCoupon } from '@ramal/contract/payments/top-ups';
import { listRecharges } from '@ramal/contract/payments/recharges';
import { createRenewalLink } from '@ramal/contract/portal/portal';
import { setLimits } from '@ramal/contract/resellers/limits';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { line, readAccountBalance, type Person, person } from '../../test/accounts.ts';
import { call, createTestContext, type TestContext, TODAY } from '../../test/context.ts';
import { enrolAuthenticator } from '../../test/second-factor.ts';
import { verifyLedger } from '../credits/credits.ts';
import { confirmCharge } from '../payments/payments.ts';
import { findNamedCoupons } from './named-coupons.ts';
import {
  chargeId,
  coupon,
  couponSeller,
  customer,
  type Customer,
  pay,
  play,
  tryCoupon,
} from './coupons.fixtures.ts';

let ctx: TestContext;
let admin: Person;
let seller: Person;
let celia: Customer;
beforeAll(async () => {
  ctx = await createTestContext();
  admin = await person(ctx, { profile: 'admin' });
});
afterAll(() => ctx.close());
beforeEach(async () => {
  ctx.clock.set(TODAY);
  await ctx.owner.query('delete from rate_limits');
  seller = await couponSeller(ctx, admin);
  celia = await customer(ctx, seller, { nota: 'Dona Célia', whatsapp: '11955550142' });
});

const list = async (query: Record<string, unknown> = {}) =>
  (await call(ctx, listCoupons, { query }, { token: seller.token })).body;
const rowOf = async (code: string) => (await list()).data.find((row) => row.code === code)!;
const withCoupon = { value: 28, coupon: 'NATAL20' };
const expiryOf = async ({ lineId }: Customer) =>
  (
    await ctx.owner.query<{ at: Date }>('select expires_at as at from lines where id = $1', [
      lineId,
    ])
  ).rows[0]!.at;
const DAY = 86_400_000;

describe('a coupon of a seller', () => {
  it('shows the discounted plans, redeems with the charge and counts the money', async () => {
    expect((await coupon(ctx, seller, { most_uses: 100 })).body).toMatchObject({
      code: 'NATAL20',
      message: 'Cupom NATAL20 criado',
    });
    const { body: offer } = await tryCoupon(ctx, celia, ' natal20 ');
    expect(offer.code).toBe('NATAL20');
    expect(offer.plans).toMatchObject([
      { months: 1, value: 28, list_value: 35, bonus_days: 0 },
      { months: 3, value: 79.2, list_value: 99, bonus_days: 0 },
    ]);
    const { body: charge } = await pay(ctx, celia, withCoupon);
    expect(charge).toMatchObject({ value: 28, list_value: 35, coupon: 'NATAL20' });
    expect(await rowOf('NATAL20')).toMatchObject({ uses: 1, value: 0, status: 'valid' });
    await play(ctx, seller, charge.reference, 'pay');
    expect(await rowOf('NATAL20')).toMatchObject({ uses: 1, most_uses: 100, value: 28 });
    const { body } = await call(
      ctx,
      listRecharges,
      { body: { filters: { coupon: 'NATAL20' } } },
      { token: seller.token },
    );
    expect(body.recargas).toMatchObject([{ value: 28, coupon: 'NATAL20' }]);
  });

  it('returns the open charge for the same plan and refuses another open one', async () => {
    await coupon(ctx, seller);
    const { body: first } = await pay(ctx, celia, withCoupon);
    expect((await pay(ctx, celia, withCoupon)).body.reference).toBe(first.reference);
    const other = await pay(ctx, celia, { months: 3, value: 79.2, coupon: 'NATAL20' });
    expect([other.status, other.body.code]).toEqual([409, 'coupon_waiting']);
    expect((await tryCoupon(ctx, celia)).body.code).toBe('coupon_waiting');
    // A payment without the coupon is another charge.
    expect((await pay(ctx, celia, { value: 35 })).body.reference).not.toBe(first.reference);
  });

  it('gives the use back when the charge expires unpaid', async () => {
    await coupon(ctx, seller, { most_uses: 1 });
    const { body: first } = await pay(ctx, celia, withCoupon);
    expect((await rowOf('NATAL20')).status).toBe('exhausted');
    const bia = await customer(ctx, seller);
    expect((await pay(ctx, bia, withCoupon)).body.code).toBe('coupon_exhausted');
    ctx.clock.forward(91 * 60_000);
    await confirmCharge(ctx, await chargeId(ctx, first.reference));
    expect(await rowOf('NATAL20')).toMatchObject({ uses: 0, status: 'valid' });
    expect((await pay(ctx, bia, withCoupon)).status).toBe(200);
  });

  it('undoes the use with a refund and refuses a second use of a paid one', async () => {
    const codes = await enrolAuthenticator(ctx, seller);
    await coupon(ctx, seller);
    const { body } = await pay(ctx, celia, withCoupon);
    await play(ctx, seller, body.reference, 'pay');
    expect((await pay(ctx, celia, withCoupon)).body.code).toBe('coupon_used');
    ctx.clock.forward(30_000);
    await play(ctx, seller, body.reference, { act: 'charge-back', code_2fa: await codes.code() });
    expect(await rowOf('NATAL20')).toMatchObject({ uses: 0, value: 0 });
    expect((await pay(ctx, celia, withCoupon)).status).toBe(200);
  });

  it('recognises a customer by the number on another line', async () => {
    await coupon(ctx, seller);
    const { body } = await pay(ctx, celia, withCoupon);
    await play(ctx, seller, body.reference, 'pay');
    const second = await customer(ctx, seller, { whatsapp: '11955550142' });
    expect((await tryCoupon(ctx, second)).body.code).toBe('coupon_used');
    await coupon(ctx, seller, { code: 'SEMPRE', once_per_customer: false });
    for (const who of [celia, second])
      expect((await pay(ctx, who, { value: 28, coupon: 'SEMPRE' })).status).toBe(200);
  });

  it('recognises a customer by the document of an earlier payment', async () => {
    await coupon(ctx, seller);
    const { body: first } = await pay(ctx, celia, withCoupon);
    await play(ctx, seller, first.reference, 'pay');
    const bia = await customer(ctx, seller);
    const { body: other } = await pay(ctx, bia, { value: 35 });
    await play(ctx, seller, other.reference, 'pay');
    expect((await tryCoupon(ctx, bia)).status).toBe(200);
    await ctx.owner.query(`update charges set payer_mark = '\\x01' where reference = any($1)`, [
      [first.reference, other.reference],
    ]);
    expect((await tryCoupon(ctx, bia)).body.code).toBe('coupon_used');
  });

  it('refuses a page whose price differs from the price with the coupon', async () => {
    await coupon(ctx, seller);
    const { status, body } = await pay(ctx, celia, { value: 27.99, coupon: 'NATAL20' });
    expect([status, body.code]).toEqual([409, 'price_changed']);
    expect((await rowOf('NATAL20')).uses).toBe(0);
  });
});

describe('the customers of a coupon', () => {
  const trying = async (code = 'NATAL20', by = celia) => (await tryCoupon(ctx, by, code)).body.code;

  it('is unknown to the customers of another seller', async () => {
    const stranger = await couponSeller(ctx, admin);
    await coupon(ctx, stranger);
    expect((await coupon(ctx, seller)).status).toBe(200);
    await coupon(ctx, stranger, { code: 'ALHEIO' });
    expect(await trying('ALHEIO')).toBe('coupon_unknown');
    expect(await trying('não é')).toBe('coupon_unknown');
    expect(await trying(`'; drop table coupons; --`)).toBe('coupon_unknown');
  });

  it('is refused before its first and after its last day, and while it is paused', async () => {
    await coupon(ctx, seller, { code: 'DEPOIS', starts_on: '2026-11-22', ends_on: '2026-11-23' });
    const later = await tryCoupon(ctx, celia, 'DEPOIS');
    expect(later.body.message).toBe('O cupom DEPOIS vale a partir de 22/11/2026.');
    const { id } = (await coupon(ctx, seller)).body;
    const pause = (paused: boolean) =>
      call(ctx, pauseCoupon, { params: { id }, body: { paused } }, { token: seller.token });
    expect((await pause(true)).body.status).toBe('paused');
    expect(await trying()).toBe('coupon_paused');
    expect((await pause(false)).body.status).toBe('valid');
    expect((await tryCoupon(ctx, celia)).status).toBe(200);
    const ended = await call(ctx, endCoupon, { params: { id }, body: {} }, { token: seller.token });
    expect(ended.body.status).toBe('ended');
    expect(await trying()).toBe('coupon_ended');
    expect((await pause(true)).body.code).toBe('coupon_ended');
    ctx.clock.set('2026-11-23T12:00:00Z');
    expect((await tryCoupon(ctx, celia, 'DEPOIS')).status).toBe(200);
    ctx.clock.set('2026-11-24T12:00:00Z');
    expect(await trying('DEPOIS')).toBe('coupon_ended');
  });

  it('is only for its plans', async () => {
    await coupon(ctx, seller, { plans: [3] });
    const { body } = await tryCoupon(ctx, celia);
    expect(body.plans.map(({ months }) => months)).toEqual([3]);
    expect((await pay(ctx, celia, withCoupon)).body.code).toBe('coupon_other_plan');
  });

  it('is only for its customers', async () => {
    const expired = await customer(ctx, seller);
    const lost = await customer(ctx, seller);
    const ends = (who: Customer, days: number) =>
      ctx.owner.query('update lines set expires_at = $2 where id = $1', [
        who.lineId,
        new Date(ctx.clock.now().getTime() - days * DAY),
      ]);
    await ends(expired, 1);
    await ends(lost, 10);
    await coupon(ctx, seller, { code: 'NOVOS', audiences: ['new'] });
    await coupon(ctx, seller, { code: 'VENCIDOS', audiences: ['expired'] });
    await coupon(ctx, seller, { code: 'VOLTA20', audiences: ['win-back'] });
    await coupon(ctx, seller, { code: 'CELIA', audiences: ['chosen'], lines: [celia.lineId] });
    const outcomes = await Promise.all(
      [celia, expired, lost].map((who) =>
        Promise.all(
          ['NOVOS', 'VENCIDOS', 'VOLTA20', 'CELIA'].map(
            async (code) => (await tryCoupon(ctx, who, code)).status,
          ),
        ),
      ),
    );
    expect(outcomes).toEqual([
      [422, 422, 422, 200],
      [422, 200, 422, 422],
      [422, 200, 200, 422],
    ]);
    const reach = async (audiences: string[], lines: number[] = []) =>
      (
        await call(
          ctx,
          countCouponCustomers,
          { body: { audiences, lines } as never },
          { token: seller.token },
        )
      ).body.customers;
    await line(ctx, seller, { isOficial: false, test_hours: 6 });
    expect([
      await reach([]),
      await reach(['expired']),
      await reach(['win-back']),
      await reach(['expired', 'trial']),
      await reach(['chosen'], [celia.lineId]),
    ]).toEqual([3, 2, 1, 3, 1]);
    expect(await rowOf('CELIA')).toMatchObject({ customers: ['Dona Célia'], customer_count: 1 });
  });
});

describe('creating a coupon', () => {
  it('refuses a code that exists, also in small letters', async () => {
    await coupon(ctx, seller);
    const { status, body } = await coupon(ctx, seller, { code: 'natal20' });
    expect([status, body.message, body.fields]).toEqual([
      409,
      'Já existe um cupom NATAL20',
      { code: 'Já existe um cupom NATAL20' },
    ]);
  });

  it.each([
    [{ code: 'ABC' }, 'code'],
    [{ code: 'ABCDEFGHIJKLM' }, 'code'],
    [{ code: 'NATAL-20' }, 'code'],
    [{ code: 'AÇÃO2026' }, 'code'],
    [{ amount: 100 }, 'amount'],
    [{ amount: 0 }, 'amount'],
    [{ amount: 2.5 }, 'amount'],
    [{ kind: 'days' as const, amount: 366 }, 'amount'],
    [{ ends_on: '2026-11-20' }, 'ends_on'],
    [{ starts_on: '2026-11-01' }, 'starts_on'],
    [{ most_uses: 0 }, 'most_uses'],
    [{ plans: [4] }, 'plans.0'],
    [{ audiences: ['chosen'] }, 'lines'],
    [{ lines: [1] }, 'lines'],
    [{ audiences: ['chosen'], lines: [999_999_999] }, 'lines'],
    [{ kind: 'credits' as const, amount: 5 }, 'least_credits'],
    [{ kind: 'credits' as const, amount: 5, least_credits: 50, plans: [1] }, 'plans'],
  ])('refuses %j by the field %s', async (body, field) => {
    const refused = await coupon(ctx, seller, body);
    expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([422, [field]]);
  });

  it('refuses a price below the lowest that the limits allow, now and later', async () => {
    await call(
      ctx,
      setLimits,
      { params: { id: seller.id }, body: { lowest_price: 25 } },
      { token: admin.token },
    );
    expect((await coupon(ctx, seller, { amount: 30 })).body.fields).toEqual({
      amount: 'Com 30% o mês sai por R$ 24,50; o menor permitido é R$ 25,00.',
    });
    // Three months cost the seller three credits, so the lowest price is R$ 75,00.
    expect((await coupon(ctx, seller, { amount: 28 })).body.fields).toEqual({
      amount: 'Com 28% 3 meses saem por R$ 71,28; o menor permitido é R$ 75,00.',
    });
    expect((await coupon(ctx, seller, { kind: 'days', amount: 20 })).body.fields).toEqual({
      amount: 'Com 20 dias a mais o mês sai por R$ 35,00; o menor permitido é R$ 41,75.',
    });
    expect((await coupon(ctx, seller, { amount: 20, plans: [1] })).status).toBe(200);
    await ctx.owner.query(
      'update plan_prices set cents = 3000 where account_id = $1 and months = 1',
      [seller.id],
    );
    expect((await tryCoupon(ctx, celia)).body.code).toBe('coupon_other_plan');
    expect((await call(ctx, getCouponOptions, {}, { token: seller.token })).body).toMatchObject({
      lowest_price: 25,
      plans: [
        { months: 1, value: 30 },
        { months: 3, value: 99 },
      ],
    });
  });
});

describe('added days', () => {
  it.each([
    ['days', 7, 7, 123],
    ['months', 1, 30, 200],
  ] as const)(
    'grants %s %i with the renewal, at the cost of the seller',
    async (kind, amount, days, hundredths) => {
      await coupon(ctx, seller, { code: 'CELIA', kind, amount });
      const before = await expiryOf(celia);
      const portal = async () =>
        Number(
          (
            await ctx.owner.query(
              `select balance from wallets where account_id = $1 and kind = 'portal'`,
              [seller.id],
            )
          ).rows[0].balance,
        );
      const balance = await portal();
      const { body } = await pay(ctx, celia, { value: 35, coupon: 'CELIA' });
      expect(body).toMatchObject({ value: 35, list_value: 35, bonus_days: days });
      await play(ctx, seller, body.reference, 'pay');
      expect((await expiryOf(celia)).getTime() - before.getTime()).toBe((30 + days) * DAY);
      expect(balance - (await portal())).toBe(hundredths);
      const { rows } = await ctx.owner.query(
        `select after from events where line_id = $1 and kind = 'line-extended' order by id desc limit 1`,
        [celia.lineId],
      );
      expect(rows[0].after).toMatchObject({ coupon: 'CELIA', bonusDays: days, hundredths });
    },
  );

  it('takes the days back with a refund and returns their credits', async () => {
    const codes = await enrolAuthenticator(ctx, seller);
    await coupon(ctx, seller, { code: 'CELIA', kind: 'days', amount: 7 });
    const before = await expiryOf(celia);
    const held = async () =>
      Number(
        (
          await ctx.owner.query('select sum(balance) from wallets where account_id = $1', [
            seller.id,
          ])
        ).rows[0].sum,
      );
    const balance = await held();
    const { body } = await pay(ctx, celia, { value: 35, coupon: 'CELIA' });
    await play(ctx, seller, body.reference, 'pay');
    ctx.clock.forward(30_000);
    await play(ctx, seller, body.reference, { act: 'charge-back', code_2fa: await codes.code() });
    expect(await expiryOf(celia)).toEqual(before);
    expect(await held()).toBe(balance);
    expect(await verifyLedger(ctx)).toMatchObject({ sum: 0, drifted: [] });
  });
});

describe('credits on a top-up', () => {
  let buyer: Person;
  beforeEach(async () => {
    buyer = await person(ctx, { parent: seller });
    await ctx.owner.query(
      'insert into top_up_prices (account_id, from_credits, cents) values ($1, 10, 900)',
      [seller.id],
    );
    await coupon(ctx, seller, { code: 'REVENDA5', kind: 'credits', amount: 5, least_credits: 50 });
  });
  const buy = (credits: number, code = 'REVENDA5') =>
    call(
      ctx,
      buyCredits,
      { body: { credits, method: 'pix', coupon: code } },
      { token: buyer.token },
    );

  it('adds credits by an entry of their own and takes both back with the money', async () => {
    const codes = await enrolAuthenticator(ctx, seller);
    const checked = await call(
      ctx,
      checkTopUpCoupon,
      { body: { credits: 50, coupon: 'revenda5' } },
      { token: buyer.token },
    );
    expect(checked.body).toEqual({ code: 'REVENDA5', bonus_credits: 5 });
    const { body } = await buy(50);
    expect(body).toMatchObject({ credits: 50, value: 450, coupon: 'REVENDA5', bonus: 5 });
    const before = await readAccountBalance(ctx, seller.id);
    await play(ctx, seller, body.reference, 'pay');
    expect([
      await readAccountBalance(ctx, buyer.id),
      before - (await readAccountBalance(ctx, seller.id)),
    ]).toEqual([5500, 5500]);
    const entries = async () =>
      (
        await ctx.owner.query(
          'select reason, amount::int, unit_price_cents::int as price from entries where account_id = $1 order by id',
          [buyer.id],
        )
      ).rows;
    expect(await entries()).toEqual([
      { reason: 'credits-bought', amount: 5000, price: 900 },
      { reason: 'bonus-granted', amount: 500, price: null },
    ]);
    expect((await buy(50)).body.code).toBe('coupon_used');
    ctx.clock.forward(30_000);
    await play(ctx, seller, body.reference, { act: 'charge-back', code_2fa: await codes.code() });
    expect([
      await readAccountBalance(ctx, buyer.id),
      await readAccountBalance(ctx, seller.id),
    ]).toEqual([0, before]);
    expect((await entries()).slice(2)).toEqual([
      { reason: 'credits-withdrawn', amount: 5000, price: 900 },
      { reason: 'bonus-returned', amount: 500, price: null },
    ]);
    expect(await verifyLedger(ctx)).toMatchObject({ sum: 0, drifted: [] });
  });

  it('refuses a smaller top-up and a coupon for customers', async () => {
    const small = await buy(49);
    expect(small.body.message).toBe('O cupom REVENDA5 vale para recargas de 50 créditos ou mais.');
    await coupon(ctx, seller);
    expect((await buy(50, 'NATAL20')).body.code).toBe('coupon_other_plan');
    expect((await tryCoupon(ctx, celia, 'REVENDA5')).body.code).toBe('coupon_other_plan');
  });

  it('counts the added credits in the daily limit of the seller', async () => {
    await call(
      ctx,
      setLimits,
      { params: { id: seller.id }, body: { credits_a_day: 53 } },
      { token: admin.token },
    );
    expect((await buy(50)).body.code).toBe('credits_not_sold');
  });
});

it('writes the code into a renewal link without redeeming the coupon', async () => {
  await coupon(ctx, seller);
  const { body } = await call(
    ctx,
    createRenewalLink,
    { params: { id: celia.lineId }, body: { months: 1, coupon: 'natal20' } },
    { token: seller.token },
  );
  expect(body).toMatchObject({ value: 28, pix_code: null });
  expect(body.url).toMatch(/\/portal#l\.\d+\.[\w-]+&cupom=NATAL20$/);
  expect(body.message).toContain('R$ 28,00');
  expect((await rowOf('NATAL20')).uses).toBe(0);
});

it('finds the valid coupons that texts name', async () => {
  await coupon(ctx, seller);
  await coupon(ctx, seller, { code: 'DEPOIS', starts_on: '2026-12-01' });
  await coupon(ctx, await couponSeller(ctx, admin), { code: 'ALHEIO' });
  const texts = ['Use NATAL20: {link}', 'natal20', 'DEPOIS, ALHEIO', 'XNATAL20', 'NATAL20!'];
  expect(await findNamedCoupons(ctx, ctx.db, seller.id, texts)).toEqual([
    'NATAL20',
    undefined,
    undefined,
    undefined,
    'NATAL20',
  ]);
});

it('lets one of fifty simultaneous payments redeem the last use', async () => {
  await coupon(ctx, seller, { most_uses: 1 });
  const customers: Customer[] = [];
  for (let index = 0; index < 50; index += 1) customers.push(await customer(ctx, seller));
  const replies = await Promise.all(customers.map((who) => pay(ctx, who, withCoupon)));
  const outcomes = replies.map(({ status, body }) => (status === 200 ? 'paid' : body.code));
  expect(outcomes.map(String).toSorted((a, b) => a.localeCompare(b))).toEqual([
    ...Array.from({ length: 49 }, () => 'coupon_exhausted'),
    'paid',
  ]);
  expect(await rowOf('NATAL20')).toMatchObject({ uses: 1, status: 'exhausted' });
});

it('filters the list by status and searches codes and chosen customers', async () => {
  await coupon(ctx, seller);
  await coupon(ctx, seller, { code: 'CELIA', audiences: ['chosen'], lines: [celia.lineId] });
  const { id } = (await coupon(ctx, seller, { code: 'OUT10' })).body;
  await call(ctx, endCoupon, { params: { id }, body: {} }, { token: seller.token });
  expect((await list()).counts).toEqual({ all: 3, valid: 2, paused: 0, over: 1 });
  const codes = async (query: Record<string, unknown>) =>
    (await list(query)).data.map(({ code }) => code);
  expect(await codes({ status: 'over' })).toEqual(['OUT10']);
  expect(await codes({ search: 'célia' })).toEqual(['CELIA']);
  expect(await codes({ search: 'nat' })).toEqual(['NATAL20']);
  expect(await codes({ sort: 'code', dir: 'asc' })).toEqual(['CELIA', 'NATAL20', 'OUT10']);
});

/**
 * Orders of strangers that recurring Pix pays: one code pays the first month and authorises the
 * following ones. A double imitates Asaas.
 */
import { randomUUID } from 'node:crypto';
import { createCoupon } from '@ramal/contract/coupons/coupons';
import { refundRecharge } from '@ramal/contract/payments/charges';
import { savePaymentUses } from '@ramal/contract/payments/payment-providers';
import { creditPortal, savePlanPrices } from '@ramal/contract/payments/recharges';
import { subscribeStorefront } from '@ramal/contract/storefront/orders';
import { getStorefrontPage } from '@ramal/contract/storefront/page';
import { DAY_MS } from '@ramal/contract/rules/durations';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cancelAtBank, newestAuthorization, payCode } from '../../../test/asaas/play.ts';
import { call, TODAY } from '../../../test/context.ts';
import { secondProcess } from '../../../test/second-factor.ts';
import { verifyLedger } from '../../credits/credits.ts';
import { reconcilePayments } from '../../payments/reconcile.ts';
import { advanceAuthorizations } from '../../recurring-pix/advance.ts';
import { receiveAsaasNotice } from '../../recurring-pix/asaas-notices.ts';
import {
  newVisitor,
  openShop,
  orderMonths,
  readAuthorizations,
  readOrder,
  readPage,
  type Shop,
  takeTest,
} from '../../recurring-pix/authorize/orders.fixtures.ts';
import {
  closeWorld,
  CPF,
  forgetEarlier,
  jumpTo,
  mendProvider,
  NOTICE_PASSWORD,
  openSeller,
  openWorld,
  readLine,
  type RecurringWorld,
  runJobs,
  runUntil,
  type Seller,
} from '../../recurring-pix/recurring-pix.fixtures.ts';
import { deleteOldRows } from '../../retention/retention.ts';

let world: RecurringWorld;
let seller: Seller;
let shop: Shop;
beforeAll(async () => {
  world = await openWorld({ RAMAL_CAPTCHA: 'off' });
});
afterAll(() => closeWorld(world));
beforeEach(async () => {
  world.ctx.clock.set(TODAY);
  mendProvider(world);
  world.provider.refusedCpfs.clear();
  await forgetEarlier(world);
  seller = await openSeller(world);
  shop = await openShop(world, seller);
});

const order = async (more: Record<string, unknown> = {}) => {
  const made = await orderMonths(world, shop, more);
  expect([made.status, made.body]).toEqual([200, expect.anything()]);
  return made.body;
};

const newest = () => newestAuthorization(world.provider);
const read = (key: string) => readOrder(world, shop, key);
const stored = () => readAuthorizations(world, seller);

const addCredits = (credits: number) =>
  call(
    world.ctx,
    creditPortal,
    { body: { id_res: seller.id, qtd_creditos: credits } },
    { token: seller.token, key: randomUUID() },
  );

const localDate = (seconds: number): string =>
  new Date((seconds - 3 * 3_600) * 1000).toISOString().slice(0, 10);

describe('an order by recurring Pix', () => {
  it('creates the line by its calendar month and authorises the following', async () => {
    const made = await order();
    expect(made).toMatchObject({
      state: 'waiting',
      test_username: null,
      authorization: {
        state: 'waiting',
        value: 35,
        receiver: 'MARCELO TV LTDA',
        due_day: Number(localDate(made.would_expire_timestamp!).slice(8)) - 1,
      },
    });
    expect(made.charge.pix_code).toBe(newest().payload);
    expect(await stored()).toMatchObject([{ state: 'created', lineId: null, cycles: 0 }]);
    payCode(world.provider, newest());
    const paid = await read(made.key);
    expect(paid).toMatchObject({ state: 'ready', authorization: { state: 'active' } });
    expect(paid.line!.expires_timestamp).toBe(made.would_expire_timestamp);
    const [active] = await stored();
    expect(active).toMatchObject({ state: 'active', orderId: null });
    const { renewals } = await readLine(world, active!.lineId!);
    expect(renewals).toBe(1);
    // The bank debits the next month, and the line renews once more.
    const due = paid.authorization!.first_due_on;
    await jumpTo(world, new Date(Date.parse(`${due}T15:00:00Z`) - 7 * DAY_MS).toISOString());
    await runUntil(world, `${due}T15:00:00Z`);
    expect((await readLine(world, active!.lineId!)).renewals).toBe(2);
    expect(await verifyLedger(world.ctx)).toMatchObject({ drifted: [], sum: 0 });
  });

  it('keeps the line of a running test, and its month begins when the test ends', async () => {
    const visitor = newVisitor();
    const test = await takeTest(world, shop, visitor);
    const made = await order({ visitor, test_key: test.key });
    expect(made.test_username).toBe(test.credentials!.username);
    payCode(world.provider, newest());
    const paid = await read(made.key);
    expect(paid.line!.credentials!.username).toBe(test.credentials!.username);
    expect(localDate(paid.line!.expires_timestamp).slice(8)).toBe(
      localDate(test.ends_timestamp).slice(8),
    );
    expect(paid.line!.expires_timestamp - test.ends_timestamp).toBeGreaterThan(27 * 86_400);
    const [active] = await stored();
    expect(active).toMatchObject({ state: 'active', orderId: null, cycles: 0 });
    const { rows } = await world.ctx.owner.query('select is_trial from lines where id = $1', [
      active!.lineId,
    ]);
    expect(rows).toEqual([{ is_trial: false }]);
  });

  it('creates a line if the test was deleted before the payment', async () => {
    const visitor = newVisitor();
    const test = await takeTest(world, shop, visitor);
    const made = await order({ visitor, test_key: test.key });
    await world.ctx.owner.query('update lines set deleted_at = now() where username = $1', [
      test.credentials!.username,
    ]);
    payCode(world.provider, newest());
    const paid = await read(made.key);
    expect(paid.line!.credentials!.username).not.toBe(test.credentials!.username);
    expect(await stored()).toMatchObject([{ state: 'active', orderId: null }]);
  });

  it('keeps the line and says so if the bank refuses the following months', async () => {
    world.provider.payments.clear();
    const made = await order();
    payCode(world.provider, newest(), { isAuthorized: false });
    expect(await read(made.key)).toMatchObject({
      state: 'ready',
      authorization: { state: 'refused' },
    });
    expect(await stored()).toMatchObject([{ state: 'refused', cycles: 0 }]);
    await runUntil(world, '2026-12-30T15:00:00Z');
    expect(world.provider.payments.size).toBe(1);
  });

  it('ends with its code if nobody pays', async () => {
    const made = await order();
    world.ctx.clock.forward(50 * 60_000);
    await runJobs(world);
    expect(await read(made.key)).toMatchObject({ state: 'ended', line: null });
    expect(await stored()).toMatchObject([{ state: 'refused', lineId: null }]);
    const { rows } = await world.ctx.owner.query('select from lines where owner_id = $1', [
      seller.id,
    ]);
    expect(rows).toEqual([]);
  });

  it('activates nothing before the payment is read, and ends after some days without it', async () => {
    const made = await order();
    payCode(world.provider, newest());
    const [payment] = [...world.provider.payments.values()].slice(-1);
    world.provider.payments.delete(payment!.id);
    expect(await read(made.key)).toMatchObject({ state: 'waiting', line: null });
    expect(await stored()).toMatchObject([
      { state: 'created', lineId: null, hasConsent: true, cycles: 0 },
    ]);
    world.ctx.clock.forward(4 * DAY_MS);
    await runJobs(world);
    await runJobs(world);
    expect(newest().status).toBe('CANCELLED');
    expect(await stored()).toMatchObject([
      { state: 'cancelled', endReason: 'not-authorized', lineId: null, cycles: 0 },
    ]);
  });

  it('gets its line when the payment is read late', async () => {
    const made = await order();
    payCode(world.provider, newest());
    const [payment] = [...world.provider.payments.values()].slice(-1);
    world.provider.payments.delete(payment!.id);
    await read(made.key);
    world.ctx.clock.forward(2 * 3_600_000);
    await runJobs(world);
    world.provider.payments.set(payment!.id, payment!);
    world.ctx.clock.forward(2 * 3_600_000);
    await runJobs(world);
    await runJobs(world);
    expect(await read(made.key)).toMatchObject({
      state: 'ready',
      authorization: { state: 'active' },
    });
    expect(await stored()).toMatchObject([{ state: 'active', orderId: null }]);
  });
});

describe('a payment that waits for portal credits', () => {
  /** Orders twice at a seller with one credit, so that the second payment waits. */
  const orderTwice = async () => {
    seller = await openSeller(world, { credits: 1 });
    shop = await openShop(world, seller);
    const orders = [await order(), await order()];
    for (const authorization of [...world.provider.authorizations.values()].slice(-2))
      payCode(world.provider, authorization);
    for (const { key } of orders) await read(key);
    return orders[1]!;
  };

  it('activates its authorization with the line, after the credits arrived', async () => {
    const second = await orderTwice();
    expect(await read(second.key)).toMatchObject({
      state: 'held',
      authorization: { state: 'active' },
    });
    expect(await stored()).toMatchObject([
      { state: 'active', orderId: null },
      { state: 'created', lineId: null, hasConsent: true },
    ]);
    await addCredits(5);
    world.ctx.clock.forward(15 * 60_000);
    await runJobs(world);
    expect(await read(second.key)).toMatchObject({ state: 'ready' });
    expect(await stored()).toMatchObject([{ state: 'active' }, { state: 'active', orderId: null }]);
  });

  it('ends its authorization if the seller returns the money', async () => {
    await orderTwice();
    const { rows } = await world.ctx.owner.query<{ id: number }>(
      `select id::int from charges where account_id = $1 and state = 'paid'`,
      [seller.id],
    );
    const body = { reason: 'Sem créditos', code_2fa: await seller.codes.code() };
    const params = { id: rows[0]!.id };
    await call(world.ctx, refundRecharge, { params, body }, { token: seller.token });
    world.ctx.clock.forward(15 * 60_000);
    await runJobs(world);
    await runJobs(world);
    expect(newest().status).toBe('CANCELLED');
    expect(await stored()).toMatchObject([
      { state: 'active' },
      { state: 'cancelled', lineId: null, cycles: 0 },
    ]);
  });
});

describe('refused orders', () => {
  it('refuses monthly orders of other plans, cards, coupons and sellers without recurring Pix', async () => {
    const { token } = seller;
    expect((await readPage(world, shop.slug)).recurring).toEqual({ receiver: 'MARCELO TV LTDA' });
    world.ctx.clock.forward(30_000);
    const prices = { month_1: 35, month_3: 99, code_2fa: await seller.codes.code() };
    await call(world.ctx, savePlanPrices, { body: prices }, { token });
    shop = await openShop(world, seller, [1, 3]);
    const { products } = await readPage(world, shop.slug);
    const longer = products[0]!.offers.find(({ months }) => months === 3)!;
    const coupon = { code: 'PRIMEIRO', kind: 'percent', amount: 20 } as const;
    const made = await call(
      world.ctx,
      createCoupon,
      { body: { ...coupon, ends_on: '2026-12-31' } },
      { token },
    );
    expect(made.status).toBe(200);
    const query = { cupom: 'PRIMEIRO' };
    const reduced = await call(world.ctx, getStorefrontPage, {
      params: { slug: shop.slug },
      query,
    });
    expect(reduced.body.recurring).toBeNull();
    for (const more of [
      { offer_id: longer.id, price_cents: 9_900 },
      { coupon: 'PRIMEIRO', price_cents: 2_800 },
    ])
      expect((await orderMonths(world, shop, more)).body).toMatchObject({
        code: 'recurring_not_offered',
      });
    world.ctx.clock.forward(30_000);
    const off = { offer_recurring: false, code_2fa: await seller.codes.code() };
    expect((await call(world.ctx, savePaymentUses, { body: off }, { token })).status).toBe(200);
    world.ctx.clock.forward(20_000);
    expect((await readPage(world, shop.slug)).recurring).toBeNull();
    expect((await orderMonths(world, shop)).body).toMatchObject({ code: 'recurring_not_offered' });
    expect(await stored()).toEqual([]);
  });

  it('name the field of a payer that is wrong', async () => {
    const wrong = { cpf: '111.111.111-11', name: 'Célia' };
    const { status, body } = await orderMonths(world, shop, { payer: wrong });
    expect(status).toBe(422);
    expect(body).toMatchObject({
      fields: {
        'payer.cpf': 'Este CPF não confere. Veja os números.',
        'payer.name': 'Escreva nome e sobrenome, como no banco.',
      },
    });
    world.provider.refusedCpfs.add(CPF);
    expect((await orderMonths(world, shop)).body).toMatchObject({ code: 'payer_refused' });
    expect(await stored()).toMatchObject([{ state: 'refused', cycles: 0 }]);
  });

  it('leave the single payment if the provider does not prepare the code', async () => {
    world.provider.mayRecur = false;
    const visitor = newVisitor();
    expect((await orderMonths(world, shop, { visitor })).body).toMatchObject({
      code: 'authorization_not_prepared',
    });
    const body = { ...visitor, offer_id: shop.offerId, method: 'pix', price_cents: 3_500 } as const;
    const params = { slug: shop.slug };
    const single = await call(world.ctx, subscribeStorefront, { params, body });
    expect(single.body).toMatchObject({ state: 'waiting', authorization: null });
  });

  it('refuses monthly orders at another price', async () => {
    const { body } = await orderMonths(world, shop, { price_cents: 3_400 });
    expect(body).toMatchObject({ code: 'price_changed' });
  });
});

describe('repeated requests', () => {
  it('shows two orders of one visitor the same code, and another payer a code of its own', async () => {
    const visitor = newVisitor();
    const first = await order({ visitor });
    const second = await order({ visitor });
    expect(second.charge.pix_code).toBe(first.charge.pix_code);
    const payer = { cpf: '111.444.777-35', name: 'Ana Lima' };
    const other = await order({ visitor, payer });
    expect(other.charge.pix_code).not.toBe(first.charge.pix_code);
    expect(await stored()).toMatchObject([
      { state: 'ending', endReason: 'not-authorized' },
      { state: 'created' },
    ]);
  });

  it('leaves one open code for orders of one visitor at the same time', async () => {
    const visitor = newVisitor();
    await Promise.all(Array.from({ length: 3 }, () => orderMonths(world, shop, { visitor })));
    const open = (await stored()).filter(({ state }) => state === 'created');
    expect(open).toHaveLength(1);
  });

  it('never show the code of a visitor to another device with the same number', async () => {
    const visitor = newVisitor();
    const first = await order({ visitor });
    const stranger = { ...newVisitor(), phone: visitor.phone };
    const other = await order({ visitor: stranger });
    expect(other.charge.pix_code).not.toBe(first.charge.pix_code);
    expect(await stored()).toMatchObject([{ state: 'created' }, { state: 'created' }]);
  });

  it('leaves one authorization for two browsers with one test, and each payment counts', async () => {
    const visitor = newVisitor();
    const test = await takeTest(world, shop, visitor);
    const first = await order({ visitor, test_key: test.key });
    // The same device, but another number: the first code stays valid.
    const other = { ...visitor, phone: newVisitor().phone };
    const second = await order({ visitor: other, test_key: test.key });
    for (const authorization of [...world.provider.authorizations.values()].slice(-2))
      payCode(world.provider, authorization);
    for (const { key } of [first, second]) expect((await read(key)).state).toBe('ready');
    world.ctx.clock.forward(15 * 60_000);
    await runJobs(world);
    await runJobs(world);
    const rows = await stored();
    expect(rows.map(({ state }) => state).toSorted()).toEqual(['active', 'cancelled']);
    expect(new Set(rows.map(({ lineId }) => lineId)).size).toBe(1);
    expect((await readLine(world, rows[0]!.lineId!)).renewals).toBe(2);
  });
});

describe('notices and processes', () => {
  it('settle once when notices are repeated and reordered', async () => {
    await order();
    payCode(world.provider, newest());
    const token = seller.noticePath.split('/').at(-2)!;
    for (const body of [...world.provider.events.toReversed(), ...world.provider.events])
      await receiveAsaasNotice(world.ctx, { token, password: NOTICE_PASSWORD, body });
    const [active] = await stored();
    expect(active).toMatchObject({ state: 'active', orderId: null });
    expect((await readLine(world, active!.lineId!)).renewals).toBe(1);
  });

  it('settle and attach once when two processes work at the same time', async () => {
    const second = await secondProcess(world.ctx);
    const processes = [world.ctx, { ...world.ctx, db: second.db }];
    for (let count = 0; count < 4; count += 1) {
      const { key } = await order();
      payCode(world.provider, newest());
      world.ctx.clock.forward(15 * 60_000);
      await Promise.all(
        processes.flatMap((ctx) => [reconcilePayments(ctx), advanceAuthorizations(ctx)]),
      );
      await runJobs(world);
      expect(await read(key)).toMatchObject({ state: 'ready', authorization: { state: 'active' } });
    }
    await second.close();
    const rows = await stored();
    expect(rows.map(({ state }) => state)).toEqual(['active', 'active', 'active', 'active']);
    expect(new Set(rows.map(({ lineId }) => lineId)).size).toBe(4);
    for (const { lineId } of rows) expect((await readLine(world, lineId!)).renewals).toBe(1);
  });
});

it('ends at the bank of a customer before the line exists, and debits nothing', async () => {
  const made = await order();
  payCode(world.provider, newest());
  const [payment] = [...world.provider.payments.values()].slice(-1);
  world.provider.payments.delete(payment!.id);
  await read(made.key);
  cancelAtBank(world.provider, newest());
  world.provider.payments.set(payment!.id, payment!);
  expect(await read(made.key)).toMatchObject({ state: 'ready', authorization: { state: 'ended' } });
  expect(await stored()).toMatchObject([{ state: 'cancelled', endReason: 'customer-bank' }]);
});

it('erases the payer of an order that delivered no line', async () => {
  await order();
  world.ctx.clock.forward(50 * 60_000);
  await runJobs(world);
  world.ctx.clock.forward(61 * DAY_MS);
  await deleteOldRows(world.ctx, 'day');
  const { rows } = await world.ctx.owner.query(
    'select payer_name, cpf_mask, search from pix_authorizations where account_id = $1',
    [seller.id],
  );
  expect(rows).toEqual([{ payer_name: '', cpf_mask: '', search: '' }]);
});

it('lets the database refuse an active authorization without a line', async () => {
  await order();
  await expect(
    world.ctx.owner.query(`update pix_authorizations set state = 'active' where account_id = $1`, [
      seller.id,
    ]),
  ).rejects.toThrow('pix_authorizations_active_line');
});

/** After a restore, payments of the lost hours are found at the provider and delivered once. */
import { randomUUID } from 'node:crypto';
import { creditPortal, savePaymentKeys } from '@ramal/contract/payments/recharges';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { line, type Person, person } from '../../test/accounts.ts';
import { call, createTestContext, type TestContext } from '../../test/context.ts';
import { type MercadoPagoDouble, startMercadoPago } from '../../test/mercado-pago.ts';
import { enrolAuthenticator, readAccountEvents, secondProcess } from '../../test/second-factor.ts';
import { verifyLedger } from '../credits/credits.ts';
import type { Charge } from './charges.sql.ts';
import { createCharge } from './create-charge.ts';
import { newExternalReference, readExternalReference } from './external-reference.ts';
import { findLostCharges } from './find-lost-charges.ts';
import { SEARCH_PAGE } from './providers/port.ts';

const HOUR = 3_600_000;

let ctx: TestContext;
let provider: MercadoPagoDouble;
let admin: Person;
let seller: Person;
beforeAll(async () => {
  provider = await startMercadoPago();
  ctx = await createTestContext({ RAMAL_MERCADO_PAGO_URL: provider.url });
  provider.now = () => ctx.clock.now();
  admin = await person(ctx, { profile: 'admin' });
});
afterAll(async () => {
  await ctx.close();
  await provider.close();
});
beforeEach(() => provider.payments.clear());

/** Creates a seller with keys and portal credit. All earlier payments have been searched. */
async function open(speaks: 'payments' | 'orders'): Promise<void> {
  provider.speaks = speaks;
  seller = await person(ctx, { parent: admin, balance: 100_000 });
  const codes = await enrolAuthenticator(ctx, seller);
  const body = {
    mercado_pago_public_key: 'APP_USR-publica',
    mercado_pago_access_token: provider.token,
    webhook_secret: 'segredo-dos-avisos',
    code_2fa: await codes.code(),
  };
  const saved = await call(ctx, savePaymentKeys, { body }, { token: seller.token });
  expect(saved.status).toBe(200);
  await call(
    ctx,
    creditPortal,
    { body: { id_res: seller.id, qtd_creditos: 90 } },
    { token: seller.token, key: randomUUID() },
  );
  await findLostCharges(ctx);
  ctx.clock.forward(HOUR);
}

const renewal = (lineId: number, more: Partial<Parameters<typeof createCharge>[1]> = {}) =>
  createCharge(
    ctx,
    {
      purpose: 'renewal',
      accountId: seller.id,
      lineId,
      buyerId: null,
      months: 2,
      credits: 200,
      cents: 6000,
      method: 'pix',
      description: 'Renovação por 2 meses',
      ...more,
    },
    { baseUrl: 'http://painel.exemplo' },
  );

/** Deletes the charge, as a restore of an earlier backup does. */
async function forget({ id }: Charge): Promise<void> {
  const now = ctx.clock.now();
  await ctx.owner.query('delete from charges where id = $1', [id]);
  await ctx.owner.query(
    'insert into restores (restored_at, file, made_at, released_at, released_by) values ($1, $2, $1, $1, $3)',
    [now, 'ramal.dump', admin.id],
  );
}

async function readResult(lineId: number) {
  const { rows } = await ctx.owner.query<{ states: string[]; renewals: number; portal: number }>(
    `select array(select state from charges where line_id = $1 order by id) as states,
       (select count(*)::int from entries where line_id = $1 and reason = 'portal-renewal') as renewals,
       (select balance::int from wallets where account_id = $2 and kind = 'portal') as portal`,
    [lineId, seller.id],
  );
  return rows[0]!;
}

describe.each(['payments', 'orders'] as const)('by %s', (speaks) => {
  it('renews each line of a lost payment once in any number of processes', async () => {
    await open(speaks);
    const { id } = await line(ctx, seller);
    const other = await secondProcess(ctx);
    const [pix, card] = [await renewal(id), await renewal(id, { method: 'card', cents: 6100 })];
    for (const made of [pix, card]) {
      provider.pay(made.externalReference);
      await forget(made);
    }
    expect(await readResult(id)).toMatchObject({ states: [], renewals: 0, portal: 9_000 });
    await Promise.all([findLostCharges(ctx), findLostCharges({ ...ctx, db: other.db })]);
    ctx.clock.forward(HOUR / 2);
    await findLostCharges(ctx);
    expect(await readResult(id)).toEqual({
      states: ['settled', 'settled'],
      renewals: 2,
      portal: 9_000 - 2 * 200,
    });
    const { sum, drifted } = await verifyLedger(ctx);
    expect([sum, drifted]).toEqual([0, []]);
    await other.close();
  });

  it('opens a lost charge that is not paid yet and ignores one that has ended', async () => {
    await open(speaks);
    const { id } = await line(ctx, seller);
    const [waiting, ended] = [await renewal(id), await renewal(id, { cents: 6100 })];
    provider.pay(ended.externalReference, { status: 'cancelled', paid: 0 });
    for (const made of [waiting, ended]) await forget(made);
    await findLostCharges(ctx);
    expect(await readResult(id)).toMatchObject({ states: ['pending'], renewals: 0 });
  });

  it('finds more lost payments than one page contains', async () => {
    await open(speaks);
    const { id } = await line(ctx, seller);
    const made: Charge[] = [];
    for (let n = 0; n < SEARCH_PAGE + 3; n += 1)
      made.push(await renewal(id, { months: 1, credits: 100, cents: 3000 + n }));
    for (const lostCharge of made) {
      provider.pay(lostCharge.externalReference);
      await forget(lostCharge);
    }
    expect(await findLostCharges(ctx)).toBe(made.length);
    expect((await readResult(id)).renewals).toBe(made.length);
  });
});

/** Sets a price step of this many cents from one credit on. */
const sells = (cents: number) =>
  ctx.owner.query(
    'insert into top_up_prices (account_id, from_credits, cents) values ($1, 1, $2)',
    [seller.id, cents],
  );

// A reference can be forged, so it alone must not move credits.
it.each([
  { name: 'below the price', cents: 1, limit: null },
  { name: 'above the credits of a day', cents: 40_000, limit: 4_000 },
])('a forged reference $name moves no credits, and its seller is told once', async (forged) => {
  await open('payments');
  const buyer = await person(ctx, { parent: seller });
  await sells(800);
  if (forged.limit !== null)
    await ctx.owner.query(
      `insert into account_limits (account_id, set_by, name, amount, set_at)
       values ($1, $2, 'credits_a_day', $3, now())`,
      [seller.id, admin.id, forged.limit],
    );
  const top = await renewal(0, {
    purpose: 'top-up',
    lineId: null,
    buyerId: buyer.id,
    months: null,
    credits: 5_000,
    cents: forged.cents,
  });
  provider.pay(top.externalReference);
  await forget(top);
  expect(await findLostCharges(ctx)).toBe(0);
  ctx.clock.forward(HOUR / 6);
  expect(await findLostCharges(ctx)).toBe(0);
  const { rows } = await ctx.owner.query<{ balance: string }>(
    `select balance from wallets where account_id = $1 and kind = 'balance'`,
    [buyer.id],
  );
  expect(rows.map(({ balance }) => Number(balance))).toEqual([0]);
  expect(
    (await readAccountEvents(ctx, seller.id)).filter(({ kind }) => kind === 'recharge-flagged'),
  ).toHaveLength(1);
});

// A reference can be forged, so it alone must not create a charge.
it.each([
  { name: 'without a restore', restoredBefore: undefined },
  { name: 'from after the last restore', restoredBefore: HOUR / 60 },
])('a forged reference $name creates no charge and no movement', async ({ restoredBefore }) => {
  await open('payments');
  await ctx.owner.query('delete from restores');
  const buyer = await person(ctx, { parent: seller });
  await sells(800);
  const now = ctx.clock.now();
  if (restoredBefore !== undefined)
    await ctx.owner.query(
      'insert into restores (restored_at, file, made_at, released_at, released_by) values ($1, $2, $1, $1, $3)',
      [new Date(now.getTime() - restoredBefore), 'ramal.dump', admin.id],
    );
  const { id } = await line(ctx, seller);
  const before = await readResult(id);
  for (const reference of [`t${buyer.id}-5000-${randomUUID()}`, `r${id}-12-${randomUUID()}`]) {
    const made = await renewal(id, { cents: 40_000 });
    await ctx.owner.query('delete from charges where id = $1', [made.id]);
    Object.assign(provider.pay(made.externalReference), { reference });
  }
  for (let run = 0; run < 3; run += 1) {
    expect(await findLostCharges(ctx)).toBe(0);
    ctx.clock.forward(HOUR / 6);
  }
  expect(await readResult(id)).toEqual(before);
  const { rows } = await ctx.owner.query(
    'select (select count(*)::int from charges where account_id = $1) as charges, balance::int from wallets where account_id = $2',
    [seller.id, buyer.id],
  );
  expect(rows[0]).toEqual({ charges: 0, balance: 0 });
});

it('delivers lost purchases of credits', async () => {
  await open('payments');
  const buyer = await person(ctx, { parent: seller });
  await sells(800);
  const top = await renewal(0, {
    purpose: 'top-up',
    lineId: null,
    buyerId: buyer.id,
    months: null,
    credits: 5_000,
    cents: 40_000,
  });
  provider.pay(top.externalReference);
  await forget(top);
  expect(await findLostCharges(ctx)).toBe(1);
  const { rows } = await ctx.owner.query<{ balance: string }>(
    `select balance from wallets where account_id = $1 and kind = 'balance'`,
    [buyer.id],
  );
  expect(Number(rows[0]!.balance)).toBe(5_000);
});

it('restores the coupon and the added days of a renewal and charges their credits', async () => {
  await open('payments');
  const { id } = await line(ctx, seller);
  const { rows } = await ctx.owner.query<{ id: number }>(
    `insert into coupons (account_id, code, kind, amount, is_once_per_customer, starts_on, ends_on, created_at)
     values ($1, 'DIAS15', 'days', 15, true, '2026-01-01', '2027-01-01', $2) returning id::int`,
    [seller.id, new Date(ctx.clock.now().getTime() - HOUR)],
  );
  const coupon = { id: rows[0]!.id, listCents: 6000 };
  const made = await renewal(id, { credits: 250, bonusDays: 15, coupon });
  const expiry = async () =>
    (await ctx.owner.query('select expires_at as at from lines where id = $1', [id])).rows[0].at;
  const before = await expiry();
  provider.pay(made.externalReference);
  await forget(made);
  expect(await findLostCharges(ctx)).toBe(1);
  expect(((await expiry()).getTime() - before.getTime()) / (24 * HOUR)).toBe(75);
  const stored = await ctx.owner.query(
    `select c.credits::int, c.bonus_days, c.list_cents::int, r.coupon_id::int as redeemed
     from charges c join coupon_redemptions r on r.charge_id = c.id where c.line_id = $1`,
    [id],
  );
  expect(stored.rows).toEqual([
    { credits: 250, bonus_days: 15, list_cents: 6000, redeemed: coupon.id },
  ]);
  expect(await readResult(id)).toMatchObject({ portal: 9_000 - 250 });
});

it('restores the bonus of a top-up and refuses more than the lowest price allows', async () => {
  await open('payments');
  const buyer = await person(ctx, { parent: seller, balance: 0 });
  await sells(800);
  const buy = (bonusCredits: number) =>
    renewal(0, {
      purpose: 'top-up',
      lineId: null,
      buyerId: buyer.id,
      months: null,
      credits: 5_000,
      bonusCredits,
      cents: 40_000,
    });
  const [good, cheap] = [await buy(500), await buy(5_000)];
  await ctx.owner.query(
    `insert into account_limits (account_id, set_by, name, amount, set_at) values ($1, $2, 'lowest_price', 700, now())`,
    [seller.id, admin.id],
  );
  for (const made of [good, cheap]) {
    provider.pay(made.externalReference);
    await forget(made);
  }
  expect(await findLostCharges(ctx)).toBe(1);
  const { rows } = await ctx.owner.query<{ balance: number }>(
    `select balance::int from wallets where account_id = $1 and kind = 'balance'`,
    [buyer.id],
  );
  expect(rows[0]!.balance).toBe(5_500);
});

it('creates nothing for a payment of another account’s line and notifies the seller once', async () => {
  await open('payments');
  const stranger = await person(ctx, { parent: admin, balance: 1_000 });
  const theirs = await line(ctx, stranger);
  const made = await renewal(theirs.id);
  provider.pay(made.externalReference);
  await forget(made);
  expect(await findLostCharges(ctx)).toBe(0);
  ctx.clock.forward(HOUR / 6);
  expect(await findLostCharges(ctx)).toBe(0);
  expect(await readResult(theirs.id)).toMatchObject({ states: [], renewals: 0, portal: 9_000 });
  const flagged = (await readAccountEvents(ctx, seller.id)).filter(
    ({ kind }) => kind === 'recharge-flagged',
  );
  expect(flagged).toHaveLength(1);
});

it('ignores payments of another receiver and of an unknown reference', async () => {
  await open('payments');
  const { id } = await line(ctx, seller);
  const made = [await renewal(id), await renewal(id, { cents: 6100 })];
  const [foreign, unknown] = made.map(({ externalReference }) => provider.pay(externalReference));
  foreign!.collector += 1;
  Object.assign(unknown!, { reference: 'pedido-da-loja-virtual' });
  for (const lostCharge of made) await forget(lostCharge);
  expect(await findLostCharges(ctx)).toBe(0);
  expect((await readResult(id)).states).toEqual([]);
});

it('searches the same hours again if the provider does not answer', async () => {
  await open('payments');
  const { id } = await line(ctx, seller);
  const made = await renewal(id);
  provider.pay(made.externalReference);
  await forget(made);
  provider.failures = Array.from({ length: 100 }, () => 'silent' as const);
  expect(await findLostCharges(ctx)).toBe(0);
  provider.failures = [];
  ctx.clock.forward(5 * HOUR);
  expect(await findLostCharges(ctx)).toBe(1);
});

it('contains the purchase but never its cost in a reference of 64 characters', () => {
  const bought = { lineId: 999_999_999_999, buyerId: null, months: 12, credits: 1_000 } as const;
  const reference = newExternalReference({ ...bought, purpose: 'renewal' });
  expect(reference).toMatch(/^[A-Za-z0-9-]{1,64}$/);
  expect(readExternalReference(reference)).toEqual({
    purpose: 'renewal',
    lineId: 999_999_999_999,
    months: 12,
  });
  const order = { ...bought, purpose: 'sale', sale: { platform: 'p2p', productId: 7 } } as const;
  expect(
    readExternalReference(newExternalReference({ ...order, accountId: 4, lineId: null })),
  ).toEqual({
    purpose: 'sale',
    accountId: 4,
    platform: 'p2p',
    productId: 7,
    months: bought.months,
  });
  expect(readExternalReference(newExternalReference(order))).toEqual({
    purpose: 'promotion',
    lineId: bought.lineId,
    months: bought.months,
    product: { platform: 'p2p', productId: 7 },
  });
  expect(readExternalReference(`p12-3-${randomUUID()}`)).toEqual({
    purpose: 'promotion',
    lineId: 12,
    months: 3,
  });
  const added = { bonusDays: 30, bonusCredits: 500, coupon: { id: 7 } };
  for (const purpose of ['renewal', 'top-up'] as const) {
    const { bonus } = readExternalReference(
      newExternalReference({ ...bought, lineId: 12, buyerId: 13, purpose, ...added }),
    )!;
    expect(bonus).toEqual({ days: 30, credits: 500, couponId: 7 });
  }
  // Without room for them the additions are left out, never the purchase.
  const long = newExternalReference({
    ...bought,
    purpose: 'sale',
    sale: { platform: 'iptv', productId: 999_999_999 },
    bonusDays: 9_999,
    coupon: { id: 999_999_999 },
  });
  expect(long).toMatch(/^[A-Za-z0-9-]{1,64}$/);
  expect(readExternalReference(long)).toMatchObject({ lineId: bought.lineId, months: 12 });
  expect(readExternalReference(`r12-5-${randomUUID()}`)).toBeUndefined();
  expect(readExternalReference(randomUUID())).toBeUndefined();
});

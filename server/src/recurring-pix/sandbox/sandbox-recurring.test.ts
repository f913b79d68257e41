/** Automatic renewals at the test provider, which serves accounts without keys, and changed prices. */
import { randomUUID } from 'node:crypto';
import { getLineAuthorization, listAuthorizations } from '@ramal/contract/payments/authorizations';
import { playSandbox } from '@ramal/contract/payments/charges';
import { savePaymentUses, saveReceiver } from '@ramal/contract/payments/payment-providers';
import { creditPortal, savePlanPrices } from '@ramal/contract/payments/recharges';
import { endPortalAuthorization } from '@ramal/contract/portal/portal-authorizations';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Person, person } from '../../../test/accounts.ts';
import { call, createTestContext } from '../../../test/context.ts';
import { type Authenticator, enrolAuthenticator } from '../../../test/second-factor.ts';
import { reconcilePayments } from '../../payments/reconcile.ts';
import { advanceAuthorizations } from '../advance.ts';
import {
  authorize,
  closeWorld,
  CNPJ,
  type Customer,
  forgetEarlier,
  getPortalKey,
  openCustomer,
  openWorld,
  readLine,
  readRecurring,
  readState,
  type RecurringWorld,
} from '../recurring-pix.fixtures.ts';

let world: RecurringWorld;
let seller: Person;
let codes: Authenticator;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(async () => closeWorld(world));

const by = () => ({ token: seller.token });
async function freshCode() {
  const code_2fa = await codes.code();
  world.ctx.clock.forward(30_000);
  return { code_2fa };
}

async function savePrice(month_1: number): Promise<void> {
  const body = { month_1, ...(await freshCode()) };
  await call(world.ctx, savePlanPrices, { body }, by());
}

beforeEach(async () => {
  const { ctx, admin } = world;
  ctx.clock.set('2026-11-10T12:00:00Z');
  await forgetEarlier(world);
  seller = await person(ctx, { parent: admin, balance: 1_000_000, until: '2040-01-01' });
  codes = await enrolAuthenticator(ctx, seller);
  const receiver = { type: 'company' as const, cnpj: CNPJ, opened_on: '2021-03-01' };
  await call(ctx, saveReceiver, { body: receiver }, by());
  const uses = { offer_recurring: true, ...(await freshCode()) };
  await call(ctx, savePaymentUses, { body: uses }, by());
  await savePrice(35);
  const credits = { id_res: seller.id, qtd_creditos: 50 };
  await call(ctx, creditPortal, { body: credits }, { token: seller.token, key: randomUUID() });
});

/** The seller plays the buyer who pays the newest open code of the line. */
async function payNewestCode({ lineId }: Customer): Promise<void> {
  const { rows } = await world.ctx.owner.query<{ id: number }>(
    `select id::int from charges where line_id = $1 and state = 'pending' order by id desc limit 1`,
    [lineId],
  );
  const played = await call(
    world.ctx,
    playSandbox,
    { params: { id: rows[0]!.id }, body: { act: 'pay' } },
    by(),
  );
  expect(played.status).toBe(200);
}

async function authorizeAt(customer: Customer, value: number): Promise<string> {
  const made = await authorize(world, customer, value);
  expect(made.status).toBe(200);
  await payNewestCode(customer);
  world.ctx.clock.forward(4_000);
  expect((await readState(world, customer, made.body.reference)).state).toBe('active');
  return made.body.reference;
}

async function runAt(iso: string): Promise<void> {
  world.ctx.clock.set(iso);
  await reconcilePayments(world.ctx);
  await advanceAuthorizations(world.ctx);
}

const readPaid = async ({ lineId }: Customer): Promise<number[]> =>
  (
    await world.ctx.owner.query<{ cents: number }>(
      `select cents::int from charges where line_id = $1 and paid_at is not null order by id`,
      [lineId],
    )
  ).rows.map(({ cents }) => cents);

describe('the test provider', () => {
  it('is named as one, and its first payment authorises the following months', async () => {
    const customer = await openCustomer(world, seller, '2026-11-20T15:00:00Z');
    const { offer } = await readRecurring(world, customer);
    expect(offer).toMatchObject({ value: 35, receiver: 'CAIXA DE TESTE' });
    const made = await authorize(world, customer);
    expect(made.body).toMatchObject({ state: 'waiting', charge: { sandbox: true } });
    expect(made.body.charge.pix_code).toContain('CAIXA DE TESTE');
    const seconds = made.body.charge.expires_at - world.ctx.clock.now().getTime() / 1000;
    expect(Math.round(seconds)).toBe(30 * 60);
    await payNewestCode(customer);
    world.ctx.clock.forward(4_000);
    expect((await readState(world, customer, made.body.reference)).state).toBe('active');
    expect(await readLine(world, customer.lineId)).toMatchObject({
      expires: '2026-12-20',
      renewals: 1,
    });
    const shown = await call(
      world.ctx,
      getLineAuthorization,
      { params: { id: customer.lineId } },
      by(),
    );
    expect(shown.body.authorization).toMatchObject({ status: 'active', provider: null });
  });

  it('debits each month on its due day, and renews the line once', async () => {
    const customer = await openCustomer(world, seller, '2026-11-20T15:00:00Z');
    await authorizeAt(customer, 35);
    await runAt('2026-12-12T12:00:00Z');
    await runAt('2026-12-12T15:00:00Z');
    expect((await readRecurring(world, customer)).authorization!.next).toMatchObject({
      due_on: '2026-12-19',
      state: 'scheduled',
    });
    await runAt('2026-12-18T12:00:00Z');
    expect((await readLine(world, customer.lineId)).renewals).toBe(1);
    await runAt('2026-12-19T12:00:00Z');
    await runAt('2026-12-19T15:00:00Z');
    expect(await readLine(world, customer.lineId)).toMatchObject({
      expires: '2027-01-20',
      renewals: 2,
    });
    expect(await readPaid(customer)).toEqual([3500, 3500]);
  });

  it('refuses the debits of an account without balance, and the customer pays the same charge', async () => {
    const customer = await openCustomer(world, seller, '2026-11-20T15:00:00Z');
    const reference = await authorizeAt(customer, 35);
    await world.ctx.owner.query(
      'update sandbox_authorizations set refuses_debits = true where reference = $1',
      [reference],
    );
    await runAt('2026-12-12T12:00:00Z');
    await runAt('2026-12-20T00:30:00Z');
    const { authorization } = await readRecurring(world, customer);
    expect(authorization!.refusal).toMatchObject({ reason: 'no-balance', may_pay_now: true });
    const listed = await call(world.ctx, listAuthorizations, {}, by());
    expect(listed.body.data[0]).toMatchObject({ status: 'refused', line_id: customer.lineId });
    await payNewestCode(customer);
    expect(await readLine(world, customer.lineId)).toMatchObject({
      expires: '2027-01-20',
      renewals: 2,
    });
  });

  it('ends an authorization that the customer stops, and debits nothing afterwards', async () => {
    const customer = await openCustomer(world, seller, '2026-11-20T15:00:00Z');
    const reference = await authorizeAt(customer, 35);
    await runAt('2026-12-12T12:00:00Z');
    const body = { key: await getPortalKey(world, customer), reference };
    expect((await call(world.ctx, endPortalAuthorization, { body })).body.state).toBe('ended');
    for (const day of ['13', '19', '20']) await runAt(`2026-12-${day}T15:00:00Z`);
    expect(await readPaid(customer)).toEqual([3500]);
  });

  it('refuses a code that nobody paid in time', async () => {
    const customer = await openCustomer(world, seller, '2026-11-20T15:00:00Z');
    const made = await authorize(world, customer);
    world.ctx.clock.forward(31 * 60_000);
    expect((await readState(world, customer, made.body.reference)).state).toBe('refused');
  });

  it('serves nobody if the operator did not enable it', async () => {
    const bare = await createTestContext({ RAMAL_TEST_PAYMENTS: '' });
    try {
      const admin = await person(bare, { profile: 'admin' });
      const other = await person(bare, { parent: admin });
      const enrolled = await enrolAuthenticator(bare, other);
      const token = { token: other.token };
      const receiver = { type: 'company' as const, cnpj: CNPJ, opened_on: '2021-03-01' };
      await call(bare, saveReceiver, { body: receiver }, token);
      const body = { offer_recurring: true, code_2fa: await enrolled.code() };
      expect(await call(bare, savePaymentUses, { body }, token)).toMatchObject({
        status: 409,
        body: { code: 'recurring_not_eligible' },
      });
    } finally {
      await bare.close();
    }
  });
});

describe('a changed price', () => {
  it('is not debited before the customer authorises it', async () => {
    const customer = await openCustomer(world, seller, '2026-11-20T15:00:00Z');
    await authorizeAt(customer, 35);
    await savePrice(40);
    const { authorization } = await readRecurring(world, customer);
    expect(authorization).toMatchObject({ state: 'active', value: 35, new_value: 40 });
    await runAt('2026-12-12T12:00:00Z');
    await runAt('2026-12-19T12:00:00Z');
    expect(await readPaid(customer)).toEqual([3500, 3500]);
  });

  it('is debited after a new consent, which ends the older authorization', async () => {
    const customer = await openCustomer(world, seller, '2026-11-20T15:00:00Z');
    const first = await authorizeAt(customer, 35);
    await savePrice(40);
    await authorizeAt(customer, 40);
    expect((await readState(world, customer, first)).ended_by).toBe('price');
    expect((await readLine(world, customer.lineId)).expires).toBe('2027-01-20');
    await runAt('2026-12-19T12:00:00Z');
    expect(await readPaid(customer)).toEqual([3500, 4000]);
    await runAt('2027-01-12T12:00:00Z');
    await runAt('2027-01-19T12:00:00Z');
    expect(await readPaid(customer)).toEqual([3500, 4000, 4000]);
  });

  it('refuses a consent to an older price', async () => {
    const customer = await openCustomer(world, seller, '2026-11-20T15:00:00Z');
    await savePrice(40);
    expect(await authorize(world, customer, 35)).toMatchObject({
      status: 409,
      body: { code: 'price_changed' },
    });
  });
});

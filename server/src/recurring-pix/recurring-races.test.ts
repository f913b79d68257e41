/**
 * Tests recurring Pix together with other acts: a payment by hand, a refund, a roll-back, a removal at
 * the provider, and other keys. Requests may also arrive late.
 */
import { setLinePrice } from '@ramal/contract/lines/line-payments';
import { getLineAuthorization } from '@ramal/contract/payments/authorizations';
import { refundRecharge } from '@ramal/contract/payments/charges';
import { chargePortal, createRenewalLink } from '@ramal/contract/portal/portal';
import { endPortalAuthorization } from '@ramal/contract/portal/portal-authorizations';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  cancelAtBank,
  newestAuthorization,
  payByHand,
  payCode,
  runBank,
} from '../../test/asaas/play.ts';
import { call, TODAY } from '../../test/context.ts';
import { readAccountEvents } from '../../test/second-factor.ts';
import { fillPix } from '../reminders/sending/fill-pix.ts';
import { findCycle } from './authorizations.sql.ts';
import { withClaimedCycle } from './claim-cycle.ts';
import { openProvider } from './recurring-account.ts';
import {
  authorize,
  authorizeAndPay,
  closeWorld,
  type Customer,
  forgetEarlier,
  jumpTo,
  getPortalKey,
  mendProvider,
  openCustomer,
  openSeller,
  openWorld,
  readLine,
  readRecurring,
  type RecurringWorld,
  runJobs,
  runUntil,
  type Seller,
} from './recurring-pix.fixtures.ts';
import { sendCycle } from './send-cycle.ts';

let world: RecurringWorld;
let seller: Seller;
beforeAll(async () => {
  world = await openWorld({ RAMAL_LOG: 'silent' });
});
afterAll(() => closeWorld(world));
beforeEach(async () => {
  world.ctx.clock.set(TODAY);
  await forgetEarlier(world);
  mendProvider(world);
  seller = await openSeller(world);
});

const EXPIRY = '2026-11-24T15:00:00Z';
const lastPayment = () => [...world.provider.payments.values()].at(-1)!;

/** Authorises a line with the due day 23 December, and moves to the day before its window. */
async function openAuthorized(): Promise<Customer> {
  const customer = await openCustomer(world, seller, EXPIRY);
  await authorizeAndPay(world, customer);
  await jumpTo(world, '2026-12-15T15:00:00Z');
  return customer;
}

async function openSent(): Promise<Customer> {
  const customer = await openAuthorized();
  await jumpTo(world, '2026-12-16T15:00:00Z');
  expect(lastPayment()).toMatchObject({ dueDate: '2026-12-23', deleted: false });
  return customer;
}

const chargeByHand = async (customer: Customer, value = 35) =>
  call(world.ctx, chargePortal, {
    body: { key: await getPortalKey(world, customer), months: 1, method: 'pix', value },
  });

/** The seller raises the customer's price to R$ 40. */
const changePrice = async ({ lineId }: Customer) => {
  const body = { price_cents: 4_000 };
  const by = { token: seller.token };
  expect((await call(world.ctx, setLinePrice, { params: { id: lineId }, body }, by)).status).toBe(
    200,
  );
};

const readCycles = async ({ lineId }: Customer) =>
  (
    await world.ctx.owner.query<{ id: number; state: string; reason: string | null; due: string }>(
      `select c.id::int, c.state, c.skip_reason as reason, c.due_on::text as due
       from pix_cycles c join charges h on h.id = c.charge_id where h.line_id = $1 order by c.id`,
      [lineId],
    )
  ).rows;

const readNotices = async () =>
  (
    await world.ctx.owner.query<{ title: string; body: string }>(
      `select title, body from notices where account_id = $1 and subject like 'recurring%' order by id`,
      [seller.id],
    )
  ).rows;

const refund = async (customer: Customer) => {
  const { rows } = await world.ctx.owner.query<{ id: number }>(
    'select id::int from charges where line_id = $1 and paid_at is not null order by id desc limit 1',
    [customer.lineId],
  );
  const body = { reason: 'Cliente desistiu', code_2fa: await seller.codes.code() };
  const refunded = await call(
    world.ctx,
    refundRecharge,
    { params: { id: rows[0]!.id }, body },
    { token: seller.token },
  );
  expect(refunded.status).toBe(200);
};

describe('a payment by hand at the same time', () => {
  it('waits while another process sends the debit of the month', async () => {
    const customer = await openAuthorized();
    world.provider.failures = ['none', 'none', 'lost'];
    await jumpTo(world, '2026-12-16T15:00:00Z');
    const [cycle] = await readCycles(customer);
    expect(cycle).toMatchObject({ state: 'planned' });
    await withClaimedCycle(world.ctx, cycle!.id, async () => {
      expect((await chargeByHand(customer)).status).toBe(503);
    });
    expect((await readCycles(customer))[0]).toMatchObject({ state: 'planned' });
    expect((await chargeByHand(customer)).status).toBe(200);
    expect((await readCycles(customer))[0]).toMatchObject({
      state: 'removed',
      reason: 'paid-by-hand',
    });
  });

  it('does not remove the debit for a message or a link, but for the code of the new price', async () => {
    const customer = await openSent();
    const { ctx } = world;
    await changePrice(customer);
    const reminder = { id: 0, lineId: customer.lineId, body: 'Oi! {pix}', baseUrl: 'http://p' };
    expect(await fillPix(ctx, reminder)).not.toContain('br.gov.bcb.pix');
    const link = await call(
      ctx,
      createRenewalLink,
      { params: { id: customer.lineId }, body: { months: 1 } },
      { token: seller.token },
    );
    expect(link.body).toMatchObject({ value: 40, pix_code: null });
    expect((await readCycles(customer))[0]).toMatchObject({ state: 'sent' });
    expect(lastPayment()).toMatchObject({ deleted: false });
    expect((await chargeByHand(customer, 40)).status).toBe(200);
    expect((await readCycles(customer))[0]).toMatchObject({ reason: 'paid-by-hand' });
  });

  it.each([401, 400, 404])(
    'says that the provider is silent if it answers %i, and sends the message without a code',
    async (status) => {
      const customer = await openSent();
      const { ctx, provider } = world;
      provider.failures = [status];
      expect(await chargeByHand(customer)).toMatchObject({
        status: 503,
        body: { code: 'payment_provider_silent' },
      });
      provider.failures = [status];
      const reminder = { id: 0, lineId: customer.lineId, body: 'Oi! {pix}', baseUrl: 'http://p' };
      expect(await fillPix(ctx, reminder)).not.toContain('br.gov.bcb.pix');
      provider.failures = [];
      expect((await chargeByHand(customer)).body.pix_code).toContain(lastPayment().id);
    },
  );

  it('is refused while the bank keeps the debit of a removed charge', async () => {
    const customer = await openSent();
    const { provider } = world;
    provider.removesInstructions = false;
    await changePrice(customer);
    const codes = provider.codes.size;
    for (const day of [17, 18]) {
      expect(await chargeByHand(customer, 40)).toMatchObject({ body: { code: 'debit_running' } });
      expect(lastPayment()).toMatchObject({ deleted: true });
      await runUntil(world, `2026-12-${day}T15:00:00Z`);
    }
    expect(provider.codes.size).toBe(codes);
    await runUntil(world, '2026-12-24T12:00:00Z');
    expect(lastPayment()).toMatchObject({ received: 1 });
    expect(await readLine(world, customer.lineId)).toMatchObject({
      expires: '2027-01-24',
      renewals: 2,
    });
  });

  it('is said to the seller once if it is not made until it is too late for the bank', async () => {
    const customer = await openSent();
    await runUntil(world, '2026-12-22T11:00:00Z');
    await changePrice(customer);
    expect((await chargeByHand(customer, 40)).status).toBe(200);
    await runUntil(world, '2026-12-22T11:10:00Z');
    expect(await readNotices()).toEqual([]);
    await runUntil(world, '2026-12-24T11:00:00Z');
    const notice = {
      title: 'Célia Souza paga este mês à mão',
      body: 'O débito de 23/12/2026 não chegou a tempo ao banco.',
    };
    expect(await readNotices()).toEqual([notice]);
    await world.ctx.owner.query('update notices set read_at = now() where account_id = $1', [
      seller.id,
    ]);
    await runUntil(world, '2026-12-24T14:00:00Z');
    expect(await readNotices()).toEqual([notice]);
    expect(await readCycles(customer)).toMatchObject([{ state: 'removed', reason: 'too-late' }]);
  });

  it('removes a debit that was created while the month was being removed', async () => {
    const customer = await openAuthorized();
    world.provider.failures = ['none', 'none', 'lost'];
    await jumpTo(world, '2026-12-16T15:00:00Z');
    const { id } = (await readCycles(customer))[0]!;
    const stale = (await findCycle(world.ctx.db, id))!;
    expect((await chargeByHand(customer)).status).toBe(200);
    await sendCycle(world.ctx, stale, (await openProvider(world.ctx, stale))!);
    expect(lastPayment()).toMatchObject({ deleted: false });
    await runJobs(world);
    expect(lastPayment()).toMatchObject({ deleted: true, received: 0 });
    expect((await readCycles(customer))[0]).toMatchObject({ state: 'removed' });
  });

  it('is refused from the request of a retry on, although the bank refused the debit', async () => {
    const customer = await openAuthorized();
    newestAuthorization(world.provider).refuses = 'PAYMENT_OVERDUE';
    await runUntil(world, '2026-12-25T00:45:00Z');
    expect([...world.provider.instructions.values()].at(-1)).toMatchObject({
      dueDate: '2026-12-25',
    });
    world.ctx.clock.set('2026-12-25T01:10:00Z');
    expect(await chargeByHand(customer)).toMatchObject({ body: { code: 'debit_running' } });
  });
});

describe('requests that are lost or late', () => {
  it('leave one debit if the first request arrives after the second', async () => {
    const customer = await openAuthorized();
    const { ctx, provider } = world;
    ctx.clock.set('2026-12-16T15:00:00Z');
    const before = provider.payments.size;
    provider.delaysWrites = 1;
    await jumpTo(world, '2026-12-16T15:10:00Z');
    // The next job sends again before the delayed request arrives.
    const { delayed } = provider;
    const first = delayed.splice(0);
    await jumpTo(world, '2026-12-16T15:21:00Z');
    expect(provider.payments.size).toBe(before + 1);
    delayed.push(...first);
    await runUntil(world, '2026-12-17T15:00:00Z');
    const open = [...provider.payments.values()].slice(before).filter((row) => !row.deleted);
    expect(provider.payments.size).toBe(before + 2);
    expect(open).toHaveLength(1);
    await runUntil(world, '2026-12-24T12:00:00Z');
    expect(await readLine(world, customer.lineId)).toMatchObject({ renewals: 2 });
    expect(open[0]).toMatchObject({ received: 1 });
  });

  it('leave no debit if the line is paid by hand after the first request arrived late', async () => {
    const customer = await openAuthorized();
    const { ctx, provider } = world;
    ctx.clock.set('2026-12-16T15:00:00Z');
    const before = provider.payments.size;
    provider.delaysWrites = 1;
    await jumpTo(world, '2026-12-16T15:10:00Z');
    const first = provider.delayed.splice(0);
    await jumpTo(world, '2026-12-16T15:21:00Z');
    provider.delayed.push(...first);
    runBank(provider);
    expect(provider.payments.size).toBe(before + 2);
    await changePrice(customer);
    expect((await chargeByHand(customer, 40)).status).toBe(200);
    const debits = [...provider.payments.values()].slice(before);
    expect(debits.map(({ deleted }) => deleted)).toEqual([true, true]);
  });

  it('keep the month if only the key was rejected', async () => {
    const customer = await openAuthorized();
    world.provider.failures = ['none', 'none', 401];
    await jumpTo(world, '2026-12-16T15:00:00Z');
    expect((await readCycles(customer))[0]).toMatchObject({ state: 'planned', reason: null });
    await jumpTo(world, '2026-12-16T15:20:00Z');
    expect((await readCycles(customer))[0]).toMatchObject({ state: 'sent' });
  });

  it('send nothing while the state of the authorization cannot be read', async () => {
    const customer = await openAuthorized();
    const { provider } = world;
    cancelAtBank(provider, newestAuthorization(provider));
    provider.failures = [500];
    await jumpTo(world, '2026-12-16T15:00:00Z');
    expect(await readCycles(customer)).toEqual([]);
  });

  it('say that no debit comes after the worker missed the window', async () => {
    const customer = await openAuthorized();
    await jumpTo(world, '2026-12-22T15:00:00Z');
    expect(await readCycles(customer)).toEqual([]);
    const { authorization } = await readRecurring(world, customer);
    expect(authorization).toMatchObject({ state: 'active', next: null });
    const { rows } = await world.ctx.owner.query(
      'select next_due_on from pix_authorizations where line_id = $1',
      [customer.lineId],
    );
    expect(rows).toEqual([{ next_due_on: null }]);
  });
});

describe('an expiry that moves', () => {
  it('removes the debit after the payment before it was refunded', async () => {
    const customer = await openSent();
    world.ctx.clock.set('2026-12-18T15:00:00Z');
    await refund(customer);
    await runUntil(world, '2026-12-24T14:00:00Z');
    expect(lastPayment()).toMatchObject({ deleted: true, received: 0 });
    expect(await readCycles(customer)).toMatchObject([{ state: 'removed', reason: 'refunded' }]);
    expect(await readNotices()).toMatchObject([
      {
        title: 'Célia Souza paga este mês à mão',
        body: 'O débito de 23/12/2026 não acontece, porque um pagamento anterior foi devolvido.',
      },
    ]);
  });

  it('does not debit a month again that was paid by hand and refunded', async () => {
    const customer = await openSent();
    const payments = world.provider.payments.size;
    expect((await chargeByHand(customer)).status).toBe(200);
    expect(payByHand(world.provider, lastPayment())).toBe(true);
    await runUntil(world, '2026-12-17T14:00:00Z');
    expect(await readLine(world, customer.lineId)).toMatchObject({ expires: '2027-01-24' });
    await refund(customer);
    await runUntil(world, '2026-12-24T14:00:00Z');
    expect(await readLine(world, customer.lineId)).toMatchObject({ expires: '2026-12-24' });
    expect(world.provider.payments.size).toBe(payments);
  });

  it('debits on the first authorised day after a roll-back', async () => {
    const customer = await openAuthorized();
    await world.ctx.owner.query(
      `update lines set expires_at = expires_at - interval '3 days' where id = $1`,
      [customer.lineId],
    );
    await runUntil(world, '2026-12-23T14:00:00Z');
    expect(await readCycles(customer)).toMatchObject([{ due: '2026-12-23' }]);
    expect(await readLine(world, customer.lineId)).toMatchObject({
      expires: '2027-01-23',
      renewals: 2,
    });
  });
});

describe('acts at the provider', () => {
  it('skip the month if a person removed its charge there, and say so', async () => {
    const customer = await openSent();
    const { provider } = world;
    const removed = lastPayment();
    removed.deleted = true;
    for (const row of provider.instructions.values())
      if (row.paymentId === removed.id) row.status = 'CANCELLED';
    await runUntil(world, '2026-12-18T15:00:00Z');
    expect(await readCycles(customer)).toMatchObject([
      { state: 'removed', reason: 'removed-at-provider' },
    ]);
    expect(lastPayment()).toBe(removed);
    expect(await readNotices()).toMatchObject([
      { body: 'O débito de 23/12/2026 foi removido no provedor.' },
    ]);
    expect((await readRecurring(world, customer)).authorization).toMatchObject({ next: null });
    expect((await chargeByHand(customer)).status).toBe(200);
  });

  it('let a customer whose account was closed authorise again at the same price', async () => {
    const customer = await openAuthorized();
    newestAuthorization(world.provider).refuses = 'ACCOUNT_CLOSED';
    await runUntil(world, '2026-12-24T11:00:00Z');
    expect((await readRecurring(world, customer)).offer).toMatchObject({ value: 35 });
    expect((await authorize(world, customer)).status).toBe(200);
    payCode(world.provider, newestAuthorization(world.provider));
    await runUntil(world, '2026-12-24T16:00:00Z');
    const { rows } = await world.ctx.owner.query(
      'select state, end_reason from pix_authorizations where line_id = $1 order by id',
      [customer.lineId],
    );
    expect(rows).toEqual([
      { state: 'cancelled', end_reason: 'replaced' },
      { state: 'active', end_reason: null },
    ]);
    expect(await readLine(world, customer.lineId)).toMatchObject({ renewals: 2 });
  });

  it('end the authorization and say so if the seller connected another account', async () => {
    const customer = await openSent();
    const { ctx, provider } = world;
    provider.instructions.clear();
    provider.authorizations.clear();
    await ctx.owner.query(
      `update provider_accounts set collector = 'outra' where account_id = $1`,
      [seller.id],
    );
    await runUntil(world, '2026-12-22T15:00:00Z');
    const { rows } = await ctx.owner.query(
      'select state, end_reason from pix_authorizations where line_id = $1',
      [customer.lineId],
    );
    expect(rows).toEqual([{ state: 'cancelled', end_reason: 'provider' }]);
    expect(await readNotices()).toMatchObject([
      {
        title: 'Célia Souza não renova mais sozinho',
        body: 'A autorização foi encerrada porque a conta ligada no provedor agora é outra. O cliente volta a pagar à mão.',
      },
    ]);
    // The bank of the customer may still hold the debit that the former account sent.
    expect(await chargeByHand(customer)).toMatchObject({ body: { code: 'debit_running' } });
    await runUntil(world, '2026-12-24T11:00:00Z');
    expect((await chargeByHand(customer)).status).toBe(200);
  });

  it('keep the authorization if the seller only removed the keys', async () => {
    const customer = await openAuthorized();
    const { ctx } = world;
    await ctx.owner.query(`delete from provider_accounts where account_id = $1`, [seller.id]);
    await runUntil(world, '2026-12-17T15:00:00Z');
    const { rows } = await ctx.owner.query(
      'select state, end_reason from pix_authorizations where line_id = $1',
      [customer.lineId],
    );
    expect(rows).toEqual([{ state: 'active', end_reason: null }]);
    expect(await readNotices()).toEqual([]);
  });

  it('keep a state that the panel does not know, and its name', async () => {
    const customer = await openAuthorized();
    newestAuthorization(world.provider).status = 'PAUSED';
    await jumpTo(world, '2026-12-16T15:00:00Z');
    const { rows } = await world.ctx.owner.query(
      'select state, unknown_status from pix_authorizations where line_id = $1',
      [customer.lineId],
    );
    expect(rows).toEqual([{ state: 'active', unknown_status: 'PAUSED' }]);
  });

  it('record one end if the customer presses twice', async () => {
    const customer = await openCustomer(world, seller, EXPIRY);
    const reference = await authorizeAndPay(world, customer);
    const key = await getPortalKey(world, customer);
    const end = () => call(world.ctx, endPortalAuthorization, { body: { key, reference } });
    await Promise.all([end(), end()]);
    const events = await readAccountEvents(world.ctx, seller.id);
    expect(events.filter(({ kind }) => kind === 'recurring-ended')).toHaveLength(1);
    const shown = await call(
      world.ctx,
      getLineAuthorization,
      { params: { id: customer.lineId } },
      { token: seller.token },
    );
    expect(shown.body.authorization).toMatchObject({
      status: 'ended',
      ended_by: 'customer-portal',
    });
  });
});

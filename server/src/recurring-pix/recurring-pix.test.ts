/** Recurring Pix from the offer to the debit of each month, with a double of Asaas. */
import {
  endAuthorization,
  getLineAuthorization,
  listAuthorizationHistory,
  listAuthorizations,
} from '@ramal/contract/payments/authorizations';
import {
  getPaymentProviders,
  saveAsaasKeys,
  savePaymentUses,
  saveReceiver,
} from '@ramal/contract/payments/payment-providers';
import { createCoupon } from '@ramal/contract/coupons/coupons';
import { extendIptvLine } from '@ramal/contract/lines/iptv-lines';
import { refundRecharge } from '@ramal/contract/payments/charges';
import { chargePortal, getPortal, getPortalCharge } from '@ramal/contract/portal/portal';
import {
  authorizePortal,
  chargePortalDebit,
  endPortalAuthorization,
} from '@ramal/contract/portal/portal-authorizations';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { person } from '../../test/accounts.ts';
import {
  cancelAtBank,
  newestAuthorization,
  payByHand,
  payCode,
  payStaticCode,
} from '../../test/asaas/play.ts';
import { call, TODAY } from '../../test/context.ts';
import { enrolAuthenticator } from '../../test/second-factor.ts';
import {
  authorize,
  authorizeAndPay,
  closeWorld,
  CNPJ,
  CPF,
  forgetEarlier,
  jumpTo,
  getPortalKey,
  mendProvider,
  NOTICE_PASSWORD,
  openCustomer,
  openSeller,
  openWorld,
  readLine,
  readRecurring,
  readState,
  type RecurringWorld,
  runUntil,
  type Seller,
} from './recurring-pix.fixtures.ts';

let world: RecurringWorld;
let seller: Seller;
beforeAll(async () => {
  world = await openWorld();
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

describe('eligibility', () => {
  it('refuses a key before the seller stated who receives', async () => {
    const { ctx, provider, admin } = world;
    const other = await person(ctx, { parent: admin });
    const codes = await enrolAuthenticator(ctx, other);
    const body = { api_key: provider.key, code_2fa: await codes.code() };
    const saved = await call(ctx, saveAsaasKeys, { body }, { token: other.token });
    expect(saved).toMatchObject({ status: 409, body: { code: 'receiver_not_stated' } });
  });

  it('tells a young company from which day it may receive', async () => {
    const { ctx } = world;
    const body = { type: 'company' as const, cnpj: CNPJ, opened_on: '2026-07-12' };
    const saved = await call(ctx, saveReceiver, { body }, { token: seller.token });
    expect(saved.body.receiver).toMatchObject({
      may_recur: false,
      reason: 'CNPJ aberto há 4 meses: pode receber a partir de 12/01/2027.',
    });
    expect(saved.body.recurring).toMatchObject({ offered: false, eligible: false });
  });

  it('does not let a person offer recurring Pix, and keeps the one-off Pix', async () => {
    const { ctx } = world;
    const by = { token: seller.token };
    await call(ctx, saveReceiver, { body: { type: 'person' as const } }, by);
    const body = { offer_recurring: true, code_2fa: await seller.codes.code() };
    const refused = await call(ctx, savePaymentUses, { body }, by);
    expect(refused).toMatchObject({ status: 409, body: { code: 'recurring_not_eligible' } });
    expect(refused.body).toMatchObject({
      message:
        'Conta de pessoa física não recebe Pix Automático. Seus clientes continuam com o Pix de um toque.',
    });
    const customer = await openCustomer(world, seller, EXPIRY);
    expect((await readRecurring(world, customer)).offer).toBeNull();
    expect((await authorize(world, customer)).body).toMatchObject({
      code: 'recurring_not_offered',
    });
  });

  it.each([['a wrong key', { api_key: '$aact_prod_errada' }, 'asaas_key_refused']])(
    'refuses %s with a sentence',
    async (_name, keys, code) => {
      const { ctx } = world;
      const body = { ...keys, code_2fa: await seller.codes.code() };
      const saved = await call(ctx, saveAsaasKeys, { body }, { token: seller.token });
      expect(saved).toMatchObject({ status: 422, body: { code } });
    },
  );

  it('shows the proofs of an account that is not approved', async () => {
    const { ctx, provider } = world;
    provider.isApproved = false;
    const body = { api_key: provider.key, code_2fa: await seller.codes.code() };
    const saved = await call(ctx, saveAsaasKeys, { body }, { token: seller.token });
    expect(saved.body.providers[0]).toMatchObject({ status: 'one-off-only' });
    const { body: state } = await call(ctx, getPaymentProviders, {}, { token: seller.token });
    expect(state.recurring.reason).toBe('O Asaas ainda não aprovou a conta ou os documentos.');
  });
});

describe('the authorization', () => {
  it('renews the first month by its calendar and authorises the following', async () => {
    const customer = await openCustomer(world, seller, EXPIRY);
    const { offer } = await readRecurring(world, customer);
    expect(offer).toMatchObject({ value: 35, due_day: 23, first_due_on: '2026-12-23' });
    const reference = await authorizeAndPay(world, customer);
    expect(await readLine(world, customer.lineId)).toMatchObject({
      expires: '2026-12-24',
      renewals: 1,
    });
    const state = await readState(world, customer, reference);
    expect(state).toMatchObject({
      cpf: '•••.982.247-••',
      receiver: 'MARCELO TV LTDA',
      next: { due_on: '2026-12-23', state: 'planned' },
      paid: { value: 35, is_first: true },
    });
    const again = await authorize(world, customer);
    expect(again.body).toMatchObject({ code: 'authorization_exists' });
  });

  it.each([
    ['111.111.111-11', 'Célia Souza', 'cpf', 'Este CPF não confere. Veja os números.'],
    [CPF, 'Célia', 'name', 'Escreva nome e sobrenome, como no banco.'],
  ])('refuses %s and %s in the field', async (cpf, name, field, text) => {
    const key = await getPortalKey(world, await openCustomer(world, seller, EXPIRY));
    const refused = await call(world.ctx, authorizePortal, { body: { key, cpf, name, value: 35 } });
    expect(refused).toMatchObject({ status: 422, body: { fields: { [field]: text } } });
  });

  it('says that the CPF is wrong if the provider refuses it', async () => {
    world.provider.refusedCpfs.add(CPF);
    const refused = await authorize(world, await openCustomer(world, seller, EXPIRY));
    world.provider.refusedCpfs.clear();
    expect(refused).toMatchObject({ status: 422, body: { code: 'payer_refused' } });
  });

  it('stores the missing permission of the key for the seller', async () => {
    world.provider.mayRecur = false;
    const customer = await openCustomer(world, seller, EXPIRY);
    const refused = await authorize(world, customer);
    expect(refused).toMatchObject({ status: 409, body: { code: 'authorization_not_prepared' } });
    const { body } = await call(world.ctx, getPaymentProviders, {}, { token: seller.token });
    expect(body.recurring.reason).toContain('PIX_AUTOMATIC:WRITE');
    expect((await readRecurring(world, customer)).offer).toBeNull();
  });

  it('ends the wait for a sandbox that never activates', async () => {
    world.provider.isSandbox = true;
    const customer = await openCustomer(world, seller, EXPIRY);
    const made = await authorize(world, customer);
    payCode(world.provider, newestAuthorization(world.provider));
    await runUntil(world, '2026-11-23T15:00:00Z');
    const state = await readState(world, customer, made.body.reference);
    expect(state.state).toBe('ended');
    expect(await readLine(world, customer.lineId)).toMatchObject({ renewals: 1 });
  });

  it('keeps the renewal if the bank refuses the following months', async () => {
    const customer = await openCustomer(world, seller, EXPIRY);
    const made = await authorize(world, customer);
    payCode(world.provider, newestAuthorization(world.provider), { isAuthorized: false });
    world.ctx.clock.forward(4_000);
    const state = await readState(world, customer, made.body.reference);
    expect(state).toMatchObject({ state: 'refused', charge: { state: 'settled' } });
    expect(await readLine(world, customer.lineId)).toMatchObject({ renewals: 1 });
  });

  it.each(['portal', 'bank', 'seller', 'deleted', 'blocked', 'moved'] as const)(
    'ends by the %s and debits nothing afterwards',
    async (by) => {
      const { ctx, provider, admin } = world;
      const customer = await openCustomer(world, seller, EXPIRY);
      const reference = await authorizeAndPay(world, customer);
      const authorization = newestAuthorization(provider);
      await jumpTo(world, '2026-12-18T15:00:00Z');
      expect(lastPayment()).toMatchObject({ dueDate: '2026-12-23', status: 'PENDING' });
      const listed = await call(ctx, listAuthorizations, {}, { token: seller.token });
      const { id } = listed.body.data.find((row) => row.line_id === customer.lineId)!;
      if (by === 'portal')
        await call(ctx, endPortalAuthorization, {
          body: { key: await getPortalKey(world, customer), reference },
        });
      if (by === 'bank') cancelAtBank(provider, authorization);
      if (by === 'seller')
        await call(ctx, endAuthorization, { params: { id }, body: {} }, { token: seller.token });
      if (by === 'deleted')
        await ctx.owner.query('update lines set deleted_at = $2 where id = $1', [
          customer.lineId,
          ctx.clock.now(),
        ]);
      if (by === 'blocked')
        await ctx.owner.query('update lines set blocked_for_abuse_at = $2 where id = $1', [
          customer.lineId,
          ctx.clock.now(),
        ]);
      if (by === 'moved') {
        const other = await person(ctx, { parent: admin });
        await ctx.owner.query('update lines set owner_id = $2 where id = $1', [
          customer.lineId,
          other.id,
        ]);
      }
      await runUntil(world, '2026-12-24T14:00:00Z');
      expect(authorization.status).toBe('CANCELLED');
      expect(await readLine(world, customer.lineId)).toMatchObject({ renewals: 1 });
      expect(lastPayment()).toMatchObject({ deleted: true, received: 0 });
    },
  );
});

describe('the debit of a month', () => {
  it('is sent seven days ahead, renews once and plans the next month', async () => {
    const customer = await openCustomer(world, seller, EXPIRY);
    await authorizeAndPay(world, customer);
    await jumpTo(world, '2026-12-15T15:00:00Z');
    expect(lastPayment().dueDate).not.toBe('2026-12-23');
    await runUntil(world, '2026-12-16T15:00:00Z');
    expect(lastPayment()).toMatchObject({ dueDate: '2026-12-23', value: 35 });
    await runUntil(world, '2026-12-24T12:00:00Z');
    expect(await readLine(world, customer.lineId)).toMatchObject({
      expires: '2027-01-24',
      renewals: 2,
    });
    const { authorization } = await readRecurring(world, customer);
    expect(authorization?.next).toMatchObject({ due_on: '2027-01-23', state: 'planned' });
  });

  it('survives lost requests and lost answers with one charge', async () => {
    const { provider } = world;
    const customer = await openCustomer(world, seller, EXPIRY);
    await authorizeAndPay(world, customer);
    await jumpTo(world, '2026-12-15T15:00:00Z');
    const before = provider.payments.size;
    provider.dropsAnswers = 1;
    await runUntil(world, '2026-12-16T15:00:00Z');
    provider.failures = ['lost', 500, 'none', 'lost'];
    await runUntil(world, '2026-12-24T12:00:00Z');
    expect(provider.payments.size).toBe(before + 1);
    expect(await readLine(world, customer.lineId)).toMatchObject({ renewals: 2 });
  });

  it('is removed when the seller renews by hand', async () => {
    const { ctx } = world;
    const customer = await openCustomer(world, seller, EXPIRY);
    await authorizeAndPay(world, customer);
    await jumpTo(world, '2026-12-18T15:00:00Z');
    const extended = await call(
      ctx,
      extendIptvLine,
      { params: { id: customer.lineId }, body: { credits: 1 } } as never,
      { token: seller.token },
    );
    expect(extended.status).toBe(200);
    await runUntil(world, '2026-12-24T12:00:00Z');
    expect(lastPayment()).toMatchObject({ deleted: true, received: 0 });
    const { authorization } = await readRecurring(world, customer);
    expect(authorization).toMatchObject({ state: 'active', next: { due_on: '2027-01-22' } });
    expect(await readLine(world, customer.lineId)).toMatchObject({ renewals: 1 });
  });

  it('lets the customer pay the same charge by hand, and no other Pix for it', async () => {
    const { ctx, provider } = world;
    const customer = await openCustomer(world, seller, EXPIRY);
    await authorizeAndPay(world, customer);
    await jumpTo(world, '2026-12-18T15:00:00Z');
    const codes = provider.codes.size;
    const charged = await call(ctx, chargePortal, {
      body: { key: await getPortalKey(world, customer), months: 1, method: 'pix', value: 35 },
    });
    expect(charged.body.pix_code).toContain(lastPayment().id);
    expect(provider.codes.size).toBe(codes);
    expect(payByHand(provider, lastPayment())).toBe(true);
    await runUntil(world, '2026-12-24T12:00:00Z');
    expect(await readLine(world, customer.lineId)).toMatchObject({
      expires: '2027-01-24',
      renewals: 2,
    });
    expect(lastPayment().received).toBe(1);
  });

  it('gives way to a payment by hand whose coupon adds days at the same price', async () => {
    const { ctx } = world;
    const customer = await openCustomer(world, seller, EXPIRY);
    await authorizeAndPay(world, customer);
    const coupon = { code: 'MAIS7', kind: 'days' as const, amount: 7, ends_on: '2026-12-31' };
    const created = await call(ctx, createCoupon, { body: coupon }, { token: seller.token });
    expect(created.status).toBe(200);
    await jumpTo(world, '2026-12-18T15:00:00Z');
    const debit = lastPayment();
    const charged = await call(ctx, chargePortal, {
      body: {
        key: await getPortalKey(world, customer),
        months: 1,
        method: 'pix',
        value: 35,
        coupon: 'MAIS7',
      },
    });
    expect(charged).toMatchObject({ status: 200, body: { coupon: 'MAIS7', bonus_days: 7 } });
    expect(charged.body.pix_code).not.toContain(debit.id);
    expect(debit).toMatchObject({ deleted: true, received: 0 });
  });

  it('refuses a payment by hand from 22:00 of the day before', async () => {
    const { ctx } = world;
    const customer = await openCustomer(world, seller, EXPIRY);
    await authorizeAndPay(world, customer);
    await jumpTo(world, '2026-12-16T15:00:00Z');
    await runUntil(world, '2026-12-23T02:00:00Z');
    const refused = await call(ctx, chargePortal, {
      body: { key: await getPortalKey(world, customer), months: 1, method: 'pix', value: 35 },
    });
    expect(refused).toMatchObject({ status: 409, body: { code: 'debit_running' } });
    const { authorization } = await readRecurring(world, customer);
    expect(authorization?.next).toMatchObject({ is_at_bank: true });
  });
});

describe('a refused debit', () => {
  const refuse = async (code: string) => {
    const customer = await openCustomer(world, seller, EXPIRY);
    await authorizeAndPay(world, customer);
    newestAuthorization(world.provider).refuses = code;
    await jumpTo(world, '2026-12-16T15:00:00Z');
    await runUntil(world, '2026-12-24T11:00:00Z');
    return customer;
  };

  it('is said to customer and seller, and can be paid at once', async () => {
    const { ctx, provider } = world;
    const customer = await refuse('PAYMENT_OVERDUE');
    const { authorization } = await readRecurring(world, customer);
    expect(authorization?.refusal).toMatchObject({
      reason: 'no-balance',
      text: 'Não havia saldo na conta. Nada foi cobrado.',
      retries_on: ['2026-12-25', '2026-12-27', '2026-12-30'],
      may_pay_now: true,
      is_final: false,
    });
    const { body } = await call(ctx, listAuthorizations, {}, { token: seller.token });
    expect(body.data[0]).toMatchObject({
      status: 'refused',
      refusal: { text: 'Sem saldo na conta', retry_on: '2026-12-25' },
    });
    const charged = await call(ctx, chargePortalDebit, {
      body: { key: await getPortalKey(world, customer) },
    });
    expect(charged.body).toMatchObject({ value: 35, state: 'pending' });
    expect(payByHand(provider, lastPayment())).toBe(true);
    await runUntil(world, '2026-12-26T12:00:00Z');
    expect(await readLine(world, customer.lineId)).toMatchObject({
      expires: '2027-01-24',
      renewals: 2,
    });
    expect(lastPayment().received).toBe(1);
  });

  it('is tried again on the second, fourth and seventh day, then the line expires', async () => {
    const { provider } = world;
    const customer = await refuse('PAYMENT_OVERDUE');
    await runUntil(world, '2027-01-05T12:00:00Z');
    const tries = [...provider.instructions.values()].filter(
      (row) => row.paymentId === lastPayment().id,
    );
    expect(tries.map(({ dueDate, status }) => [dueDate, status])).toEqual([
      ['2026-12-23', 'REFUSED'],
      ['2026-12-25', 'REFUSED'],
      ['2026-12-27', 'REFUSED'],
      ['2026-12-30', 'REFUSED'],
    ]);
    expect(await readLine(world, customer.lineId)).toMatchObject({
      expires: '2026-12-24',
      renewals: 1,
    });
    const { ctx } = world;
    const shown = await call(
      ctx,
      getLineAuthorization,
      { params: { id: customer.lineId } },
      { token: seller.token },
    );
    const { id } = shown.body.authorization!;
    const history = await call(
      ctx,
      listAuthorizationHistory,
      { params: { id } },
      { token: seller.token },
    );
    expect(history.body.filter(({ kind }) => kind === 'retry')).toHaveLength(3);
  });

  it('renews by a retry that passes', async () => {
    const customer = await refuse('PAYMENT_OVERDUE');
    newestAuthorization(world.provider).refuses = undefined;
    await runUntil(world, '2026-12-25T14:00:00Z');
    expect(await readLine(world, customer.lineId)).toMatchObject({ renewals: 2 });
    expect(lastPayment().received).toBe(1);
  });

  it('is not tried again after a final reason', async () => {
    const customer = await refuse('ACCOUNT_CLOSED');
    await runUntil(world, '2026-12-31T12:00:00Z');
    expect(
      [...world.provider.instructions.values()].filter((row) => row.paymentId === lastPayment().id),
    ).toHaveLength(1);
    const { authorization } = await readRecurring(world, customer);
    expect(authorization?.refusal).toMatchObject({ is_final: true, retries_on: [] });
  });
});

describe('money at Asaas', () => {
  it('renews by a one-off Pix that is paid by anybody', async () => {
    const { ctx, provider } = world;
    const customer = await openCustomer(world, seller, EXPIRY);
    const key = await getPortalKey(world, customer);
    const { body: home } = await call(ctx, getPortal, { body: { key } });
    expect(home.methods).toEqual(['pix']);
    const charged = await call(ctx, chargePortal, {
      body: { key, months: 1, method: 'pix', value: 35 },
    });
    expect(charged.body).toMatchObject({ state: 'pending', sandbox: false });
    payStaticCode(provider, [...provider.codes.keys()].at(-1)!);
    ctx.clock.forward(4_000);
    const { reference } = charged.body;
    const paid = await call(ctx, getPortalCharge, { body: { key, reference } });
    expect(paid.body.state).toBe('settled');
    expect(await readLine(world, customer.lineId)).toMatchObject({
      expires: '2026-12-24',
      renewals: 1,
    });
    const card = await call(ctx, chargePortal, {
      body: { key, months: 1, method: 'card', value: 35 },
    });
    expect(card).toMatchObject({ status: 409, body: { code: 'payments_not_ready' } });
  });

  it('takes back the days of a month whose debit is refunded', async () => {
    const { ctx } = world;
    const customer = await openCustomer(world, seller, EXPIRY);
    await authorizeAndPay(world, customer);
    await jumpTo(world, '2026-12-16T15:00:00Z');
    await runUntil(world, '2026-12-24T13:00:00Z');
    expect(await readLine(world, customer.lineId)).toMatchObject({ expires: '2027-01-24' });
    const { rows } = await ctx.owner.query<{ id: number; given: number }>(
      `select id::int, given_days::int as given from charges where line_id = $1 order by id desc limit 1`,
      [customer.lineId],
    );
    expect(rows[0]!.given).toBe(31);
    const refunded = await call(
      ctx,
      refundRecharge,
      {
        params: { id: rows[0]!.id },
        body: { reason: 'Cliente desistiu', code_2fa: await seller.codes.code() },
      },
      { token: seller.token },
    );
    expect(refunded.status).toBe(200);
    expect(lastPayment()).toMatchObject({ status: 'REFUNDED' });
    expect(await readLine(world, customer.lineId)).toMatchObject({ expires: '2026-12-24' });
  });
});

describe('notices of Asaas', () => {
  const notify = (body: object, password = NOTICE_PASSWORD) =>
    world.ctx.server.inject({
      method: 'POST',
      url: seller.noticePath,
      headers: { 'content-type': 'application/json', 'asaas-access-token': password },
      payload: JSON.stringify(body),
    });

  it('refuses a notice with a wrong password and reads the object after the right one', async () => {
    const customer = await openCustomer(world, seller, EXPIRY);
    const made = await authorize(world, customer);
    payCode(world.provider, newestAuthorization(world.provider));
    const events = world.provider.events.slice(-2);
    expect((await notify(events[0]!, 'outra-senha-qualquer-de-32-letras')).statusCode).toBe(401);
    expect(await readLine(world, customer.lineId)).toMatchObject({ renewals: 0 });
    for (const event of [...events, ...events]) expect((await notify(event)).statusCode).toBe(200);
    expect(await readLine(world, customer.lineId)).toMatchObject({ renewals: 1 });
    const state = await readState(world, customer, made.body.reference);
    expect(state.state).toBe('active');
  });

  it('believe nothing: a forged event about an unpaid code renews nothing', async () => {
    const customer = await openCustomer(world, seller, EXPIRY);
    await authorize(world, customer);
    const authorization = newestAuthorization(world.provider);
    const forged = {
      id: 'evt_falso',
      event: 'PAYMENT_RECEIVED',
      payment: {
        id: 'pay_falso',
        status: 'RECEIVED',
        conciliationIdentifier: authorization.conciliationIdentifier,
      },
    };
    expect((await notify(forged)).statusCode).toBe(200);
    expect(await readLine(world, customer.lineId)).toMatchObject({ renewals: 0 });
  });
});

/** Another provider takes over a Pix if the chosen one fails and surely created no payment. */
import { savePaymentKeys } from '@ramal/contract/payments/recharges';
import { saveWooviKey } from '@ramal/contract/payments/payment-providers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { line, type Person, person } from '../../../test/accounts.ts';
import { call, createTestContext, type TestContext, TODAY } from '../../../test/context.ts';
import { type MercadoPagoDouble, startMercadoPago } from '../../../test/mercado-pago.ts';
import { enrolAuthenticator } from '../../../test/second-factor.ts';
import { startWoovi, type WooviDouble } from '../../../test/woovi.ts';
import { createCharge } from '../create-charge.ts';

let ctx: TestContext;
let first: MercadoPagoDouble;
let second: WooviDouble;
let seller: Person;
beforeAll(async () => {
  [first, second] = [await startMercadoPago(), await startWoovi()];
  ctx = await createTestContext({
    RAMAL_MERCADO_PAGO_URL: first.url,
    RAMAL_WOOVI_URL: second.url,
  });
});
afterAll(async () => {
  await ctx.close();
  await Promise.all([first.close(), second.close()]);
});
beforeEach(async () => {
  ctx.clock.set(TODAY);
  second.now = () => ctx.clock.now().getTime();
  [first.failures, second.failures] = [[], []];
  first.payments.clear();
  second.charges.clear();
  const admin = await person(ctx, { profile: 'admin' });
  seller = await person(ctx, { parent: admin, balance: 100_000 });
  const codes = await enrolAuthenticator(ctx, seller);
  const by = { token: seller.token };
  const keys = {
    mercado_pago_public_key: 'APP_USR-publica',
    mercado_pago_access_token: first.token,
    code_2fa: await codes.code(),
  };
  await call(ctx, savePaymentKeys, { body: keys }, by);
  ctx.clock.forward(30_000);
  const body = { api_key: second.key, code_2fa: await codes.code() };
  await call(ctx, saveWooviKey, { body }, by);
});

const charge = (lineId: number, method: 'pix' | 'card' = 'pix') =>
  createCharge(
    ctx,
    {
      purpose: 'renewal',
      accountId: seller.id,
      lineId,
      buyerId: null,
      months: 1,
      credits: 100,
      cents: 3500,
      method,
      description: 'Renovação por 1 mês',
    },
    { baseUrl: 'http://painel.exemplo' },
  );

const listCharges = async (lineId: number) =>
  (
    await ctx.owner.query<{ provider: string; state: string; reason: string | null }>(
      'select provider, state, reason from charges where line_id = $1 order by id',
      [lineId],
    )
  ).rows;

describe('a Pix whose chosen provider fails', () => {
  it.each([
    ['rejects the key', [401]],
    ['rejects the request', [400]],
    ['accepts no request for a while', [429]],
    ['answers errors, then that it has no such payment', [503, 503]],
    ['breaks the connection, then has no such payment', ['silent', 'silent']],
  ] as const)('is created by the other one if the first %s', async (_case, failures) => {
    const { id } = await line(ctx, seller);
    first.failures = [...failures];
    const made = await charge(id);
    expect(made).toMatchObject({ provider: 'woovi', state: 'pending' });
    expect(made.pixCode).toContain('br.gov.bcb.pix');
    expect(await listCharges(id)).toEqual([
      {
        provider: 'payments',
        state: 'cancelled',
        reason: 'O Mercado Pago falhou: o Pix saiu pelo Woovi',
      },
      { provider: 'woovi', state: 'pending', reason: null },
    ]);
    expect([first.payments.size, second.charges.size]).toEqual([0, 1]);
  });

  it('keeps the one code after the first provider works again', async () => {
    const { id } = await line(ctx, seller);
    first.failures = [429];
    const made = await charge(id);
    expect(await charge(id)).toEqual(made);
    expect([first.payments.size, second.charges.size]).toEqual([0, 1]);
  });

  it('does not leave a provider that created the payment and lost its answers', async () => {
    const { id } = await line(ctx, seller);
    first.dropsAnswers = 2;
    await expect(charge(id)).rejects.toMatchObject({ code: 'payment_provider_silent' });
    const made = await charge(id);
    expect(made.provider).toBe('payments');
    expect([first.payments.size, second.charges.size]).toEqual([1, 0]);
  });

  it('does not leave a provider that may have created the payment and cannot be read', async () => {
    const { id } = await line(ctx, seller);
    first.failures = [503, 503, 503];
    await expect(charge(id)).rejects.toMatchObject({ code: 'payment_provider_silent' });
    expect(await listCharges(id)).toEqual([
      { provider: 'payments', state: 'pending', reason: null },
    ]);
    expect(second.charges.size).toBe(0);
  });

  it('does not leave a provider at which another request is creating the payment', async () => {
    const { id } = await line(ctx, seller);
    first.failures = [409];
    await expect(charge(id)).rejects.toMatchObject({ code: 'payment_provider_silent' });
    expect(await listCharges(id)).toEqual([
      { provider: 'payments', state: 'pending', reason: null },
    ]);
    expect(second.charges.size).toBe(0);
  });

  it('says that no provider answers if the other one fails too', async () => {
    const { id } = await line(ctx, seller);
    [first.failures, second.failures] = [[429], [503, 503, 503]];
    await expect(charge(id)).rejects.toMatchObject({ code: 'payment_provider_silent' });
    expect([first.payments.size, second.charges.size]).toEqual([0, 0]);
  });

  it('is not created elsewhere if it is a test payment, which proves the keys', async () => {
    first.failures = [400];
    const test = createCharge(
      ctx,
      {
        purpose: 'test',
        accountId: seller.id,
        lineId: null,
        buyerId: null,
        months: null,
        credits: 0,
        cents: 100,
        method: 'pix',
        description: 'Pagamento de teste',
      },
      { baseUrl: 'http://painel.exemplo' },
    );
    await expect(test).rejects.toMatchObject({ code: 'payment_refused' });
    expect(second.charges.size).toBe(0);
  });

  it('is not created elsewhere if it is paid by card', async () => {
    const { id } = await line(ctx, seller);
    first.failures = [400];
    await expect(charge(id, 'card')).rejects.toMatchObject({ code: 'payment_refused' });
    expect(second.charges.size).toBe(0);
  });
});

/** Runs the same tests of one-off Pix against the double of each provider except Mercado Pago. */
import { randomUUID } from 'node:crypto';
import { refundRecharge } from '@ramal/contract/payments/charges';
import {
  getPaymentProviders,
  listPaymentNotices,
  saveAsaasKeys,
  savePaymentUses,
  saveReceiver,
  saveWooviKey,
} from '@ramal/contract/payments/payment-providers';
import { creditPortal } from '@ramal/contract/payments/recharges';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { line, type Person, person } from '../../../test/accounts.ts';
import { startAsaas } from '../../../test/asaas/asaas.ts';
import { paymentOnWire } from '../../../test/asaas/answers.ts';
import { payStaticCode } from '../../../test/asaas/play.ts';
import { call, createTestContext, type TestContext, TODAY } from '../../../test/context.ts';
import { type Authenticator, enrolAuthenticator } from '../../../test/second-factor.ts';
import { startWoovi } from '../../../test/woovi.ts';
import { type Charge, findCharge } from '../charges.sql.ts';
import { createAtProvider } from '../create-at-provider.ts';
import { createCharge } from '../create-charge.ts';
import { ensurePaymentAccount } from '../payment-account.ts';
import { reconcilePayments } from '../reconcile.ts';

const PASSWORD = 'senha-dos-avisos-do-asaas-de-teste';
const asaas = await startAsaas();
const woovi = await startWoovi();

let ctx: TestContext;
let admin: Person;
let seller: Person;
let codes: Authenticator;
beforeAll(async () => {
  ctx = await createTestContext({
    RAMAL_ASAAS_URL: asaas.url,
    RAMAL_WOOVI_URL: woovi.url,
    RAMAL_WOOVI_SANDBOX_URL: `${woovi.url}/sandbox`,
  });
  for (const double of [asaas, woovi]) double.now = () => ctx.clock.now().getTime();
  admin = await person(ctx, { profile: 'admin' });
});
afterAll(async () => {
  await ctx.close();
  await Promise.all([asaas.close(), woovi.close()]);
});
beforeEach(async () => {
  ctx.clock.set(TODAY);
  for (const double of [asaas, woovi]) {
    double.failures = [];
    double.dropsAnswers = 0;
  }
  woovi.hasPermission = true;
  seller = await person(ctx, { parent: admin, balance: 100_000 });
  codes = await enrolAuthenticator(ctx, seller);
  await call(
    ctx,
    creditPortal,
    { body: { id_res: seller.id, qtd_creditos: 5 } },
    { token: seller.token, key: randomUUID() },
  );
});

const freshCode = async () => {
  const code_2fa = await codes.code();
  ctx.clock.forward(30_000);
  return { code_2fa };
};
const by = () => ({ token: seller.token });
const readState = async () => (await call(ctx, getPaymentProviders, {}, by())).body;

interface Contract {
  readonly name: 'asaas' | 'woovi';
  readonly key: string;
  readonly connect: (key?: string) => Promise<{ readonly status: number; readonly body: unknown }>;
  readonly double: Pick<typeof woovi, 'failures' | 'dropsAnswers' | 'requests'>;
  readonly creation: string;
  /** The buyer pays the code of a charge. */
  readonly pay: (charge: Charge) => void;
  readonly refund: (charge: Charge) => void;
  /** Number of refunds that the panel caused. */
  readonly countRefunds: (charge: Charge) => number;
  /** Sends the notice of a payment; a forged one has no valid signature or password. */
  readonly notify: (charge: Charge, isForged?: boolean) => Promise<number>;
}

const noticePath = async (kind: string): Promise<string> => {
  const { providers } = await readState();
  return new URL(providers.find((provider) => provider.kind === kind)!.notice_url).pathname;
};

const asaasPayment = ({ providerId }: Charge) =>
  [...asaas.payments.values()].find(({ pixQrCodeId }) => pixQrCodeId === providerId)!;

const contracts: readonly Contract[] = [
  {
    name: 'asaas',
    key: asaas.key,
    double: asaas,
    creation: 'POST /pix/qrCodes/static',
    connect: async (key = asaas.key) => {
      await call(ctx, saveReceiver, { body: { type: 'person' } }, by());
      const body = { api_key: key, notice_password: PASSWORD, ...(await freshCode()) };
      return call(ctx, saveAsaasKeys, { body }, by());
    },
    pay: ({ providerId }) => payStaticCode(asaas, providerId!),
    refund: (charge) => {
      const payment = asaasPayment(charge);
      payment.status = 'REFUNDED';
      payment.refunds = [{ value: payment.value, status: 'DONE' }];
    },
    countRefunds: (charge) => {
      const refund = `POST /payments/${asaasPayment(charge).id}/refund`;
      return asaas.requests.filter((request) => request === refund).length;
    },
    notify: async (charge, isForged = false) => {
      const payment = paymentOnWire(asaas, asaasPayment(charge));
      const response = await ctx.server.inject({
        method: 'POST',
        url: await noticePath('asaas'),
        headers: { 'asaas-access-token': isForged ? 'outra-senha' : PASSWORD },
        payload: { id: randomUUID(), event: 'PAYMENT_RECEIVED', payment },
      });
      return response.statusCode;
    },
  },
  {
    name: 'woovi',
    key: woovi.key,
    double: woovi,
    creation: 'POST /api/v1/charge',
    connect: async (key = woovi.key) =>
      call(ctx, saveWooviKey, { body: { api_key: key, ...(await freshCode()) } }, by()),
    pay: ({ externalReference }) => woovi.pay(externalReference),
    refund: ({ externalReference, cents }) =>
      void woovi.charges
        .get(externalReference)!
        .refunds.push({ correlationID: 'painel', value: cents, status: 'CONFIRMED' }),
    countRefunds: ({ externalReference }) => woovi.charges.get(externalReference)!.refunds.length,
    notify: async ({ externalReference }, isForged = false) => {
      const { body, signature } = woovi.signNotice(externalReference);
      const response = await ctx.server.inject({
        method: 'POST',
        url: await noticePath('woovi'),
        headers: { 'content-type': 'application/json', 'x-webhook-signature': signature },
        payload: isForged ? `${body} ` : body,
      });
      return response.statusCode;
    },
  },
];

const charge = (lineId: number) =>
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
      method: 'pix',
      description: 'Renovação por 1 mês',
    },
    { baseUrl: 'http://painel.exemplo' },
  );

async function readCharge(id: number) {
  const { rows } = await ctx.owner.query<{
    state: string;
    reason: string | null;
    renewals: number;
  }>(
    `select c.state, c.reason, (select count(*)::int from entries e
       where e.line_id = c.line_id and e.reason = 'portal-renewal') as renewals
     from charges c where c.id = $1`,
    [id],
  );
  return rows[0]!;
}

describe.each(contracts)('one-off Pix of $name', (provider) => {
  beforeEach(async () => {
    await provider.connect();
  });
  const openCharge = async () => charge((await line(ctx, seller)).id);

  it('is created with a code and renews the line once after repeated notices', async () => {
    const made = await openCharge();
    expect(made).toMatchObject({ provider: provider.name, state: 'pending' });
    expect(made.pixCode).toContain('br.gov.bcb.pix');
    provider.pay(made);
    const answers = [await provider.notify(made), await provider.notify(made)];
    expect(answers).toEqual([200, 200]);
    expect(await readCharge(made.id)).toMatchObject({ state: 'settled', renewals: 1 });
    const state = await readState();
    const shown = state.providers.find(({ kind }) => kind === provider.name)!;
    expect(shown.last_notice_timestamp).not.toBeNull();
    expect(shown.proofs.find(({ key }) => key === 'keys')!.state).toBe('proven');
  });

  it('believes no forged notice, and records it for the seller', async () => {
    const made = await openCharge();
    provider.pay(made);
    expect(await provider.notify(made, true)).toBe(401);
    const notices = (await call(ctx, listPaymentNotices, {}, by())).body;
    expect(notices).toMatchObject([{ provider: provider.name, outcome: 'refused' }]);
    expect(await readCharge(made.id)).toMatchObject({ state: 'pending', renewals: 0 });
  });

  it('renews nothing after a notice of a charge that is not paid', async () => {
    const made = await openCharge();
    const other = await openCharge();
    provider.pay(other);
    await provider.notify(other);
    expect(await readCharge(made.id)).toMatchObject({ state: 'pending', renewals: 0 });
  });

  it('is found by the job if its notice was lost', async () => {
    const made = await openCharge();
    provider.pay(made);
    ctx.clock.forward(3 * 60_000);
    await reconcilePayments(ctx);
    expect(await readCharge(made.id)).toMatchObject({ state: 'settled', renewals: 1 });
  });

  it('gives the same code after a lost request and after a lost answer', async () => {
    const { id } = await line(ctx, seller);
    provider.double.failures = ['lost'];
    const made = await charge(id);
    expect(await charge(id)).toEqual(made);
    provider.double.dropsAnswers = 1;
    const second = await openCharge();
    expect(second.pixCode).not.toBeNull();
    provider.pay(second);
    ctx.clock.forward(3 * 60_000);
    await reconcilePayments(ctx);
    expect(await readCharge(second.id)).toMatchObject({ state: 'settled', renewals: 1 });
  });

  it('keeps the first code if two requests create the same charge', async () => {
    const made = await openCharge();
    const account = await ensurePaymentAccount(ctx, seller.id);
    const again = { charge: made, account, description: 'Renovação por 1 mês' };
    const requestMeta = { baseUrl: 'http://painel.exemplo' };
    expect(
      await createAtProvider(ctx, { ...again, backPath: '/portal', requestMeta }),
    ).toBeUndefined();
    expect(await findCharge(ctx.db, made.id)).toEqual(made);
  });

  it('ends without a renewal if nobody pays the code in time', async () => {
    const made = await openCharge();
    ctx.clock.forward(50 * 60_000);
    provider.pay(made);
    await reconcilePayments(ctx);
    expect(await readCharge(made.id)).toMatchObject({ state: 'cancelled', renewals: 0 });
  });

  it('undoes the renewal after a refund in the panel of the provider', async () => {
    const made = await openCharge();
    provider.pay(made);
    await provider.notify(made);
    provider.refund(made);
    ctx.clock.forward(86_400_000 + 60_000);
    await reconcilePayments(ctx);
    expect((await readCharge(made.id)).state).toBe('reversed');
  });

  it('refunds a payment once although the request is repeated', async () => {
    const made = await openCharge();
    provider.pay(made);
    await provider.notify(made);
    const refund = async () =>
      call(
        ctx,
        refundRecharge,
        { params: { id: made.id }, body: { reason: 'Pagou duas vezes', ...(await freshCode()) } },
        by(),
      );
    provider.double.dropsAnswers = 1;
    expect((await refund()).status).toBe(503);
    expect((await refund()).status).toBe(200);
    expect(await readCharge(made.id)).toMatchObject({ state: 'reversed' });
    expect(provider.countRefunds(made)).toBe(1);
  });

  it("says who refused a revoked key, to the customer and on the seller's card", async () => {
    provider.double.failures = [401];
    await expect(openCharge()).rejects.toMatchObject({ code: 'payment_refused' });
    const state = await readState();
    const shown = state.providers.find(({ kind }) => kind === provider.name)!;
    expect(shown.status).toBe('refused');
    expect(shown.proofs.find(({ key }) => key === 'keys')).toMatchObject({ state: 'failed' });
    const { rows } = await ctx.owner.query<{ title: string; body: string }>(
      `select title, body from notices where account_id = $1 and subject = $2`,
      [seller.id, `provider-key-${provider.name}`],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]!.body).toContain('A chave não é deste ambiente ou foi revogada');
  });

  it('cannot be assigned before its key is saved, and serves the Pix once it is chosen', async () => {
    const uses = await call(
      ctx,
      savePaymentUses,
      { body: { pix: provider.name, ...(await freshCode()) } },
      by(),
    );
    expect(uses.status).toBe(200);
    const other = provider.name === 'asaas' ? 'woovi' : 'asaas';
    const refused = await call(
      ctx,
      savePaymentUses,
      { body: { pix: other, ...(await freshCode()) } },
      by(),
    );
    expect(refused.status).toBe(409);
    const [pix, card] = (await readState()).uses;
    expect(pix).toMatchObject({ provider: provider.name, choices: [provider.name] });
    expect(card).toMatchObject({ provider: null, choices: [] });
  });
});

it('settles a paid charge of Woovi although Woovi rejects to list its refunds', async () => {
  const provider = contracts.find(({ name }) => name === 'woovi')!;
  await provider.connect();
  const made = await charge((await line(ctx, seller)).id);
  provider.pay(made);
  ctx.clock.forward(3 * 60_000);
  woovi.failures = ['none', 400];
  await reconcilePayments(ctx);
  expect(woovi.failures).toEqual([]);
  expect(await readCharge(made.id)).toMatchObject({ state: 'settled', renewals: 1 });
});

it('keeps recurring Pix if the key of Asaas lacks only the permission of a one-off Pix', async () => {
  await call(
    ctx,
    saveReceiver,
    { body: { type: 'company', cnpj: '11.222.333/0001-81', opened_on: '2011-03-01' } },
    by(),
  );
  const keys = { api_key: asaas.key, notice_password: PASSWORD, ...(await freshCode()) };
  expect((await call(ctx, saveAsaasKeys, { body: keys }, by())).status).toBe(200);
  expect((await readState()).recurring).toMatchObject({ eligible: true, reason: '' });
  asaas.failures = [403];
  await expect(charge((await line(ctx, seller)).id)).rejects.toMatchObject({
    code: 'payment_refused',
  });
  const state = await readState();
  expect(state.recurring).toMatchObject({ eligible: true, reason: '' });
  const shown = state.providers.find(({ kind }) => kind === 'asaas')!;
  expect(shown.proofs.map(({ text }) => text).join(' ')).toContain('não tem a permissão que falta');
});

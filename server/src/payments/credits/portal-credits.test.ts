import { randomUUID } from 'node:crypto';
import {
  creditPortal,
  getPaymentKeys,
  getPlanPrices,
  getPortalCredits,
  getRevenue,
  listRecharges,
  returnPortalCredits,
  saveCreditValue,
  savePaymentKeys,
  savePlanPrices,
} from '@ramal/contract/payments/recharges';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readAccountBalance, type Person, person } from '../../../test/accounts.ts';
import { call, createTestContext, type TestContext } from '../../../test/context.ts';
import { type MercadoPagoDouble, startMercadoPago } from '../../../test/mercado-pago.ts';
import { runs, timeLimit } from '../../../test/property-runs.ts';
import {
  type Authenticator,
  enrolAuthenticator,
  readAccountEvents,
} from '../../../test/second-factor.ts';
import { verifyLedger } from '../../credits/credits.ts';

let ctx: TestContext;
let provider: MercadoPagoDouble;
let admin: Person;
let seller: Person;
let codes: Authenticator;
beforeAll(async () => {
  provider = await startMercadoPago();
  ctx = await createTestContext({ RAMAL_MERCADO_PAGO_URL: provider.url });
  admin = await person(ctx, { profile: 'admin' });
});
afterAll(async () => {
  await ctx.close();
  await provider.close();
});
beforeEach(async () => {
  seller = await person(ctx, { parent: admin, balance: 4240 });
  codes = await enrolAuthenticator(ctx, seller);
  ctx.clock.forward(60_000);
});

const moved = (
  declaration: typeof creditPortal | typeof returnPortalCredits,
  qtd_creditos: unknown,
  more: { id?: number; token?: string; key?: string } = {},
) =>
  call(
    ctx,
    declaration,
    { body: { id_res: more.id ?? seller.id, qtd_creditos } },
    { token: more.token ?? seller.token, ...(more.key ? { key: more.key } : {}) },
  );

describe('portal credits', () => {
  it('moves credits to the portal and back and returns both balances', async () => {
    expect((await moved(creditPortal, 30)).body).toMatchObject({
      credits: 12.4,
      creditos_portal: 30,
    });
    expect((await moved(returnPortalCredits, '10')).body).toMatchObject({
      credits: 22.4,
      creditos_portal: 20,
    });
    const { body } = await call(ctx, getPortalCredits, {}, { token: seller.token });
    expect(body).toEqual({ credits: 22.4, creditos_portal: 20, id: seller.id, tutorial: null });
    const kinds = (await readAccountEvents(ctx, seller.id)).map(({ kind }) => kind);
    expect(kinds.slice(-2)).toEqual(['portal-credited', 'portal-returned']);
  });

  it('refuses to move more credits than available with the message of the specification', async () => {
    const more = await moved(creditPortal, 43);
    expect([more.status, more.body.message, more.body.fields]).toEqual([
      422,
      'Os créditos para recarga não podem exceder o total de créditos disponíveis.',
      {
        qtd_creditos: 'Os créditos para recarga não podem exceder o total de créditos disponíveis.',
      },
    ]);
    const back = await moved(returnPortalCredits, 1);
    expect([back.status, back.body.message]).toEqual([
      422,
      'Os créditos para devolução não podem exceder o total de créditos no portal.',
    ]);
  });

  it.each([0, -1, 0.5, '1,5', 'dez', null])(
    'refuses %s portal credits, because they are whole and positive',
    async (amount) => {
      expect((await moved(creditPortal, amount)).status).toBe(422);
      expect(await readAccountBalance(ctx, seller.id)).toBe(4240);
    },
  );

  it('refuses the credits of another account and of an admin', async () => {
    expect((await moved(creditPortal, 1, { id: admin.id })).body.code).toBe('forbidden');
    const selfMove = { id: admin.id, token: admin.token };
    expect((await moved(creditPortal, 1, selfMove)).body.message).toBe(
      'Admins não podem realizar recargas.',
    );
    expect((await moved(returnPortalCredits, 1, selfMove)).body.message).toBe(
      'Admins não podem devolver recargas.',
    );
  });

  it('requires an account with a second factor to move portal credits', async () => {
    const without = await person(ctx, { parent: admin, balance: 1000 });
    const { status, body } = await moved(creditPortal, 1, { ...without });
    expect([status, body.code]).toEqual([403, 'second_factor_required']);
  });

  it(
    'neither creates nor loses portal credits for any repeated requests',
    async () => {
      const step = fc.record({
        toPortal: fc.boolean(),
        amount: fc.integer({ min: 1, max: 50 }),
        copies: fc.integer({ min: 1, max: 3 }),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
          const start = (await call(ctx, getPortalCredits, {}, { token: seller.token })).body;
          let [balance, portal] = [start.credits!, start.creditos_portal!].map((credits) =>
            Math.round(credits * 100),
          ) as [number, number];
          for (const { toPortal, amount, copies } of steps) {
            const key = randomUUID();
            const sent = await Promise.all(
              Array.from({ length: copies }, () =>
                moved(toPortal ? creditPortal : returnPortalCredits, amount, { key }),
              ),
            );
            const fits = (toPortal ? balance : portal) >= amount * 100;
            expect(sent.map(({ status }) => status)).toEqual(sent.map(() => (fits ? 200 : 422)));
            if (!fits) continue;
            balance += toPortal ? -amount * 100 : amount * 100;
            portal += toPortal ? amount * 100 : -amount * 100;
          }
          const { body } = await call(ctx, getPortalCredits, {}, { token: seller.token });
          expect([body.credits, body.creditos_portal]).toEqual([balance / 100, portal / 100]);
        }),
        { numRuns: runs(8) },
      );
      const { sum, drifted } = await verifyLedger(ctx);
      expect([sum, drifted]).toEqual([0, []]);
    },
    timeLimit(60_000),
  );
});

describe('prices', () => {
  it('prefers the price of a plan to the value of a credit', async () => {
    const value = await call(
      ctx,
      saveCreditValue,
      { body: { creditPortal: '35,00', code_2fa: await codes.code() } },
      { token: seller.token },
    );
    expect(value.body).toMatchObject({ creditPortal: 35 });
    const body = { month_1: 30, month_6: '149,90', code_2fa: await codes.code(1) };
    ctx.clock.forward(30_000);
    const saved = await call(ctx, savePlanPrices, { body }, { token: seller.token });
    const shown = saved.body.plans.map(({ months, shown: price }) => [months, price]);
    expect(shown).toEqual([
      [1, 30],
      [2, 70],
      [3, 105],
      [6, 149.9],
      [12, 350],
    ]);
    const read = await call(ctx, getPlanPrices, {}, { token: seller.token });
    expect(read.body.plans).toEqual(saved.body.plans);
  });

  it('requires a code and a value to set prices', async () => {
    const without = await call(
      ctx,
      saveCreditValue,
      { body: { creditPortal: 35 } },
      { token: seller.token },
    );
    expect(without.body.message).toBe('Código 2FA não informado!');
    const empty = await call(
      ctx,
      saveCreditValue,
      { body: { creditPortal: '' } },
      { token: seller.token },
    );
    expect(empty.body.fields).toEqual({
      creditPortal: 'O valor não pode estar vazio.',
      code_2fa: 'Código 2FA não informado!',
    });
  });
});

describe('payment keys', () => {
  const keys = (more: Record<string, unknown> = {}) => ({
    mercado_pago_public_key: 'APP_USR-publica',
    mercado_pago_access_token: provider.token,
    ...more,
  });
  const save = (body: Record<string, unknown>) =>
    call(ctx, savePaymentKeys, { body }, { token: seller.token });

  it('refuses wrong payment keys with the messages of the specification', async () => {
    const empty = await save(keys({ mercado_pago_access_token: '' }));
    expect(empty.body.fields).toEqual({
      mercado_pago_access_token: 'As chaves não podem estar vazias.',
      code_2fa: 'Código 2FA não informado!',
    });
    const foreign = await save(keys({ mercado_pago_public_key: 'TEST-1' }));
    expect(foreign.body.fields).toEqual({
      mercado_pago_public_key: 'As chaves devem começar com APP_USR-.',
      code_2fa: 'Código 2FA não informado!',
    });
  });

  it.each([
    ['payments', 'payments'],
    ['orders', 'orders'],
    ['both', 'payments'],
    ['neither', null],
  ] as const)(
    'finds that the keys of an application with the API %s use the API %s',
    async (speaks, api) => {
      provider.speaks = speaks;
      const { body } = await save(keys({ code_2fa: await codes.code() }));
      expect([body.api, body.collector, body.configured]).toEqual([
        api,
        String(provider.collector),
        true,
      ]);
      expect(provider.payments.size).toBe(0);
    },
  );

  it('encrypts payment keys and shows no private key in responses and events', async () => {
    provider.speaks = 'payments';
    const saved = await save(keys({ code_2fa: await codes.code() }));
    const read = await call(ctx, getPaymentKeys, {}, { token: seller.token });
    const { rows } = await ctx.owner.query(
      `select p::text || coalesce(encode(sealed_token, 'escape'), '') as text from payment_accounts p
       union all select e::text from events e`,
    );
    const everything = JSON.stringify([saved.body, read.body, rows]);
    expect(everything).not.toContain(provider.token);
    expect(read.body.mercado_pago_access_token).toMatch(/^•+$/);
  });

  it('changes nothing if the keys are wrong or the provider does not answer', async () => {
    const wrong = await save(
      keys({ mercado_pago_access_token: 'APP_USR-outra', code_2fa: await codes.code() }),
    );
    expect(wrong.body.code).toBe('payment_keys_refused');
    provider.failures = [503];
    ctx.clock.forward(30_000);
    const away = await save(keys({ code_2fa: await codes.code() }));
    expect([away.status, away.body.code]).toEqual([503, 'payment_provider_silent']);
    const read = await call(ctx, getPaymentKeys, {}, { token: seller.token });
    expect(read.body.configured).toBe(false);
  });
});

it('returns an empty list and zero totals before the first charge', async () => {
  const list = await call(ctx, listRecharges, { body: {} }, { token: seller.token });
  expect([list.body.recargas, list.body.total, list.body.counts.all]).toEqual([[], 0, 0]);
  const revenue = await call(ctx, getRevenue, {}, { token: seller.token });
  expect(revenue.body).toMatchObject({ total: 0, days: [], month: '2026-11' });
});

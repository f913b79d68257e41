/**
 * Tests the process from a charge to a renewed line. A double imitates both interfaces of Mercado
 * Pago, and its notices arrive in every order.
 */
import { randomUUID } from 'node:crypto';
import { setLinePrice } from '@ramal/contract/lines/line-payments';
import { refundRecharge } from '@ramal/contract/payments/charges';
import { creditPortal, listRecharges, savePaymentKeys } from '@ramal/contract/payments/recharges';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { line, type Person, person } from '../../test/accounts.ts';
import { call, createTestContext, type TestContext, TODAY } from '../../test/context.ts';
import { type MercadoPagoDouble, startMercadoPago } from '../../test/mercado-pago.ts';
import { isLong, runs, timeLimit } from '../../test/property-runs.ts';
import {
  type Authenticator,
  enrolAuthenticator,
  readAccountEvents,
  secondProcess,
} from '../../test/second-factor.ts';
import { verifyLedger } from '../credits/credits.ts';
import type { Charge } from './charges.sql.ts';
import { confirmCharge } from './confirm-charge.ts';
import { createCharge } from './create-charge.ts';
import { signNotice } from './notices.ts';
import { reconcilePayments } from './reconcile.ts';

const SECRET = 'segredo-dos-avisos';
const DAY = 86_400_000;

let ctx: TestContext;
let provider: MercadoPagoDouble;
let admin: Person;
let seller: Person;
let codes: Authenticator;
let noticeUrl: string;
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
  ctx.clock.set(TODAY);
  provider.speaks = 'payments';
  provider.failures = [];
  seller = await person(ctx, { parent: admin, balance: 100_000 });
  codes = await enrolAuthenticator(ctx, seller);
});

async function saveKeys(speaks: 'payments' | 'orders'): Promise<void> {
  provider.speaks = speaks;
  const body = {
    mercado_pago_public_key: 'APP_USR-publica',
    mercado_pago_access_token: provider.token,
    webhook_secret: SECRET,
    code_2fa: await codes.code(),
  };
  const saved = await call(ctx, savePaymentKeys, { body }, { token: seller.token });
  expect(saved.status).toBe(200);
  noticeUrl = new URL(saved.body.notice_url).pathname;
  ctx.clock.forward(30_000);
}

const credit = (qtd_creditos: number) =>
  call(
    ctx,
    creditPortal,
    { body: { id_res: seller.id, qtd_creditos } },
    { token: seller.token, key: randomUUID() },
  );

const charge = (lineId: number, more: Partial<Parameters<typeof createCharge>[1]> = {}) =>
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
      ...more,
    },
    { baseUrl: 'http://painel.exemplo' },
  );

/** Sends a notice as the provider does, to a chosen process. */
async function notify(
  about: string,
  { secret = SECRET, at = ctx.clock.now().getTime(), server = ctx.server, signedAs = about } = {},
): Promise<number> {
  const requestId = randomUUID();
  const ts = String(at);
  const response = await server.inject({
    method: 'POST',
    url: `${noticeUrl}?data.id=${about}&type=payment`,
    headers: {
      'content-type': 'application/json',
      'x-request-id': requestId,
      'x-signature': `ts=${ts},v1=${signNotice(secret, signedAs, requestId, ts)}`,
    },
    payload: JSON.stringify({ type: 'payment', data: { id: about } }),
  });
  return response.statusCode;
}

interface ChargeResult {
  readonly state: Charge['state'];
  readonly reason: string | null;
  readonly expires: number;
  readonly portal: number;
  readonly renewals: number;
}

async function readResult({ id, lineId }: Charge): Promise<ChargeResult> {
  const { rows } = await ctx.owner.query<ChargeResult>(
    `select c.state, c.reason, extract(epoch from l.expires_at)::float8 * 1000 as expires,
       (select balance::int from wallets where account_id = c.account_id and kind = 'portal') as portal,
       (select count(*)::int from entries where line_id = l.id and reason = 'portal-renewal') as renewals
     from charges c join lines l on l.id = $2 where c.id = $1`,
    [id, lineId],
  );
  return rows[0]!;
}

describe.each(['payments', 'orders'] as const)('by %s', (speaks) => {
  it('renews the line once after a notice of its payment', async () => {
    await saveKeys(speaks);
    await credit(5);
    const { id } = await line(ctx, seller);
    const made = await charge(id);
    expect(made.pixCode).toContain('br.gov.bcb.pix');
    const before = await readResult(made);
    const { id: about } = provider.pay(made.externalReference);
    expect(await Promise.all([1, 2, 3].map(() => notify(about)))).toEqual([200, 200, 200]);
    expect(await readResult(made)).toEqual({
      state: 'settled',
      reason: null,
      expires: before.expires + 30 * DAY,
      portal: 400,
      renewals: 1,
    });
    // Orders do not tell the document of the payer.
    const { rows } = await ctx.owner.query(
      'select length(payer_mark) as bytes from charges where id = $1',
      [made.id],
    );
    expect(rows[0].bytes).toBe(speaks === 'payments' ? 32 : null);
  });

  it('finds a payment without a notice in the job', async () => {
    await saveKeys(speaks);
    await credit(5);
    const { id } = await line(ctx, seller);
    const made = await charge(id);
    provider.pay(made.externalReference);
    ctx.clock.forward(3 * 60_000);
    await reconcilePayments(ctx);
    expect(await readResult(made)).toMatchObject({ state: 'settled', renewals: 1 });
  });

  it('undoes a payment by a counter-entry when its money is returned weeks later', async () => {
    await saveKeys(speaks);
    await credit(5);
    const { id } = await line(ctx, seller);
    const made = await charge(id);
    const before = await readResult(made);
    provider.pay(made.externalReference);
    await confirmCharge(ctx, made.id);
    provider.pay(made.externalReference, { status: 'charged_back', detail: 'settled' });
    ctx.clock.forward(8 * DAY);
    await reconcilePayments(ctx);
    await reconcilePayments(ctx);
    expect(await readResult(made)).toEqual({
      state: 'reversed',
      reason: 'Contestado: o dinheiro voltou para quem pagou',
      expires: before.expires,
      portal: 500,
      renewals: 1,
    });
    expect((await verifyLedger(ctx)).drifted).toEqual([]);
  });

  it('marks a renewal as paid and opens its period again when the money is returned', async () => {
    await saveKeys(speaks);
    await credit(5);
    const { id } = await line(ctx, seller);
    const priced = await call(
      ctx,
      setLinePrice,
      { params: { id }, body: { price_cents: 4000 } },
      { token: seller.token },
    );
    expect(priced.status).toBe(200);
    const made = await charge(id);
    const paid = async () => {
      const { rows } = await ctx.owner.query(
        `select cents, period, actor_id::int as by from line_payments where line_id = $1`,
        [id],
      );
      return rows;
    };
    provider.pay(made.externalReference);
    await confirmCharge(ctx, made.id);
    expect(await paid()).toEqual([{ cents: 3500, period: 2, by: seller.id }]);
    provider.pay(made.externalReference, { status: 'charged_back', detail: 'settled' });
    ctx.clock.forward(8 * DAY);
    await reconcilePayments(ctx);
    await reconcilePayments(ctx);
    expect(await paid()).toEqual([]);
  });

  it.each([
    ['another amount', { paid: 34 }],
    ['another currency', { currency: 'ARS' }],
    ['another receiver', { collector: 42 }],
  ])('money of %s renews nothing', async (_, change) => {
    await saveKeys(speaks);
    await credit(5);
    const made = await charge((await line(ctx, seller)).id);
    provider.pay(made.externalReference, change);
    await confirmCharge(ctx, made.id);
    expect(await readResult(made)).toMatchObject({ state: 'pending', portal: 500, renewals: 0 });
    expect((await readAccountEvents(ctx, seller.id)).at(-1)).toMatchObject({
      kind: 'recharge-flagged',
    });
  });

  it('cancels a refused and an expired charge with the reason', async () => {
    await saveKeys(speaks);
    const made = await charge((await line(ctx, seller)).id);
    provider.pay(made.externalReference, { status: 'cancelled', detail: 'expired', paid: 0 });
    await confirmCharge(ctx, made.id);
    expect(await readResult(made)).toMatchObject({
      state: 'cancelled',
      reason: 'Pix expirou sem pagamento',
    });
  });

  it('returns the money of a refund with a reason and undoes the renewal', async () => {
    await saveKeys(speaks);
    await credit(5);
    const made = await charge((await line(ctx, seller)).id);
    provider.pay(made.externalReference);
    await confirmCharge(ctx, made.id);
    const refund = async (token: string) =>
      call(
        ctx,
        refundRecharge,
        {
          params: { id: made.id },
          body: { reason: 'Cliente desistiu', code_2fa: await codes.code() },
        },
        { token },
      );
    expect((await refund(seller.token)).status).toBe(200);
    expect(await readResult(made)).toMatchObject({
      state: 'reversed',
      reason: 'Estornado: Cliente desistiu',
      portal: 500,
    });
    ctx.clock.forward(30_000);
    expect((await refund(seller.token)).body.code).toBe('recharge_not_refundable');
  });

  it('creates no second payment after a lost response', async () => {
    await saveKeys(speaks);
    provider.dropsAnswers = 1;
    const size = provider.payments.size;
    const made = await charge((await line(ctx, seller)).id);
    expect([provider.payments.size - size, made.providerId !== null]).toEqual([1, true]);
  });

  it('charges a card in one installment and accepts the interest of its bank', async () => {
    await saveKeys(speaks);
    await credit(5);
    const made = await charge((await line(ctx, seller)).id, { method: 'card' });
    expect(made.checkoutUrl).toContain('https://pagar.exemplo/');
    const { installments } = provider.pay(made.externalReference, { paid: 39.9 });
    await confirmCharge(ctx, made.id);
    expect([installments, (await readResult(made)).state]).toEqual([1, 'settled']);
  });

  it.each([409, 423])(
    'cancels nothing if another request creates the charge at the same time (%i)',
    async (status) => {
      await saveKeys(speaks);
      const { id } = await line(ctx, seller);
      provider.failures = [status];
      await expect(charge(id)).rejects.toMatchObject({ code: 'payment_provider_silent' });
      const made = await charge(id);
      expect([made.state, made.reason]).toEqual(['pending', null]);
      const { rows } = await ctx.owner.query('select from charges where line_id = $1', [id]);
      expect(rows).toHaveLength(1);
    },
  );

  it('waits before it repeats a request that got a 429', async () => {
    await saveKeys(speaks);
    const before = provider.requests.length;
    provider.failures = [429, 429];
    await expect(charge((await line(ctx, seller)).id)).rejects.toMatchObject({
      code: 'payment_provider_silent',
    });
    expect(provider.requests.length - before).toBe(1);
    provider.failures = [];
  });

  it('reads an unread charge again after its expiry instead of giving it up', async () => {
    await saveKeys(speaks);
    const made = await charge((await line(ctx, seller)).id);
    ctx.clock.forward(2 * 3_600_000);
    provider.pay(made.externalReference, { status: 'cancelled', detail: 'expired', paid: 0 });
    provider.failures = ['silent'];
    await confirmCharge(ctx, made.id);
    expect(await readResult(made)).toMatchObject({ state: 'pending', reason: null });
    ctx.clock.forward(11 * 60_000);
    await reconcilePayments(ctx);
    expect((await readResult(made)).state).toBe('cancelled');
  });

  it('keeps a charge with an unknown state pending and notifies the seller once', async () => {
    await saveKeys(speaks);
    const made = await charge((await line(ctx, seller)).id);
    provider.pay(made.externalReference, { status: 'moonstruck', paid: 0 });
    await confirmCharge(ctx, made.id);
    await confirmCharge(ctx, made.id);
    expect(await readResult(made)).toMatchObject({ state: 'pending', reason: null });
    const flagged = (await readAccountEvents(ctx, seller.id)).filter(
      ({ kind }) => kind === 'recharge-flagged',
    );
    expect(flagged).toHaveLength(1);
    expect(flagged[0]!.after).toMatchObject({ reason: expect.stringContaining('«moonstruck»') });
  });
});

it('reads the code of an order that the provider creates in two steps', async () => {
  await saveKeys('orders');
  provider.emptyFor = 2;
  const made = await charge((await line(ctx, seller)).id);
  provider.emptyFor = 0;
  const code = async () => {
    await confirmCharge(ctx, made.id);
    const { rows } = await ctx.owner.query('select pix_code from charges where id = $1', [made.id]);
    return rows[0].pix_code;
  };
  expect([made.pixCode, await code()]).toEqual([null, null]);
  expect(await code()).toContain('br.gov.bcb.pix');
});

it.each([
  ['in its payment', { refunded: 10 }],
  ['among the refunds', { refundedApart: 10 }],
])('a part of an order that went back, told %s, is shown', async (_, change) => {
  await saveKeys('orders');
  await credit(5);
  const made = await charge((await line(ctx, seller)).id);
  provider.pay(made.externalReference);
  await confirmCharge(ctx, made.id);
  provider.pay(made.externalReference, change);
  await confirmCharge(ctx, made.id);
  expect(await readResult(made)).toMatchObject({
    state: 'settled',
    reason: 'Devolvido em parte: decida o que fazer com a renovação',
  });
});

it('notifies the seller once of each decision even while the renewal waits for credit', async () => {
  await saveKeys('payments');
  const made = await charge((await line(ctx, seller)).id);
  provider.pay(made.externalReference);
  await confirmCharge(ctx, made.id);
  provider.pay(made.externalReference, { refunded: 10 });
  for (let look = 0; look < 3; look += 1) await confirmCharge(ctx, made.id);
  expect(await readResult(made)).toMatchObject({
    state: 'paid',
    reason: 'Devolvido em parte: decida o que fazer com a renovação',
  });
  const kinds = (await readAccountEvents(ctx, seller.id)).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'recharge-flagged')).toHaveLength(1);
  expect(kinds.filter((kind) => kind === 'recharge-waiting')).toHaveLength(1);
});

it('does not delay renewals by paid charges of deleted lines', async () => {
  await saveKeys('payments');
  await credit(50);
  for (let number = 0; number < 21; number += 1) {
    const { id } = await line(ctx, seller);
    const made = await charge(id);
    provider.pay(made.externalReference);
    await ctx.owner.query('update lines set deleted_at = now() where id = $1', [id]);
    await confirmCharge(ctx, made.id);
    ctx.clock.forward(1000);
  }
  const made = await charge((await line(ctx, seller)).id);
  provider.pay(made.externalReference);
  await confirmCharge(ctx, made.id);
  expect(await readResult(made)).toMatchObject({ state: 'settled', renewals: 1 });
});

describe('notices', () => {
  it('refuses forged and old and foreign and unsigned notices and records them', async () => {
    await saveKeys('payments');
    await credit(5);
    const made = await charge((await line(ctx, seller)).id);
    const { id: about } = provider.pay(made.externalReference);
    const old = ctx.clock.now().getTime() - 25 * 3_600_000;
    expect([
      await notify(about, { secret: 'outro' }),
      await notify(about, { at: old }),
      await notify(about, { signedAs: '1' }),
    ]).toEqual([401, 401, 401]);
    expect(await readResult(made)).toMatchObject({ state: 'pending', renewals: 0 });
    const kinds = (await readAccountEvents(ctx, seller.id)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'payment-notice-refused')).toHaveLength(1);
  });

  it('accepts notices with seconds and milliseconds and an id in any case', async () => {
    await saveKeys('orders');
    await credit(5);
    const made = await charge((await line(ctx, seller)).id);
    const { id: about } = provider.pay(made.externalReference);
    const seconds = Math.floor(ctx.clock.now().getTime() / 1000);
    expect(await notify(about, { at: seconds })).toBe(200);
    expect(await notify(about, { signedAs: about.toLowerCase() })).toBe(200);
  });

  it('requests a repetition of a notice while its payment cannot be read and reads it soon', async () => {
    await saveKeys('payments');
    await credit(5);
    const made = await charge((await line(ctx, seller)).id);
    const { id: about } = provider.pay(made.externalReference);
    await confirmCharge(ctx, made.id);
    ctx.clock.forward(120 * DAY);
    provider.pay(made.externalReference, { status: 'charged_back', detail: 'settled' });
    provider.failures = ['silent'];
    expect(await notify(about)).toBe(503);
    provider.failures = ['none', 'silent'];
    expect(await notify(about)).toBe(503);
    ctx.clock.forward(11 * 60_000);
    await reconcilePayments(ctx);
    expect(await readResult(made)).toMatchObject({ state: 'reversed' });
  });

  it('finds the payment of a notice that arrived before it could be read', async () => {
    await saveKeys('payments');
    await credit(5);
    const made = await charge((await line(ctx, seller)).id);
    const { id: about } = provider.pay(made.externalReference, { hiddenFor: 1 });
    expect(await notify(about)).toBe(200);
    expect(await readResult(made)).toMatchObject({ state: 'pending' });
    await reconcilePayments(ctx);
    expect(await readResult(made)).toMatchObject({ state: 'settled', renewals: 1 });
  });
});

it('stores payments without credit and renews their lines in order once credit arrives', async () => {
  await saveKeys('payments');
  const made: Charge[] = [];
  for (let number = 0; number < 3; number += 1) {
    made.push(await charge((await line(ctx, seller)).id));
    provider.pay(made[number]!.externalReference);
    await confirmCharge(ctx, made[number]!.id);
    ctx.clock.forward(1000);
  }
  expect(await readResult(made[0]!)).toMatchObject({
    state: 'paid',
    reason: 'Sem crédito no portal: renova assim que houver',
  });
  const listed = await call(ctx, listRecharges, { body: {} }, { token: seller.token });
  expect(listed.body.recargas.map(({ status, waiting }) => [status, waiting])).toEqual(
    made.map(() => ['approved', true]),
  );
  await credit(2);
  const states = await Promise.all(made.map(readResult));
  expect(states.map(({ state }) => state)).toEqual(['settled', 'settled', 'paid']);
});

it(
  'renews each line exactly once for every approved payment in any order over two processes',
  async () => {
    await saveKeys('payments');
    await credit(500);
    const other = await secondProcess(ctx);
    const lineId = (await line(ctx, seller)).id;
    const payment = fc.record({
      fate: fc.constantFrom('approved', 'rejected', 'pending', 'charged_back'),
      notices: fc.integer({ min: 0, max: 5 }),
      hiddenFor: fc.integer({ min: 0, max: 2 }),
      asks: fc.integer({ min: 0, max: 2 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(payment, { minLength: 2, maxLength: 8 }), async (payments) => {
        const made: Charge[] = [];
        for (const [index] of payments.entries())
          // The amounts differ, because an equal amount would return the open charge.
          made.push(await charge(lineId, { cents: 1000 + index }));
        const before = await readResult(made[0]!);
        await Promise.all(
          payments.flatMap(({ fate, notices, hiddenFor, asks }, index) => {
            const { externalReference: reference, id } = made[index]!;
            const isGood = fate === 'approved';
            const { id: about } = provider.pay(reference, {
              status: fate,
              hiddenFor,
              ...(isGood ? {} : { paid: 0 }),
            });
            return [
              ...Array.from({ length: notices }, (_, number) =>
                notify(about, { server: number % 2 ? other.server : ctx.server }),
              ),
              ...Array.from({ length: asks }, () => confirmCharge(ctx, id)),
            ];
          }),
        );
        ctx.clock.forward(3 * 60_000);
        await Promise.all([reconcilePayments(ctx), reconcilePayments({ ...ctx, db: other.db })]);
        // Two more runs, because the provider's double may hide a payment in two answers.
        for (let again = 0; again < 2; again += 1) {
          ctx.clock.forward(6 * 60_000);
          await reconcilePayments(ctx);
        }
        const approved = payments.filter(({ fate }) => fate === 'approved').length;
        const after = await readResult(made[0]!);
        expect([
          after.renewals - before.renewals,
          (after.expires - before.expires) / (30 * DAY),
          before.portal - after.portal,
        ]).toEqual([approved, approved, approved * 100]);
        const { sum, drifted } = await verifyLedger(ctx);
        expect([sum, drifted]).toEqual([0, []]);
        await ctx.owner.query(`update charges set check_at = null, expires_at = created_at`);
      }),
      { numRuns: runs(5) },
    );
    await other.close();
  },
  timeLimit(120_000),
);

/** Number of charges. The long form creates a thousand. */
const STORM = isLong ? 1_000 : 24;
const STORM_LINES = 10;

it.each(['payments', 'orders'] as const)(
  'many payments of %s at once, noticed never, once or five times and through two processes, renew once each',
  async (speaks) => {
    await saveKeys(speaks);
    await credit(Math.ceil(0.7 * STORM));
    const other = await secondProcess(ctx);
    const lines: number[] = [];
    for (let n = 0; n < STORM_LINES; n += 1) lines.push((await line(ctx, seller)).id);
    const made: Charge[] = [];
    for (let n = 0; n < STORM; n += 1)
      // The amounts differ, because an equal amount would return the open charge.
      made.push(await charge(lines[n % STORM_LINES]!, { cents: 1000 + n }));
    const isGood = (n: number) => n % 3 !== 2;
    const notices = made.flatMap(({ externalReference: reference }, n) => {
      const { id: about } = provider.pay(reference, {
        hiddenFor: n % 4 === 0 ? 1 : 0,
        ...(isGood(n) ? {} : { status: 'rejected', paid: 0 }),
      });
      return Array.from({ length: n % 6 }, (_, again) => ({ about, again }));
    });
    // The order differs from the order of payment and is the same in every run.
    const shuffled = notices.toSorted(
      (a, b) =>
        Number(a.about.slice(-3).split('').toReversed().join('')) -
        Number(b.about.slice(-3).split('').toReversed().join('')),
    );
    const take = async () => {
      for (let next = shuffled.shift(); next; next = shuffled.shift())
        await notify(next.about, { server: next.again % 2 ? other.server : ctx.server });
    };
    await Promise.all(Array.from({ length: 8 }, take));
    for (let again = 0; again < 2 + STORM / 200; again += 1) {
      ctx.clock.forward(6 * 60_000);
      await Promise.all([reconcilePayments(ctx), reconcilePayments({ ...ctx, db: other.db })]);
    }
    const { rows } = await ctx.owner.query<{ state: string; count: number; entries: number }>(
      `select state, count(*)::int, (select count(*)::int from entries e
         where e.reason = 'portal-renewal' and e.line_id = any($2)) as entries
       from charges where id = any($1) group by state order by state`,
      [made.map(({ id }) => id), lines],
    );
    const good = made.filter((_, n) => isGood(n)).length;
    expect(rows).toEqual([
      { state: 'cancelled', count: STORM - good, entries: good },
      { state: 'settled', count: good, entries: good },
    ]);
    const { sum, drifted } = await verifyLedger(ctx);
    expect([sum, drifted]).toEqual([0, []]);
    await other.close();
  },
  timeLimit(60_000),
);

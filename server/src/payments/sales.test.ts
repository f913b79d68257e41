/**
 * Tests the process from a stranger's order to its line. A double imitates the payment provider, and
 * its notices are lost, repeated and reordered.
 */
import { randomUUID } from 'node:crypto';
import { deleteIptvLine, promoteIptvLine } from '@ramal/contract/lines/iptv-lines';
import { refundRecharge } from '@ramal/contract/payments/charges';
import { creditPortal, savePaymentKeys } from '@ramal/contract/payments/recharges';
import { DAY_MS, HOUR_MS } from '@ramal/contract/rules/durations';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { line, type Person, person } from '../../test/accounts.ts';
import { call, createTestContext, type TestContext, TODAY } from '../../test/context.ts';
import { type MercadoPagoDouble, startMercadoPago } from '../../test/mercado-pago.ts';
import { runs, timeLimit } from '../../test/property-runs.ts';
import { type Authenticator, enrolAuthenticator, secondProcess } from '../../test/second-factor.ts';
import { verifyLedger } from '../credits/credits.ts';
import type { Charge } from './charges.sql.ts';
import { confirmCharge } from './confirm-charge.ts';
import { createCharge } from './create-charge.ts';
import { reconcilePayments } from './reconcile.ts';
import type { SaleOrder } from './sale-orders.ts';

let ctx: TestContext;
let provider: MercadoPagoDouble;
let admin: Person;
let seller: Person;
let codes: Authenticator;
let packageId: number;
beforeAll(async () => {
  provider = await startMercadoPago();
  ctx = await createTestContext({ RAMAL_MERCADO_PAGO_URL: provider.url });
  admin = await person(ctx, { profile: 'admin' });
  const { rows } = await ctx.owner.query<{ id: number }>(
    'select id::int from packages order by id limit 1',
  );
  packageId = rows[0]!.id;
});
afterAll(async () => {
  await ctx.close();
  await provider.close();
});
beforeEach(async () => {
  ctx.clock.set(TODAY);
  provider.failures = [];
  seller = await person(ctx, { parent: admin, balance: 100_000 });
  codes = await enrolAuthenticator(ctx, seller);
  const body = {
    mercado_pago_public_key: 'APP_USR-publica',
    mercado_pago_access_token: provider.token,
    webhook_secret: 'segredo-dos-avisos',
    code_2fa: await codes.code(),
  };
  await call(ctx, savePaymentKeys, { body }, { token: seller.token });
  ctx.clock.forward(30_000);
});

const newTest = () => line(ctx, seller, { isOficial: false, testHours: 6 });

const credit = (qtd_creditos: number) =>
  call(
    ctx,
    creditPortal,
    { body: { id_res: seller.id, qtd_creditos } },
    { token: seller.token, key: randomUUID() },
  );

let numbers = 5_511_940_000_000;

const newOrder = (more: Partial<SaleOrder> = {}): SaleOrder => ({
  platform: 'iptv',
  productId: packageId,
  whatsapp: String((numbers += 1)),
  device: 'phone',
  deviceMark: null,
  origin: 'storefront',
  channel: 'link',
  originCode: null,
  ...more,
});

const order = (lineId: number | null, sale = newOrder()): Promise<Charge> =>
  createCharge(
    ctx,
    {
      purpose: 'sale',
      accountId: seller.id,
      lineId,
      buyerId: null,
      months: 1,
      credits: 100,
      cents: 3500,
      method: 'pix',
      description: 'Assinatura de 1 mês',
      sale,
    },
    { baseUrl: 'http://painel.exemplo' },
  );

interface SoldLine {
  readonly state: Charge['state'];
  readonly reason: string | null;
  readonly lineId: number | null;
  readonly isTrial: boolean | null;
  readonly origin: string | null;
  readonly whatsapp: string | null;
  readonly expires: number | null;
  readonly spent: number;
}

async function readSale({ id }: Charge): Promise<SoldLine> {
  const { rows } = await ctx.owner.query<SoldLine>(
    `select c.state, c.reason, c.line_id::int as "lineId", l.is_trial as "isTrial", l.origin, l.whatsapp,
       extract(epoch from l.expires_at)::float8 * 1000 as expires,
       (select coalesce(sum(amount), 0)::int from entries
         where line_id = l.id and reason = 'portal-renewal') as spent
     from charges c left join lines l on l.id = c.line_id where c.id = $1`,
    [id],
  );
  return rows[0]!;
}

const countLines = async (): Promise<number> => {
  const { rows } = await ctx.owner.query<{ count: number }>(
    'select count(*)::int from lines where owner_id = $1 and not is_trial',
    [seller.id],
  );
  return rows[0]!.count;
};

it('creates the line when the payment is confirmed and takes one portal credit', async () => {
  await credit(5);
  const sale = newOrder();
  const made = await order(null, sale);
  await confirmCharge(ctx, made.id);
  expect(await readSale(made)).toMatchObject({ state: 'pending', lineId: null });
  provider.pay(made.externalReference);
  ctx.clock.forward(60_000);
  await Promise.all([confirmCharge(ctx, made.id), confirmCharge(ctx, made.id)]);
  await confirmCharge(ctx, made.id);
  const sold = await readSale(made);
  expect(sold).toMatchObject({
    state: 'settled',
    isTrial: false,
    origin: 'storefront',
    whatsapp: sale.whatsapp,
    spent: 100,
  });
  expect(sold.expires! - ctx.clock.now().getTime()).toBeGreaterThan(29 * DAY_MS);
  expect(await countLines()).toBe(1);
});

it('turns the test into an official line with the same access whose days begin when the test ends', async () => {
  await credit(5);
  const test = await newTest();
  const ends = ctx.clock.now().getTime() + 6 * HOUR_MS;
  const made = await order(test.id);
  provider.pay(made.externalReference);
  await confirmCharge(ctx, made.id);
  const sold = await readSale(made);
  expect(sold).toMatchObject({ state: 'settled', lineId: test.id, isTrial: false, spent: 100 });
  expect(Math.abs(sold.expires! - (ends + 30 * DAY_MS))).toBeLessThanOrEqual(2 * 60_000);
  const { rows } = await ctx.owner.query('select username, password from lines where id = $1', [
    test.id,
  ]);
  expect(rows).toEqual([{ username: test.username, password: test.password }]);
});

it('gives the line of a test the package that was paid', async () => {
  await credit(5);
  const { rows } = await ctx.owner.query<{ id: number }>(
    'select id::int from packages where id <> $1 order by id limit 1',
    [packageId],
  );
  const [other] = rows;
  const test = await newTest();
  const stored = async () =>
    (
      await ctx.owner.query(
        'select username, password, package_id::int as package, is_trial as trial from lines where id = $1',
        [test.id],
      )
    ).rows[0];
  const made = await order(test.id, newOrder({ productId: other!.id }));
  expect((await stored()).package).not.toBe(other!.id);
  provider.pay(made.externalReference);
  await confirmCharge(ctx, made.id);
  expect(await stored()).toEqual({
    username: test.username,
    password: test.password,
    package: other!.id,
    trial: false,
  });
});

it('keeps the payment of a test whose paid package no longer exists', async () => {
  await credit(5);
  const test = await newTest();
  const made = await order(test.id, newOrder({ productId: 999_999 }));
  provider.pay(made.externalReference);
  await confirmCharge(ctx, made.id);
  expect(await readSale(made)).toMatchObject({
    state: 'paid',
    isTrial: true,
    reason: 'O pacote vendido não existe mais: devolva o valor ou fale com o cliente',
  });
});

it('extends the line that the seller made official before the payment arrived', async () => {
  await credit(5);
  const test = await newTest();
  const made = await order(test.id);
  await call(
    ctx,
    promoteIptvLine,
    { params: { id: test.id }, body: { credits: 1 } },
    { token: seller.token, key: randomUUID() },
  );
  provider.pay(made.externalReference);
  await confirmCharge(ctx, made.id);
  const sold = await readSale(made);
  expect(sold).toMatchObject({ state: 'settled', lineId: test.id });
  expect(sold.expires! - ctx.clock.now().getTime()).toBeGreaterThan(59 * DAY_MS);
});

it('creates a line for a paid order whose test was deleted', async () => {
  await credit(5);
  const test = await newTest();
  const made = await order(test.id);
  await call(ctx, deleteIptvLine, { params: { id: test.id } }, { token: seller.token });
  provider.pay(made.externalReference);
  await confirmCharge(ctx, made.id);
  const sold = await readSale(made);
  expect(sold).toMatchObject({ state: 'settled', isTrial: false, spent: 100 });
  expect(sold.lineId).not.toBe(test.id);
});

it('keeps the payment until the seller has portal credits', async () => {
  const made = await order(null);
  provider.pay(made.externalReference);
  await confirmCharge(ctx, made.id);
  expect(await readSale(made)).toMatchObject({
    state: 'paid',
    lineId: null,
    reason: 'Sem crédito no portal: libera a linha assim que houver',
  });
  await credit(1);
  expect(await readSale(made)).toMatchObject({ state: 'settled', isTrial: false });
});

it('keeps the payment of a package that no longer exists and settles the others', async () => {
  await credit(5);
  const [gone, good] = [await order(null, newOrder({ productId: 999_999 })), await order(null)];
  for (const { id, externalReference } of [gone, good]) {
    provider.pay(externalReference);
    await confirmCharge(ctx, id);
    ctx.clock.forward(1_000);
  }
  expect(await readSale(gone)).toMatchObject({
    state: 'paid',
    reason: 'O pacote vendido não existe mais: devolva o valor ou fale com o cliente',
  });
  expect(await readSale(good)).toMatchObject({ state: 'settled' });
});

it('takes the unused days back after a refund and returns the credit', async () => {
  await credit(5);
  const made = await order(null);
  provider.pay(made.externalReference);
  await confirmCharge(ctx, made.id);
  const body = { reason: 'Cliente desistiu', code_2fa: await codes.code() };
  await call(ctx, refundRecharge, { params: { id: made.id }, body }, { token: seller.token });
  ctx.clock.forward(60_000);
  await confirmCharge(ctx, made.id);
  const sold = await readSale(made);
  expect(sold.state).toBe('reversed');
  expect(sold.expires! - ctx.clock.now().getTime()).toBeLessThan(2 * DAY_MS);
  const { sum, drifted } = await verifyLedger(ctx);
  expect([sum, drifted]).toEqual([0, []]);
});

it('offers the open charge again to the same visitor and never to another one', async () => {
  const sale = newOrder();
  const [first, again] = [await order(null, sale), await order(null, sale)];
  expect(again.id).toBe(first.id);
  expect((await order(null)).id).not.toBe(first.id);
});

it(
  'gives each paid order exactly one line and no unpaid one a line, in any order over two processes',
  async () => {
    await credit(500);
    const other = await secondProcess(ctx);
    const payment = fc.record({
      hasTest: fc.boolean(),
      fate: fc.constantFrom('approved', 'rejected', 'pending', 'charged_back'),
      confirmations: fc.integer({ min: 0, max: 4 }),
      hiddenFor: fc.integer({ min: 0, max: 2 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(payment, { minLength: 2, maxLength: 6 }), async (payments) => {
        const before = await countLines();
        const made: Charge[] = [];
        for (const { hasTest } of payments)
          made.push(await order(hasTest ? (await newTest()).id : null));
        await Promise.all(
          payments.flatMap(({ fate, confirmations, hiddenFor }, index) => {
            const { externalReference, id } = made[index]!;
            provider.pay(externalReference, {
              status: fate,
              hiddenFor,
              ...(fate === 'approved' ? {} : { paid: 0 }),
            });
            return Array.from({ length: confirmations }, (_, number) =>
              confirmCharge(number % 2 ? { ...ctx, db: other.db } : ctx, id),
            );
          }),
        );
        ctx.clock.forward(3 * 60_000);
        await Promise.all([reconcilePayments(ctx), reconcilePayments({ ...ctx, db: other.db })]);
        for (let again = 0; again < 2; again += 1) {
          ctx.clock.forward(6 * 60_000);
          await reconcilePayments(ctx);
        }
        const sales = await Promise.all(made.map(readSale));
        const approved = payments.filter(({ fate }) => fate === 'approved').length;
        const delivered = sales.filter(({ state }) => state === 'settled');
        expect(delivered).toHaveLength(approved);
        expect(new Set(delivered.map(({ lineId }) => lineId)).size).toBe(approved);
        expect(delivered.every(({ isTrial, spent }) => isTrial === false && spent === 100)).toBe(
          true,
        );
        const unpaid = sales.filter(({ state }) => state !== 'settled');
        expect(unpaid.every(({ lineId, isTrial }) => lineId === null || isTrial === true)).toBe(
          true,
        );
        expect((await countLines()) - before).toBe(approved);
        const { sum, drifted } = await verifyLedger(ctx);
        expect([sum, drifted]).toEqual([0, []]);
        await ctx.owner.query('update charges set check_at = null, expires_at = created_at');
      }),
      { numRuns: runs(4) },
    );
    await other.close();
  },
  timeLimit(120_000),
);

/**
 * Each renewal that a customer paid for adds a receipt to the queue. The receipt leaves the queue
 * when the seller sends or dismisses it.
 */
import { randomUUID } from 'node:crypto';
import { creditPortal } from '@ramal/contract/payments/recharges';
import {
  listRenewalReceipts,
  MAX_RECEIPTS,
  RECEIPT_DAYS,
  settleRenewalReceipt,
} from '@ramal/contract/payments/receipts';
import { DAY_MS } from '@ramal/contract/rules/durations';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { line, type Person, person } from '../../test/accounts.ts';
import { call, createTestContext, type TestContext } from '../../test/context.ts';
import { enrolAuthenticator } from '../../test/second-factor.ts';
import { confirmCharge } from './confirm-charge.ts';
import { createCharge } from './create-charge.ts';

let ctx: TestContext;
let admin: Person;
let seller: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  admin = await person(ctx, { profile: 'admin' });
});
afterAll(() => ctx.close());
beforeEach(async () => {
  seller = await person(ctx, { parent: admin, balance: 100_000 });
  await enrolAuthenticator(ctx, seller);
  await call(
    ctx,
    creditPortal,
    { body: { id_res: seller.id, qtd_creditos: 50 } },
    { token: seller.token, key: randomUUID() },
  );
});

const list = async (by = seller) =>
  (await call(ctx, listRenewalReceipts, {}, { token: by.token })).body;
const settle = (id: number, by = seller) =>
  call(ctx, settleRenewalReceipt, { params: { id }, body: {} }, { token: by.token });

let price = 1_000;

async function payFor(lineId: number): Promise<number> {
  price += 1;
  const made = await createCharge(
    ctx,
    {
      purpose: 'renewal',
      accountId: seller.id,
      lineId,
      buyerId: null,
      months: 1,
      credits: 100,
      cents: price,
      method: 'pix',
      description: 'Renovação por 1 mês',
    },
    { baseUrl: 'http://painel.exemplo' },
  );
  await ctx.owner.query(
    `update sandbox_payments set state = 'approved', paid_cents = cents where reference = $1`,
    [made.reference],
  );
  await confirmCharge(ctx, made.id);
  return made.id;
}

it('lists a receipt from the renewal on until it is settled once', async () => {
  const { id: lineId, username } = await line(ctx, seller);
  const id = await payFor(lineId);
  const { total, receipts } = await list();
  expect(total).toBe(1);
  expect(receipts).toMatchObject([{ id, line_id: lineId, username, value: price / 100 }]);
  expect(receipts[0]!.renewed_until_timestamp * 1000).toBeGreaterThan(ctx.clock.now().getTime());
  expect((await settle(id)).status).toBe(200);
  expect((await settle(id)).status).toBe(200);
  expect(await list()).toEqual({ total: 0, receipts: [] });
});

it('shows a receipt only to its seller and removes it with the line', async () => {
  const { id: lineId } = await line(ctx, seller);
  const id = await payFor(lineId);
  const child = await person(ctx, { parent: seller });
  expect((await settle(id, child)).status).toBe(404);
  expect(await list(child)).toEqual({ total: 0, receipts: [] });
  expect((await list()).total).toBe(1);
  await ctx.owner.query('update lines set deleted_at = now() where id = $1', [lineId]);
  expect((await list()).total).toBe(0);
});

it('lists no receipt while the renewal waits for credit or after a week', async () => {
  const { id: lineId } = await line(ctx, seller);
  for (let n = 0; n < 50; n += 1) await payFor(lineId);
  expect(await list()).toMatchObject({ total: 50 });
  expect((await list()).receipts).toHaveLength(MAX_RECEIPTS);
  // The portal credit is used up: the payment is stored, and no line is renewed.
  await payFor(lineId);
  expect((await list()).total).toBe(50);
  await ctx.owner.query(
    `update charges set settled_at = settled_at - $2 * interval '1 millisecond' where account_id = $1`,
    [seller.id, RECEIPT_DAYS * DAY_MS],
  );
  expect((await list()).total).toBe(0);
});

/**
 * Tests prices and payments over HTTP: their visibility, the period that a renewal begins, and
 * equal figures on home and list.
 */
import { getDueLines } from '@ramal/contract/lines/due-lines';
import {
  extendIptvLine,
  iptvLines,
  listIptvLines,
  trustIptvLine,
} from '@ramal/contract/lines/iptv-lines';
import { markLinePaid, setLinePrice } from '@ramal/contract/lines/line-payments';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { line, type Person, person } from '../../test/accounts.ts';
import { call, createTestContext, type TestContext } from '../../test/context.ts';

let ctx: TestContext;
let seller: Person;
let above: Person;
beforeAll(async () => {
  ctx = await createTestContext();
});
beforeEach(async () => {
  above = await person(ctx, { balance: 10_000 });
  seller = await person(ctx, { parent: above, balance: 10_000 });
});
afterAll(() => ctx.close());

const price = (id: number, price_cents: number | null = null, by = seller) =>
  call(ctx, setLinePrice, { params: { id }, body: { price_cents } }, { token: by.token });
const mark = (id: number, paid: boolean, by = seller) =>
  call(ctx, markLinePaid, { params: { id }, body: { paid } }, { token: by.token });
const list = async (query: Record<string, unknown>, by = seller) =>
  (await call(ctx, listIptvLines, { query }, { token: by.token })).body.data;
const home = async () => (await call(ctx, getDueLines, {}, { token: seller.token })).body.payments;
const events = async (id: number) =>
  (
    await ctx.owner.query<{ kind: string }>(
      `select kind from events where line_id = $1 and (kind like 'line-pa%' or kind = 'line-price-set') order by id`,
      [id],
    )
  ).rows.map(({ kind }) => kind);

async function priced(cents: number): Promise<number> {
  const { id } = await line(ctx, seller);
  expect((await price(id, cents)).status).toBe(200);
  return id;
}

it('returns received and open amounts equal to the centavo to the listed lines', async () => {
  const ids = [await priced(3_333), await priced(1), await priced(2_999), await priced(10_000)];
  await line(ctx, seller);
  await Promise.all([mark(ids[0]!, true), mark(ids[0]!, true), mark(ids[1]!, true)]);
  expect(await home()).toEqual({
    received_cents: 3_334,
    received_by_platform: [{ platform: 'iptv', total: 2 }],
    open_cents: 12_999,
    open_by_platform: [{ platform: 'iptv', total: 2 }],
  });
  const open = await list({ paid: 'open' });
  expect(open.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(ids.slice(2));
  expect(open.reduce((sum, { price_cents = 0 }) => sum + price_cents, 0)).toBe(12_999);
  expect((await list({ paid: 'paid' })).map(({ paid }) => paid)).toEqual([true, true]);
  // The list contains the lines whose payments the total counts.
  expect((await list({ paid: 'received' })).map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(
    ids.slice(0, 2),
  );
  expect(await events(ids[0]!)).toEqual(['line-price-set', 'line-paid']);
});

it('opens a new period after a renewal but not after trust and keeps the received payment', async () => {
  const id = await priced(2_500);
  await mark(id, true);
  const about = { params: { id }, body: {} };
  await call(ctx, trustIptvLine, about, { token: seller.token });
  expect((await list({}))[0]).toMatchObject({ price_cents: 2_500, paid: true });
  const renewed = await call(ctx, extendIptvLine, about, { token: seller.token });
  expect(renewed.body).toMatchObject({ price_cents: 2_500, paid: false });
  expect(await home()).toMatchObject({ received_cents: 2_500, open_cents: 2_500 });
  // A renewal begins the next period. The payment of this month still counts as received.
  const received = (await list({ paid: 'received' })).map((row) => row.id);
  expect(received).toContain(id);
  expect((await home()).received_by_platform).toEqual([
    { platform: 'iptv', total: received.length },
  ]);
  await price(id, 3_000);
  await mark(id, true);
  await mark(id, false);
  expect(await home()).toMatchObject({ received_cents: 2_500, open_cents: 3_000 });
});

it('stores the price with the line or its edit and shows it on receipts only to the owner', async () => {
  const token = seller.token;
  const bought = { isOficial: true, nota: 'Ana', package: 2, credits: 1, price_cents: 3_500 };
  const created = await call(ctx, iptvLines.create, { body: bought }, { token });
  expect(created.body).toMatchObject({ price_cents: 3_500 });
  const { id } = created.body;
  expect(await events(id)).toEqual(['line-price-set']);
  const edit = (body: Record<string, unknown>, by = seller) =>
    call(ctx, iptvLines.edit, { params: { id }, body }, { token: by.token });
  expect((await edit({ nota: 'Bia', price_cents: 3_500 })).status).toBe(200);
  expect((await edit({ price_cents: 4_000 })).status).toBe(200);
  expect((await edit({ nota: 'Ana Maria' })).status).toBe(200);
  expect((await list({}))[0]).toMatchObject({ price_cents: 4_000, paid: false });
  expect(await events(id)).toEqual(['line-price-set', 'line-price-set']);
  const refused = await edit({ price_cents: 1 }, above);
  expect(refused.body).toMatchObject({
    code: 'invalid_fields',
    fields: { price_cents: expect.any(String) },
  });
  const receipt = (by: Person) =>
    call(ctx, iptvLines.receipt, { params: { id }, body: {} }, { token: by.token });
  expect((await receipt(seller)).body).toMatchObject({ price_cents: 4_000 });
  expect((await receipt(above)).body).not.toHaveProperty('price_cents');
});

it('hides payments from all accounts but the owner and lets no other account search or change them', async () => {
  const id = await priced(2_500);
  const seen = await list({ reseller_id: seller.id }, above);
  expect(seen).toHaveLength(1);
  expect(seen[0]).not.toHaveProperty('price_cents');
  expect(seen[0]).not.toHaveProperty('paid');
  for (const reseller_id of [seller.id, 'tree', 'below'])
    expect(await list({ reseller_id, paid: 'open' }, above)).toEqual([]);
  expect((await price(id, 1, above)).status).toBe(404);
  expect((await mark(id, true, above)).status).toBe(404);
});

it('refuses a payment without a price and invalid amounts', async () => {
  const { id } = await line(ctx, seller);
  const refused = await mark(id, true);
  expect(refused.status).toBe(422);
  expect(refused.body).toMatchObject({
    fields: { paid: 'Defina antes quanto este cliente paga.' },
  });
  expect((await price(id, 0)).status).toBe(422);
  expect((await price(id, 10_000_001)).status).toBe(422);
  await price(id, 500);
  await price(id);
  expect((await list({}))[0]).not.toHaveProperty('price_cents');
});

/**
 * Tests entered costs: the months in which they count, and that a change does not affect closed
 * months.
 */
import { createCost, deleteCost, editCost, listCosts } from '@ramal/contract/numbers/costs';
import type { FigureKey } from '@ramal/contract/numbers/figures';
import { getNumbers, saveNumberSettings } from '@ramal/contract/numbers/numbers';
import { listNumberRows } from '@ramal/contract/numbers/rows';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { type Person, person } from '../../../test/accounts.ts';
import { call, createTestContext, type TestContext } from '../../../test/context.ts';
import { writeCharge, writeHistory } from '../numbers.fixtures.ts';
import { sendMessages } from '../drawn-business.fixtures.ts';
import { rollUpNumbers } from '../numbers.ts';

let ctx: TestContext;
let seller: Person;
const contexts: TestContext[] = [];
beforeEach(async () => {
  ctx = await createTestContext();
  contexts.push(ctx);
  ctx.clock.set('2026-10-20T15:00:00Z');
  seller = await person(ctx, { balance: 100_000, until: '2027-06-01T12:00:00Z' });
  const id = await writeHistory(ctx, {
    owner: seller,
    acts: [
      {
        at: '2026-09-05T12:00:00Z',
        kind: 'line-created',
        until: '2026-12-20T12:00:00Z',
        hundredths: 300,
      },
    ],
  });
  for (const paidAt of ['2026-10-05T12:00:00Z', '2026-11-04T12:00:00Z'])
    await writeCharge(ctx, { owner: seller, line: id, cents: 10_000, months: 1, paidAt });
  await rollUpNumbers(ctx);
});
afterAll(() => Promise.all(contexts.map((context) => context.close())));

const token = () => ({ token: seller.token });
const enter = async (body: Record<string, unknown>) =>
  (
    await call(
      ctx,
      createCost,
      {
        body: {
          name: 'Servidor',
          kind: 'server',
          cents: 25_000,
          since: '2026-10-05',
          repeats: 'monthly',
          ...body,
        },
      },
      token(),
    )
  ).body.id;
const edit = (id: number, cents: number) =>
  call(
    ctx,
    editCost,
    { params: { id }, body: { name: 'Servidor', kind: 'server', cents } },
    token(),
  );
const remove = (id: number, from: string) =>
  call(ctx, deleteCost, { params: { id }, query: { from } }, token());
const costs = async (month: string) =>
  (await call(ctx, listCosts, { query: { month } }, token())).body;
const figure = async (key: FigureKey, period: string) =>
  (await call(ctx, getNumbers, { query: { period } }, token())).body.figures.find(
    (row) => row.figure === key,
  )!.value;
const cents = async (month: string) => (await costs(month)).data.map((cost) => cost.cents);

it('repeats a monthly cost and changes it from the open month on', async () => {
  const id = await enter({});
  expect([await cents('2026-10'), await figure('costs', '2026-10')]).toEqual([[25_000], 25_000]);
  expect(await figure('profit', '2026-10')).toBe(-15_000);
  ctx.clock.set('2026-11-03T15:00:00Z');
  await rollUpNumbers(ctx);
  const { body } = await edit(id, 30_000);
  expect([await cents('2026-10'), await cents('2026-11')]).toEqual([[25_000], [30_000]]);
  expect([await figure('costs', '2026-10'), await figure('costs', '2026-11')]).toEqual([
    25_000, 30_000,
  ]);
  expect((await edit(id, 1)).body).toMatchObject({ code: 'cost_closed' });
  await remove(body.id, 'this-month');
  expect([await cents('2026-11'), await cents('2026-12')]).toEqual([[], [30_000]]);
  await remove(body.id, 'from-now-on');
  expect([await cents('2026-10'), await cents('2026-12')]).toEqual([[25_000], []]);
});

it('counts a cost of a closed month in the open month as a correction', async () => {
  ctx.clock.set('2026-11-10T15:00:00Z');
  await rollUpNumbers(ctx);
  const october = await costs('2026-10');
  await enter({ since: '2026-10-12', repeats: 'once', kind: 'other', cents: 7_000 });
  expect(await costs('2026-10')).toEqual(october);
  expect((await costs('2026-11')).data).toMatchObject([
    { cents: 7_000, correction: true, kind: 'other', day: '2026-10-12' },
  ]);
  expect([await figure('costs', '2026-11'), await figure('corrections', '2026-11')]).toEqual([
    7_000, -7_000,
  ]);
});

it('lists receipts and costs of the profit with the same sum', async () => {
  ctx.clock.set('2026-11-10T15:00:00Z');
  await enter({ since: '2026-11-02' });
  await rollUpNumbers(ctx);
  const { body } = await call(
    ctx,
    listNumberRows,
    { params: { figure: 'profit' }, query: { period: '2026-11' } },
    token(),
  );
  expect([
    body.sum_cents,
    body.data.map((row) => Number(row.cents)).toSorted((a, b) => a - b),
  ]).toEqual([-15_000, [-25_000, 10_000]]);
  expect(await figure('profit', '2026-11')).toBe(-15_000);
});

it('adds used credits at the price of the last purchase', async () => {
  const wallet = `(select id from wallets where account_id = ${seller.id} and kind = 'balance')`;
  const system = (kind: string) => `(select id from wallets where kind = '${kind}')`;
  const move = (at: string, from: string, to: string, amount: number, price: number | null) =>
    ctx.owner.query(
      `insert into entries (at, from_wallet, to_wallet, amount, reason, actor_id, unit_price_cents)
       values ($1, ${from}, ${to}, $2, $3, $4, $5)`,
      [at, amount, price === null ? 'line-extended' : 'credits-given', seller.id, price],
    );
  await move('2026-10-01T12:00:00Z', system('issuance'), wallet, 10_000, 650);
  await move('2026-10-02T12:00:00Z', wallet, system('consumption'), 100, null);
  await move('2026-10-10T12:00:00Z', system('issuance'), wallet, 10_000, 700);
  await move('2026-10-11T12:00:00Z', wallet, system('consumption'), 60, null);
  await enter({});
  expect((await costs('2026-10')).data[0]).toMatchObject({
    kind: 'credits',
    cents: 650 + 420,
    quantity: 160,
  });
});

it('keeps the price of the messages of a closed month', async () => {
  const { rows } = await ctx.owner.query<{ id: string }>(
    'select id from lines where owner_id = $1',
    [seller.id],
  );
  const setPrice = (message_cents: number) =>
    call(ctx, saveNumberSettings, { body: { message_cents } }, token());
  const listed = async () => {
    const sent = { params: { figure: 'costs' as const }, query: { period: '2026-11' } };
    const { body } = await call(ctx, listNumberRows, sent, token());
    return [body.total, body.sum_cents];
  };
  await setPrice(10);
  await sendMessages(ctx, seller, Number(rows[0]!.id), 3);
  ctx.clock.set('2026-11-10T15:00:00Z');
  await rollUpNumbers(ctx);
  expect(await listed()).toEqual([3, 30]);
  ctx.clock.set('2026-12-03T15:00:00Z');
  await rollUpNumbers(ctx);
  await setPrice(25);
  await rollUpNumbers(ctx);
  expect([await listed(), await figure('costs', '2026-11')]).toEqual([[3, 30], 30]);
  await ctx.owner.query(`update lines set platform = 'p2p' where owner_id = $1`, [seller.id]);
  expect(await listed()).toEqual([3, 30]);
});

/** Tests which price counts when a seller changes the price of a plan. */
import { readFile } from 'node:fs/promises';
import { getNumbers } from '@ramal/contract/numbers/numbers';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { type Person, person } from '../../test/accounts.ts';
import { call, createTestContext, type TestContext } from '../../test/context.ts';
import { continueHistory, writeHistory } from './numbers.fixtures.ts';
import { rollUpNumbers } from './numbers.ts';

let ctx: TestContext;
let seller: Person;
let line: number;
const contexts: TestContext[] = [];
beforeEach(async () => {
  ctx = await createTestContext();
  contexts.push(ctx);
  ctx.clock.set('2026-11-20T15:00:00Z');
  seller = await person(ctx, { until: '2027-06-01T12:00:00Z' });
});
afterAll(() => Promise.all(contexts.map((context) => context.close())));

const bought = {
  at: '2026-10-05T12:00:00Z',
  kind: 'line-created',
  until: '2027-01-05T12:00:00Z',
  hundredths: 100,
};
/**
 * Must not expire, because the database selects the customers that a new price concerns by the real
 * time.
 */
const lasting = { ...bought, until: '2099-01-05T12:00:00Z' };
const renewed = {
  at: '2026-11-20T14:00:00Z',
  kind: 'line-extended',
  until: '2027-02-05T12:00:00Z',
  hundredths: 100,
};

const price = (cents: number) =>
  ctx.owner.query(
    `insert into plan_prices (account_id, months, cents) values ($1, 1, $2)
     on conflict (account_id, months) do update set cents = excluded.cents`,
    [seller.id, cents],
  );
const revenue = async (period = '30d') => {
  await rollUpNumbers(ctx);
  const { body } = await call(ctx, getNumbers, { query: { period } }, { token: seller.token });
  return [body.figures.find(({ figure }) => figure === 'revenue')!.value, body.without_price];
};
const touchLine = () =>
  ctx.owner.query(`update lines set note = 'Outra nota' where id = $1`, [line]);
const countChanged = async () =>
  Number((await ctx.owner.query('select count(*) from changed_lines')).rows[0].count);

it('keeps the price of the day of the sale until the next renewal', async () => {
  await price(3_000);
  line = await writeHistory(ctx, { owner: seller, acts: [bought] });
  expect(await revenue()).toEqual([3_000, 0]);
  await price(3_500);
  await touchLine();
  expect(await revenue()).toEqual([3_000, 0]);
  await continueHistory(ctx, seller, line, { acts: [bought, renewed], from: 1 });
  expect(await revenue()).toEqual([3_500, 0]);
});

it('gives customers without a price the one that the seller enters, from the open month on', async () => {
  line = await writeHistory(ctx, { owner: seller, acts: [lasting] });
  expect(await revenue()).toEqual([0, 1]);
  const october = await revenue('2026-10');
  await price(3_000);
  expect(await revenue()).toEqual([3_000, 0]);
  expect(await revenue('2026-10')).toEqual(october);
});

it('gives customers without a price that of the credits', async () => {
  line = await writeHistory(ctx, { owner: seller, acts: [lasting] });
  expect(await revenue()).toEqual([0, 1]);
  await ctx.owner.query(
    `insert into payment_accounts (account_id, credit_cents, notice_token) values ($1, 2500, gen_random_uuid())`,
    [seller.id],
  );
  expect(await revenue()).toEqual([2_500, 0]);
});

it('keeps the price that a sale got after its month closed', async () => {
  ctx.clock.set('2026-10-20T15:00:00Z');
  line = await writeHistory(ctx, { owner: seller, acts: [lasting] });
  await rollUpNumbers(ctx);
  for (const now of ['2026-11-20T15:00:00Z', '2026-12-20T15:00:00Z']) {
    ctx.clock.set(now);
    await rollUpNumbers(ctx);
    await price(9_000);
    expect(await revenue()).toEqual([9_000, 0]);
    await price(10_500);
    await touchLine();
    expect(await revenue()).toEqual([9_000, 0]);
  }
  const { rows } = await ctx.owner.query(
    'select price_source, start_cause, period_cents::int from customer_periods order by starts_at',
  );
  expect(rows).toEqual([
    { price_source: 'none', start_cause: 'new', period_cents: 0 },
    { price_source: 'plan-price', start_cause: 'changed', period_cents: 9_000 },
  ]);
  await continueHistory(ctx, seller, line, {
    acts: [lasting, { ...lasting, at: '2026-12-20T14:00:00Z', kind: 'line-extended' }],
    from: 1,
  });
  expect(await revenue()).toEqual([10_500, 0]);
});

it('derives customers again only if the price of the credits changed', async () => {
  line = await writeHistory(ctx, { owner: seller, acts: [lasting] });
  await ctx.owner.query(
    `insert into payment_accounts (account_id, notice_token) values ($1, gen_random_uuid())`,
    [seller.id],
  );
  await rollUpNumbers(ctx);
  const countAfter = async (assignment: string) => {
    await ctx.owner.query(`update payment_accounts set ${assignment}`);
    return countChanged();
  };
  expect(await countAfter('last_notice_at = now()')).toBe(0);
  expect(await countAfter('credit_cents = 2500')).toBe(1);
});

it('marks the changes of periods that a process of an earlier release wrote', async () => {
  await price(3_000);
  line = await writeHistory(ctx, { owner: seller, acts: [bought] });
  await rollUpNumbers(ctx);
  await price(3_500);
  await continueHistory(ctx, seller, line, { acts: [bought, renewed], from: 1 });
  await rollUpNumbers(ctx);
  const readMarks = async () => {
    const { rows } = await ctx.owner.query(
      'select month_cents::int as cents, is_changed from customer_periods order by starts_at',
    );
    return rows.map((row) => [row.cents, row.is_changed]);
  };
  const marks = [
    [3_000, false],
    [3_500, true],
  ];
  expect(await readMarks()).toEqual(marks);
  await ctx.owner.query('update customer_periods set is_changed = false');
  const migration = new URL('../../migrations/0386-line-prices.sql', import.meta.url);
  const statements = await readFile(migration, 'utf8');
  await ctx.owner.query(statements.slice(statements.indexOf('update customer_periods')));
  expect(await readMarks()).toEqual(marks);
});

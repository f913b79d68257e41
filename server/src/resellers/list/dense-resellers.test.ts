/** Tests a search with more matches than an exact total counts, in each order that has an index. */
import { listResellers } from '@ramal/contract/resellers/resellers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Person, person } from '../../../test/accounts.ts';
import { type TestContext, call, createTestContext } from '../../../test/context.ts';

const FOUND = 10_020;
const FIRST = 100_000;

let ctx: TestContext;
let admin: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  admin = await person(ctx, { profile: 'admin', username: 'chefe' });
  await ctx.owner.query(
    `insert into accounts (id, username, password_hash, profile, parent_id, ancestors)
     select $1::int + n, 'loja' || lpad((n * 7 % 10020)::text, 5, '0'), '', 'reseller', $2::bigint,
       array[$2::bigint, $1::int + n]
     from generate_series(0, $3::int - 1) n`,
    [FIRST, admin.id, FOUND],
  );
});
afterAll(() => ctx.close());

const find = async (query: Record<string, unknown>) => {
  const { body } = await call(ctx, listResellers, { query }, { token: admin.token });
  const { data, total, total_exact } = body;
  return { names: data.map(({ username }) => username), total, total_exact };
};
const named = (numbers: readonly number[]) =>
  numbers.map((number) => `loja${String(number).padStart(5, '0')}`);

it('returns pages by name from either end with a bounded total', async () => {
  for (const [dir, page, numbers] of [
    ['asc', 1, [0, 1, 2]],
    ['asc', 3, [6, 7, 8]],
    ['desc', 1, [10_019, 10_018, 10_017]],
  ] as const) {
    const response = await find({ search: 'loja', sort: 'username', dir, page, per_page: 3 });
    expect(response).toEqual({ names: named(numbers), total: 10_000, total_exact: false });
  }
});

it('returns pages by id', async () => {
  const response = await find({ search: 'loja', sort: 'id', dir: 'asc', page: 2, per_page: 2 });
  expect(response).toEqual({ names: named([14, 21]), total: 10_000, total_exact: false });
});

it('counts and sorts fewer matches exactly', async () => {
  expect(await find({ search: 'loja0001', sort: 'username', dir: 'desc', per_page: 3 })).toEqual({
    names: named([19, 18, 17]),
    total: 10,
    total_exact: true,
  });
});

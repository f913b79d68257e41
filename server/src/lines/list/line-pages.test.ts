import { listIptvLines } from '@ramal/contract/lines/iptv-lines';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestContext, call, createTestContext } from '../../../test/context.ts';
import { type Person, person } from '../../../test/accounts.ts';

let ctx: TestContext;
let seller: Person;
/** 35 lines; ten of them expire at the very same moment. */
beforeAll(async () => {
  ctx = await createTestContext();
  seller = await person(ctx);
  await ctx.owner.query(
    `insert into lines (platform, owner_id, username, password, is_trial, expires_at, short_code)
     select 'iptv', $1, (500000 + n)::text, 'senha', false,
       timestamptz '2027-01-01' + make_interval(days => least(n, 26)), 'code' || n
     from generate_series(1, 35) n`,
    [seller.id],
  );
});
afterAll(() => ctx.close());

const page = async (query: Record<string, unknown>) =>
  (await call(ctx, listIptvLines, { query }, { token: seller.token })).body;

/**
 * Queries that all find the same 35 lines. Some read along an index, others collect the lines
 * first.
 */
const ways = [{}, { reseller_id: 'tree' }, { search: 'senha' }, { expiring: 0 }];

describe.each(['asc', 'desc'].flatMap((dir) => ways.map((way) => ({ ...way, dir }))))(
  '%j',
  (response) => {
    it.each([1, 4, 17, 35, 50])(
      'shows every line once in one order in pages of %i',
      async (per_page) => {
        const whole = await page({ ...response, per_page: 100 });
        const pages = Math.ceil(35 / per_page);
        const seen: number[] = [];
        for (let number = 1; number <= pages; number += 1) {
          const answer = await page({ ...response, page: number, per_page });
          expect(answer).toMatchObject({
            total: 35,
            total_exact: true,
            current_page: number,
            per_page,
            last_page: pages,
          });
          expect(answer.data).toHaveLength(number < pages ? per_page : 35 - per_page * (pages - 1));
          seen.push(...answer.data.map(({ id }) => id));
        }
        expect(seen).toEqual(whole.data.map(({ id }) => id));
        expect(new Set(seen).size).toBe(35);
        const expiries = whole.data.map((row) => row.exp_date_timestamp);
        const rising = expiries.toSorted((a, b) => a - b);
        expect(expiries).toEqual(response.dir === 'asc' ? rising : rising.toReversed());
      },
    );
  },
);

it('returns ten lines per page by expiry by default', async () => {
  const first = await page({});
  expect(first).toMatchObject({ current_page: 1, per_page: 10, last_page: 4 });
  expect(first.data[0]?.username).toBe('500001');
});

it.each([5, 100, 1_000_000])('returns no lines for page %i beyond the end', async (number) => {
  expect(await page({ page: number })).toMatchObject({
    data: [],
    total: 35,
    current_page: number,
    last_page: 4,
  });
});

it('returns one empty page for an empty list', async () => {
  expect(await page({ search: 'não existe' })).toEqual({
    data: [],
    total: 0,
    total_exact: true,
    current_page: 1,
    per_page: 10,
    last_page: 1,
  });
});

it('returns a bounded total beyond ten thousand and complete pages before it', async () => {
  const crowd = await person(ctx);
  await ctx.owner.query(
    `insert into lines (platform, owner_id, username, password, is_trial, expires_at, short_code)
     select 'iptv', $1, (7000000 + n)::text, 'senha', false, timestamptz '2027-01-01' + make_interval(secs => n), 'crowd' || n
     from generate_series(1, 10020) n`,
    [crowd.id],
  );
  for (const way of ways) {
    const at = async (number: number) =>
      (
        await call(
          ctx,
          listIptvLines,
          { query: { ...way, page: number, per_page: 100 } },
          { token: crowd.token },
        )
      ).body;
    expect(await at(1)).toMatchObject({ total: 10_000, total_exact: false, last_page: 100 });
    const last = await at(100);
    expect([last.data[0]?.username, last.data.at(-1)?.username]).toEqual(['7009901', '7010000']);
    expect((await at(101)).data).toEqual([]);
  }
});

/**
 * Tests that pages from a cursor contain the same lines as the whole list. The pages may start
 * anywhere and be read forwards or backwards.
 */
import { listAllIptvLines, listIptvLines } from '@ramal/contract/lines/iptv-lines';
import { p2pLines } from '@ramal/contract/lines/p2p-lines';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestContext, call, createTestContext } from '../../../test/context.ts';
import { type Person, person } from '../../../test/accounts.ts';
import { runs, timeLimit } from '../../../test/property-runs.ts';

let ctx: TestContext;
let admin: Person;
let seller: Person;
/**
 * 60 lines of a seller and its reseller. Many expire or were created at the same time, with
 * differences below a millisecond.
 */
beforeAll(async () => {
  ctx = await createTestContext();
  admin = await person(ctx, { profile: 'admin' });
  seller = await person(ctx, { parent: admin });
  const below = await person(ctx, { parent: seller });
  await ctx.owner.query(
    `insert into lines (platform, owner_id, username, password, is_trial, is_on, expires_at, created_at, note, short_code)
     select platform, ($1::bigint[])[1 + n % 2],
       case when platform = 'p2p' then (array['ana', 'bia', 'caio', 'Davi', 'édi'])[1 + n % 5] else '' end
         || lpad((n * 7 % 61)::text, 4, '0'),
       'senha', n % 5 = 0, n % 7 <> 0,
       timestamptz '2027-01-01 12:00:00.123456Z' + make_interval(days => n % 9),
       timestamptz '2026-01-01 02:59:59.999999Z' + make_interval(days => n % 4),
       case when n % 3 = 0 then 'maria' else '' end, platform || n
     from generate_series(1, 60) n, unnest(array['iptv', 'p2p']) platform`,
    [[seller.id, below.id]],
  );
});
afterAll(() => ctx.close());

type Query = Record<string, unknown>;

const everybody = async (query: Query) =>
  (await call(ctx, listAllIptvLines, { query }, { token: admin.token })).body;
const iptv = async (query: Query) =>
  (await call(ctx, listIptvLines, { query }, { token: seller.token })).body;
const p2p = async (query: Query) =>
  (await call(ctx, p2pLines.list, { query }, { token: seller.token })).body;

const lists = [
  ['everybody’s, walked', everybody, {}],
  ['everybody’s, of a rare status', everybody, { status: 'Teste' }],
  ['everybody’s, searched', everybody, { search: 'maria' }],
  ['one’s own', iptv, {}],
  ['of a tree', iptv, { reseller_id: 'tree' }],
  ['of a tree, searched', iptv, { reseller_id: 'tree', search: 'maria' }],
] as const;

const idsOf = ({ data }: { data: readonly { id: number }[] }) => data.map(({ id }) => id);

const starts = fc.oneof(
  fc.constantFrom('2026-12-31', '2027-01-03', '2027-01-05', '2027-01-09', '2028-01-01'),
  fc.constantFrom('0', '0017', '003', '0060', '9'),
);
const ofTime = (from: string) => from.startsWith('2');

describe.each(lists)('%s', (_, list, filters) => {
  it(
    'reads forwards from any start and back to the beginning',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          starts,
          fc.constantFrom('exp_date', 'created_at'),
          fc.constantFrom('asc', 'desc'),
          fc.integer({ min: 1, max: 13 }),
          async (from, time, dir, per_page) => {
            const query = { ...filters, sort: ofTime(from) ? time : 'username', dir };
            const whole = idsOf(await list({ ...query, per_page: 100 }));
            const seen: number[] = [];
            let page = await list({ ...query, per_page, from });
            const first = idsOf(page);
            let last = page;
            for (;;) {
              seen.push(...idsOf(page));
              last = page;
              if (!page.next_place) break;
              page = await list({ ...query, per_page, place: page.next_place });
            }
            // The pages contain all lines from the start to the end of the list. If the start is
            // beyond the end, the last page is shown.
            expect(seen).toEqual(whole.slice(whole.length - seen.length));
            const back: number[] = [];
            page = last;
            for (;;) {
              back.unshift(...idsOf(page));
              if (!page.previous_place) break;
              page = await list({ ...query, per_page, place: page.previous_place });
            }
            expect(back).toEqual(whole);
            expect(first).toEqual(whole.slice(-seen.length).slice(0, per_page));
          },
        ),
        { numRuns: runs(12) },
      );
    },
    timeLimit(60_000),
  );
});

it('starts at the first line from the given day or name in either direction', async () => {
  const whole = (await everybody({ per_page: 100 })).data;
  // In the panel's time zone, the 5th begins at 03:00 UTC.
  const from5th = whole.filter(
    (line) => line.exp_date_timestamp >= Date.UTC(2027, 0, 5, 3) / 1_000,
  );
  const to5th = whole.filter((line) => line.exp_date_timestamp < Date.UTC(2027, 0, 6, 3) / 1_000);
  const page = { per_page: 100 };
  expect(idsOf(await everybody({ ...page, from: '2027-01-05' }))).toEqual(
    from5th.map(({ id }) => id),
  );
  expect(idsOf(await everybody({ ...page, from: '2027-01-05', dir: 'desc' }))).toEqual(
    to5th.map(({ id }) => id).toReversed(),
  );
  const names = async (query: Query) =>
    (await p2p({ sort: 'name', per_page: 1, reseller_id: 'tree', ...query })).data.map(
      ({ name }) => name,
    );
  const all = (
    await ctx.owner.query<{ username: string }>(
      `select username from lines where platform = 'p2p' order by username`,
    )
  ).rows.map(({ username }) => username);
  expect(await names({ from: 'b' })).toEqual([all.find((name) => name >= 'b')]);
  expect(await names({ from: 'bia', dir: 'desc' })).toEqual([
    all.findLast((name) => name.startsWith('bia')),
  ]);
});

it('keeps totals and page fields and returns neighbours only at a cursor', async () => {
  expect(await everybody({ per_page: 7 })).not.toHaveProperty('next_place');
  const at = await everybody({ per_page: 7, from: '2027-01-05' });
  expect(at).toMatchObject({ total: 60, total_exact: true, per_page: 7, last_page: 9 });
  expect([at.previous_place, at.next_place].every((place) => typeof place === 'string')).toBe(true);
  expect(await everybody({ from: '2027-01-05', search: 'ninguém' })).toMatchObject({
    data: [],
    total: 0,
    previous_place: null,
    next_place: null,
  });
});

it('keeps a cursor valid after its line was deleted', async () => {
  const query = { sort: 'username', per_page: 5 };
  const first = await everybody({ ...query, from: '0' });
  const whole = idsOf(await everybody({ sort: 'username', per_page: 100 }));
  await ctx.owner.query('update lines set deleted_at = $2 where id = $1', [
    first.data.at(-1)!.id,
    ctx.clock.now(),
  ]);
  const next = await everybody({ ...query, place: first.next_place! });
  expect(idsOf(next)).toEqual(whole.slice(5, 10));
  await ctx.owner.query('update lines set deleted_at = null where id = $1', [whole[4]]);
});

it('shows no lines of other accounts at a cursor', async () => {
  const other = await person(ctx);
  const { next_place } = await everybody({ per_page: 5, from: '2027-01-01' });
  const { body } = await call(
    ctx,
    listIptvLines,
    { query: { place: next_place!, reseller_id: 'tree' } },
    { token: other.token },
  );
  expect(body).toMatchObject({ data: [], total: 0, next_place: null, previous_place: null });
});

it.each([
  [{ from: 'a' }, 'from'],
  [{ from: '2027-02-30' }, 'from'],
  [{ from: '1999-01-01' }, 'from'],
  [{ from: 'a', sort: 'nota' }, 'from'],
  [{ place: 'after:1:2027' }, 'place'],
  [{ place: 'after:1' }, 'place'],
  [{ place: 'after:1:9999-99-99 99:99:99+00' }, 'place'],
  [{ place: 'after:1:2100-02-29 12:00:00+00' }, 'place'],
  [{ place: 'after:1:x', sort: 'status' }, 'place'],
])('%j is refused', async (query, field) => {
  const answer = await call(
    ctx,
    listAllIptvLines,
    { query: query as Query },
    { token: admin.token },
  );
  expect(answer).toMatchObject({ status: 422, body: { code: 'invalid_fields' } });
  expect(Object.keys((answer.body as unknown as { fields: object }).fields)).toEqual([field]);
});

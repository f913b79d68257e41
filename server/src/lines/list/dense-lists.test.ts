/**
 * Tests lists that match a large part of the table. Such a list is read along an index without
 * being collected first. The result is compared with a plain query.
 */
import { listAllIptvLines } from '@ramal/contract/lines/iptv-lines';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Sql } from 'sql-template-tag';
import { type TestContext, call, createTestContext } from '../../../test/context.ts';
import { type Person, person } from '../../../test/accounts.ts';
import type { Reader } from '../../foundation/database.ts';
import { readCursor } from './line-cursors.ts';
import { type LinesInOrder, listLinesAt } from './list-lines.ts';

let ctx: TestContext;
let admin: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  admin = await person(ctx, { profile: 'admin' });
  const seller = await person(ctx);
  await ctx.owner.query('set synchronous_commit = off');
  // 60,000 lines: half have the note «Maria», a third expire in 2027, and a few have 2027 in their
  // user names.
  await ctx.owner.query(
    `insert into lines (platform, owner_id, username, password, is_trial, expires_at, note, short_code)
     select 'iptv', $1, case when n % 5000 = 0 then 'x2027x' || n else 'u' || n end, 'senha', false,
       timestamptz '2026-01-01 12:00Z' + make_interval(mins => (n * 7919 % 60000) * 26),
       case when n % 2 = 0 then 'Maria' else 'Bento' end, 'dense' || n
     from generate_series(1, 60000) n`,
    [seller.id],
  );
  await ctx.owner.query('analyze lines');
}, 300_000);
afterAll(() => ctx.close());

const order = { exp_date: 'expires_at', username: 'username', created_at: 'created_at' } as const;
const cases = (['exp_date', 'username', 'created_at'] as const).flatMap((sort) =>
  (['asc', 'desc'] as const).flatMap((dir) =>
    [
      ['maria', `search like '%maria%'`],
      [
        '2027',
        `(search like '%2027%' or to_char(expires_at at time zone 'America/Sao_Paulo', 'YYYY') = '2027')`,
      ],
      [
        'maria 2027',
        `search like '%maria%' and (search like '%2027%'
        or to_char(expires_at at time zone 'America/Sao_Paulo', 'YYYY') = '2027')`,
      ],
    ].map(([search, plain]) => ({ search: search!, sort, dir, plain: plain! })),
  ),
);

it.each(cases)('«$search» by $sort $dir', async ({ search, sort, dir, plain }) => {
  for (const page of [1, 3, 40]) {
    const { body } = await call(
      ctx,
      listAllIptvLines,
      { query: { search, sort, dir, page, per_page: 50 } },
      { token: admin.token },
    );
    const { rows } = await ctx.owner.query<{ id: number }>(
      `select id::int from lines where ${plain} order by ${order[sort]} ${dir}, id ${dir} limit 50 offset ${(page - 1) * 50}`,
    );
    expect(body.data.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
    expect([body.total, body.total_exact]).toEqual([10_000, false]);
  }
});

it.each(cases)('«$search» by $sort $dir, from a place on', async ({ search, sort, dir, plain }) => {
  const query = { search, sort, dir, per_page: 50 };
  const from = sort === 'username' ? 'u3' : sort === 'exp_date' ? '2027-03-01' : '2026-01-01';
  const first = (
    await call(ctx, listAllIptvLines, { query: { ...query, from } }, { token: admin.token })
  ).body;
  const { next_place } = first;
  const { rows } = await ctx.owner.query<{ id: number }>(
    `select id::int from lines where ${plain} order by ${order[sort]} ${dir}, id ${dir}`,
  );
  const whole = rows.map(({ id }) => id);
  const begin = whole.indexOf(first.data[0]!.id);
  const seen = first.data.map(({ id }) => id);
  if (next_place) {
    const { body } = await call(
      ctx,
      listAllIptvLines,
      { query: { ...query, place: next_place } },
      { token: admin.token },
    );
    seen.push(...body.data.map(({ id }) => id));
  }
  expect(seen).toEqual(whole.slice(begin, begin + (next_place ? 100 : 50)));
  expect([first.total, first.total_exact]).toEqual([10_000, false]);
});

it.each([
  [9_900, 9_900, true],
  [11_500, 10_000, false],
])('%i watched lines, in each order', async (watched, total, exact) => {
  await ctx.owner.query(
    `with old as (delete from presence), ordered as (select id, owner_id from lines where expires_at > $2 order by id limit $1)
     insert into presence (session_id, line_id, owner_id, stream_id, title, encoding, started_at, last_seen_at)
     select gen_random_uuid(), id, owner_id, 1, 'Canal', 'HLS', $2, $2 from ordered`,
    [watched, ctx.clock.now()],
  );
  for (const sort of ['exp_date', 'username'] as const)
    for (const page of [1, 4]) {
      const { body } = await call(
        ctx,
        listAllIptvLines,
        { query: { status: 'online', sort, dir: 'desc', page, per_page: 50 } },
        { token: admin.token },
      );
      const { rows } = await ctx.owner.query<{ id: number }>(
        `select id::int from lines where id in (select line_id from presence)
         order by ${order[sort]} desc, id desc limit 50 offset ${(page - 1) * 50}`,
      );
      expect(body.data.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
      expect([body.total, body.total_exact]).toEqual([total, exact]);
    }
});

/** Returns the plan of each statement that a list sends. */
async function plansOf(list: LinesInOrder, from: string): Promise<string[]> {
  const plans: string[] = [];
  const explain = async (query: Sql) => {
    const lines = await ctx.db.many<{ 'QUERY PLAN': string }>({
      text: `explain (analyze, costs off, timing off) ${query.text}`,
      values: query.values,
    } as Sql);
    plans.push(lines.map((line) => line['QUERY PLAN']).join('\n'));
  };
  const reader: Reader = {
    many: async <Row>(query: Sql) => (await explain(query), ctx.db.many<Row>(query)),
    first: async <Row>(query: Sql) => (await explain(query), ctx.db.first<Row>(query)),
  };
  const place = readCursor({ ...list, from }, ctx.clock)!;
  await listLinesAt(reader, { ...list, place, page: 1, perPage: 50 }, ctx.clock.now());
  return plans;
}

it.each([
  ['exp_date', '2028-01-01'],
  ['username', 'u4'],
] as const)(
  'by %s a place is found in the index, with nothing put in order',
  async (sort, from) => {
    await ctx.owner.query('vacuum (analyze) lines');
    for (const dir of ['asc', 'desc'] as const) {
      const plans = await plansOf({ platform: 'iptv', scope: 'all', sort, dir }, from);
      const [ids] = plans;
      const index = sort === 'exp_date' ? 'lines_all_expiry_idx' : 'lines_all_name_idx';
      expect(ids).toMatch(new RegExp(`Index (Only )?Scan( Backward)? using ${index}`));
      expect(ids).not.toContain('Sort');
      // PostgreSQL must not read the rows before the cursor and then discard them.
      for (const [, removed] of ids!.matchAll(/Rows Removed by Filter: (\d+)/g))
        expect(Number(removed)).toBeLessThan(100);
    }
  },
);

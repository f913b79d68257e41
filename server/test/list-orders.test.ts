/**
 * Every column that can be clicked orders its list: by the value the row shows, empty ones last, and
 * page after page without a row twice. Lines have a file of their own (lines/line-order.test.ts).
 */
import { foldText } from '@ramal/contract/rules/text';
import {
  listSeries,
  listStreams,
  seriesSorts,
  streamSorts,
} from '@ramal/contract/catalogue/catalogue';
import { accessSorts, listAccesses } from '@ramal/contract/logs';
import { duplicateSorts, viewDuplicates } from '@ramal/contract/resellers/reseller-tree';
import { listResellers, resellerSorts } from '@ramal/contract/resellers/resellers';
import { listSecondFactors, secondFactorSorts } from '@ramal/contract/second-factors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestContext, call, createTestContext } from './context.ts';
import { type Person, person } from './accounts.ts';

let ctx: TestContext;
let admin: Person;
let seller: Person;
let resellers: Person[];
beforeAll(async () => {
  ctx = await createTestContext();
  admin = await person(ctx, { profile: 'admin', username: 'admin' });
  seller = await person(ctx, { parent: admin, username: 'marcelo' });
  resellers = [];
  for (let n = 0; n < 12; n += 1)
    resellers.push(
      await person(ctx, {
        parent: n % 3 === 0 ? admin : n % 3 === 1 ? seller : resellers[0]!,
        username: `${['ana', 'Zeca', 'bia'][n % 3]}-${n}`,
        balance: (n % 4) * 100,
      }),
    );
  await ctx.owner.query(
    `update accounts set whatsapp = case when id % 3 > 0 then '55119000' || id % 3 end,
       email = case when id % 4 > 0 then 'e' || id % 4 || '@x.com' end, id_franchise = nullif((id / 3) % 3, 0),
       blocked_at = case when id % 5 = 0 then now() end, blocked_by_admin_at = case when id % 7 = 0 then now() end,
       last_topup_at = case when id % 2 = 0 then now() - make_interval(days => (id % 6)::int) end
     where username like '%-%'`,
  );
  await ctx.owner.query(
    `insert into categories (id, kind, name) select 700 + n, kind, initcap(kind) || ' ' || (array['Ázul', 'bege', 'Cinza'])[n % 3 + 1]
     from generate_series(0, 2) n, unnest(array['live']) kind`,
  );
  await ctx.owner.query(
    `insert into categories (id, kind, name) select 710 + n, 'series', 'Séries ' || n from generate_series(0, 2) n`,
  );
  await ctx.owner.query(
    `insert into source_lists (id, name) values (71, 'Lista B'), (72, 'lista a')`,
  );
  await ctx.owner.query(
    `insert into streams (id, kind, number, name, category_id, source, list_id, source_problem, details)
     select 9000 + n, 'live', n % 5, 'Canal ' || n % 4, 700 + n % 3, 'http://x.example/' || n,
       nullif(70 + n % 3, 70), case when n % 4 = 0 then 'caiu' else '' end,
       case when n % 2 = 0 then jsonb_build_object('year', 1990 + n % 5) else '{}' end
     from generate_series(1, 14) n`,
  );
  await ctx.owner.query(
    `insert into series (id, name, category_id, details)
     select 9100 + n, 'Série ' || n % 5, 710 + n % 3, case when n % 2 = 0 then jsonb_build_object('year', 2000 + n) else '{}' end
     from generate_series(1, 9) n`,
  );
  await ctx.owner.query(
    `insert into streams (kind, number, name, category_id, source, series_id, season, episode)
     select 'episode', 1, 'E', 710, 'http://x.example/e' || s || '-' || n, 9100 + s, 1 + n % 2, n
     from generate_series(1, 9) s, generate_series(1, 4) n where n <= s % 5`,
  );
  await ctx.owner.query(
    `insert into sign_ins (id, account_id, address, created_at, expires_at, reg_password_hash)
     select gen_random_uuid(), a.id, ('10.0.0.' || 1 + (a.id + n) % 5)::inet, $1::timestamptz + make_interval(mins => (a.id * 7 % 90)::int),
       $1::timestamptz + interval '1 day', ''
     from accounts a, generate_series(1, 2) n where username like '%-%'`,
    ['2026-11-21T12:00:00Z'],
  );
});
afterAll(() => ctx.close());

type Value = string | number | boolean | null | undefined;
type Rows = Record<string, never>[];

const lists = {
  resellers: {
    sorts: resellerSorts,
    ask: (query: object) => call(ctx, listResellers, { query }, { token: admin.token }),
    key: 'id',
    value: (sort: string, row: never) => {
      const result = row as Record<string, Value>;
      if (sort === 'status') return result.block_admin === 1 ? 2 : 1 - Number(result.status);
      if (sort === 'created_at' || sort === 'deleted_at') return 0;
      return result[sort];
    },
  },
  streams: {
    sorts: streamSorts,
    ask: (query: object) =>
      call(ctx, listStreams, { query: { kind: 'live', ...query } }, { token: admin.token }),
    key: 'id',
    value: (sort: string, row: never) => {
      const result = row as Record<string, Value> & { details: { year?: number } };
      const values: Record<string, Value> = {
        number: result.number,
        name: result.name,
        category: result.category_name,
        guide: result.programmes === 0 ? null : result.programmes,
        year: result.details.year,
        source: result.source_state,
        list: result.list_name === '' ? null : result.list_name,
      };
      return values[sort];
    },
  },
  series: {
    sorts: seriesSorts,
    ask: (query: object) => call(ctx, listSeries, { query }, { token: admin.token }),
    key: 'id',
    value: (sort: string, row: never) => {
      const result = row as Record<string, Value> & { details: { year?: number } };
      if (sort === 'category') return result.category_name;
      return sort === 'year' ? result.details.year : result[sort];
    },
  },
  'second factors': {
    sorts: secondFactorSorts,
    ask: (query: object) => call(ctx, listSecondFactors, { query }, { token: admin.token }),
    key: 'id',
    value: (sort: string, row: never) => (row as Record<string, Value>)[sort],
  },
  duplicates: {
    sorts: duplicateSorts,
    ask: (query: object) => call(ctx, viewDuplicates, { query }, { token: admin.token }),
    key: 'ip',
    value: (sort: string, row: never) => {
      const result = row as Record<string, Value> & { ids: number[]; revendedores: string };
      if (sort === 'count') return result.ids.length;
      return sort === 'panels' ? result.revendedores.split(', ')[0] : result[sort];
    },
  },
  accesses: {
    sorts: accessSorts,
    ask: (query: object) =>
      call(ctx, listAccesses, { params: { id: resellers[0]!.id }, query }, { token: admin.token }),
    key: undefined,
    value: (sort: string, row: never) => (row as Record<string, Value>)[sort],
  },
} as const;

const comparable = (value: Value): string | number | null => {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? foldText(value) : Number(value);
};

/** Admins have no credits; never topped up is the longest ago. */
const emptyAnywhere = new Set(['credits', 'days_to_due']);

const cases = Object.entries(lists).flatMap(([list, { sorts }]) =>
  sorts.flatMap((sort) => (['asc', 'desc'] as const).map((dir) => ({ list, sort, dir }))),
);

describe.each(cases)('$list by $sort, $dir', ({ list, sort, dir }) => {
  it('is in order, and every page goes on where the one before ended', async () => {
    const { ask, key, value } = lists[list as keyof typeof lists];
    const { status, body } = await ask({ sort, dir, per_page: 100 });
    expect(status).toBe(200);
    const whole = (body as unknown as { data: Rows }).data;
    expect(whole.length).toBeGreaterThan(1);
    const values = whole.map((row) => comparable(value(sort, row as never)));
    const full = values.filter((one) => one !== null);
    const tail = emptyAnywhere.has(sort) ? [] : values.slice(full.length);
    expect(tail.every((one) => one === null)).toBe(true);
    const rising = full.toSorted((a, b) => (a < b ? -1 : Number(a > b)));
    expect(full).toEqual(dir === 'asc' ? rising : rising.toReversed());
    const paged: unknown[] = [];
    for (let page = 1; page <= Math.ceil(whole.length / 4); page += 1) {
      const answer = (await ask({ sort, dir, page, per_page: 4 })).body as unknown as {
        data: Rows;
      };
      paged.push(...answer.data.map((row) => (key ? row[key] : row)));
    }
    expect(paged).toEqual(whole.map((row) => (key ? row[key] : row)));
  });
});

it('a reseller learns nothing of franchises from an order', async () => {
  const actor = resellers[0]!;
  const ids = async (query: object) =>
    (await call(ctx, listResellers, { query }, { token: actor.token })).body.data.map(
      ({ id }) => id,
    );
  expect(await ids({ sort: 'id_franchise' })).toEqual(await ids({ sort: 'id' }));
});

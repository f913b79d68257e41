/** Tests that every sort column gives a total order in both directions, over all pages. */
import { foldText } from '@ramal/contract/rules/text';
import { type IptvLine, listAllIptvLines, listIptvLines } from '@ramal/contract/lines/iptv-lines';
import { lineSorts } from '@ramal/contract/lines/lines';
import { p2pLines, p2pSorts } from '@ramal/contract/lines/p2p-lines';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestContext, call, createTestContext } from '../../../test/context.ts';
import { type Person, person } from '../../../test/accounts.ts';

let ctx: TestContext;
let admin: Person;
let seller: Person;
/**
 * 24 lines of the seller and two of its resellers. Several lines share each value, and half have
 * notes.
 */
beforeAll(async () => {
  ctx = await createTestContext();
  admin = await person(ctx, { profile: 'admin' });
  seller = await person(ctx, { parent: admin, username: 'marcelo' });
  const zeca = await person(ctx, { parent: seller, username: 'zeca' });
  const ana = await person(ctx, { parent: seller, username: 'Ana' });
  const owners = [seller.id, zeca.id, ana.id];
  await ctx.owner.query(
    `insert into lines (platform, owner_id, username, password, is_trial, is_on, expires_at, created_at,
       note, whatsapp, package_id, product_id, short_code, abuse_reasons)
     select platform, ($1::bigint[])[1 + n % 3], 'u' || lpad((n * 7 % 24)::text, 3, '0'), 'senha' || n % 4,
       n % 5 = 0, n % 7 <> 0, timestamptz '2027-01-01' + make_interval(days => n % 6),
       timestamptz '2026-01-01' + make_interval(days => n % 4),
       (array['', 'Álvaro', 'beatriz', ' ', 'Carla', ''])[1 + n % 6],
       case when n % 3 > 0 then '551190000000' || n % 2 end,
       case when platform = 'iptv' and n % 4 > 0 then 1 + n % 2 end,
       case when platform = 'p2p' then 1 + n % 3 end, platform || n,
       (array['', 'Área de risco', 'duas casas'])[1 + n % 3]
     from generate_series(1, 24) n, unnest(array['iptv', 'p2p']) platform`,
    [owners],
  );
  await ctx.owner.query(
    `insert into presence (session_id, line_id, owner_id, stream_id, title, encoding, started_at, last_seen_at)
     select gen_random_uuid(), id, owner_id, 1, 'Canal', 'hls', $1, $1 from lines where platform = 'iptv' and id % 5 = 0`,
    [ctx.clock.now()],
  );
  await ctx.owner.query(
    `insert into last_watched (line_id, at, title)
     select id, timestamptz '2026-11-01' + make_interval(days => (id % 4)::int), 'Canal' from lines where platform = 'iptv' and id % 3 = 0`,
  );
});
afterAll(() => ctx.close());

type Query = Record<string, unknown>;

const iptv = async (query: Query, actor = seller) =>
  (
    await call(
      ctx,
      listIptvLines,
      { query: { reseller_id: 'tree', ...query } },
      { token: actor.token },
    )
  ).body;
const p2p = async (query: Query) =>
  (
    await call(
      ctx,
      p2pLines.list,
      { query: { reseller_id: 'tree', ...query } },
      { token: seller.token },
    )
  ).body;

const fold = (text: string) => foldText(text).trim();

/** Value by which each column sorts. Null means an empty value, which comes last. */
const compared: Record<(typeof lineSorts)[number], (row: IptvLine) => string | number | null> = {
  exp_date: (row) => row.exp_date_timestamp,
  username: (row) => row.username,
  created_at: (row) => row.created_at_timestamp,
  password: (row) => row.password,
  status: (row) => row.status,
  online: (row) => Number(row.online),
  reseller: (row) => fold(row.reseller.username),
  nota: (row) => fold(row.nota) || null,
  package_name: (row) => fold(row.package_name),
  whatsapp: (row) => row.whatsapp,
  last_watched_timestamp: (row) => row.last_watched_timestamp,
  abuse_reasons: (row) => fold(row.abuse_reasons) || null,
  deleted_at_timestamp: (row) => row.deleted_at_timestamp ?? null,
  restorable_until_timestamp: (row) => row.restorable_until_timestamp ?? null,
};

/** Sort columns of deleted lines. */
const ofDeletion: readonly string[] = ['deleted_at_timestamp', 'restorable_until_timestamp'];
const isOfCurrent = (sort: string): boolean => !ofDeletion.includes(sort);

const directions = ['asc', 'desc'] as const;

/** Expects values in ascending or descending order, with empty values at the end. */
function expectOrder(values: readonly (string | number | null)[], dir: 'asc' | 'desc'): void {
  const full = values.filter((value) => value !== null);
  expect(values.slice(full.length).every((value) => value === null)).toBe(true);
  const rising = full.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  expect(full).toEqual(dir === 'asc' ? rising : rising.toReversed());
  // Without different values in this column, the test would prove nothing.
  expect(new Set(full).size).toBeGreaterThan(1);
}

describe.each(lineSorts.filter(isOfCurrent))('IPTV by %s', (sort) => {
  it.each(directions)('%s: in order, and page after page the same', async (dir) => {
    const whole = (await iptv({ sort, dir, per_page: 100 })).data;
    expect(whole).toHaveLength(24);
    expectOrder(whole.map(compared[sort]), dir);
    const paged: number[] = [];
    for (let page = 1; page <= 5; page += 1)
      paged.push(...(await iptv({ sort, dir, page, per_page: 5 })).data.map(({ id }) => id));
    expect(paged).toEqual(whole.map(({ id }) => id));
  });

  it('sorts own lines and search results in the same order', async () => {
    const ownLines = (await iptv({ sort, reseller_id: 0, per_page: 100 })).data;
    expect(ownLines).toHaveLength(8);
    expect(ownLines.map(compared[sort])).toEqual(ownLines.map(compared[sort]).toSorted(emptyLast));
    const matchingLines = (await iptv({ sort, search: 'senha1', per_page: 100 })).data;
    expect(matchingLines).toHaveLength(6);
    expect(matchingLines.map(compared[sort])).toEqual(
      matchingLines.map(compared[sort]).toSorted(emptyLast),
    );
  });
});

const emptyLast = (a: string | number | null, b: string | number | null): number => {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return a < b ? -1 : Number(a > b);
};

describe.each(p2pSorts.filter(isOfCurrent))('P2P by %s', (sort) => {
  it.each(directions)('sorts the rows of all pages: %s', async (dir) => {
    const whole = (await p2p({ sort, dir, per_page: 100 })).data;
    const value = (row: (typeof whole)[number]) =>
      ({
        endTime: row.endTime_timestamp,
        name: row.name,
        startTime: row.startTime_timestamp,
        pass: row.pass,
        status: ['Desativado', 'Ativo', 'Teste'][row.status]!,
        reseller: fold(row.reseller.username),
        nota: fold(row.nota) || null,
        product_name: fold(row.product_name),
        whatsapp: row.whatsapp,
        deleted_at_timestamp: row.deleted_at_timestamp ?? null,
        restorable_until_timestamp: row.restorable_until_timestamp ?? null,
      })[sort];
    expect(whole).toHaveLength(24);
    expectOrder(whole.map(value), dir);
    const second = (await p2p({ sort, dir, page: 2, per_page: 10 })).data;
    expect(second.map(({ id }) => id)).toEqual(whole.slice(10, 20).map(({ id }) => id));
  });
});

it('orders deleted lines by the time of the deletion', async () => {
  const seconds = ctx.clock.now().getTime() / 1000;
  await ctx.owner.query(
    `insert into lines (platform, owner_id, username, password, is_trial, expires_at, short_code, deleted_at)
     select platform, $1, 'ex' || n, 'x', false, timestamptz '2027-01-01', platform || 'ex' || n,
       to_timestamp($2 - n * 86400) from unnest(array['iptv', 'p2p']) platform, generate_series(1, 3) n`,
    [seller.id, seconds],
  );
  const query = { reseller_id: 'tree' as const, deleted: true };
  for (const sort of ['deleted_at_timestamp', 'restorable_until_timestamp'] as const)
    for (const dir of directions) {
      const sorted = { query: { ...query, sort, dir } };
      const iptvNames = await call(ctx, listIptvLines, sorted, { token: admin.token });
      const p2pNames = await call(ctx, p2pLines.list, sorted, { token: admin.token });
      const newest = ['ex1', 'ex2', 'ex3'];
      const expected = dir === 'desc' ? newest : newest.toReversed();
      expect(iptvNames.body.data.map(({ username }) => username)).toEqual(expected);
      expect(p2pNames.body.data.map(({ name }) => name)).toEqual(expected);
    }
});

it('sorts more than 10,000 lines only by an indexed column unless a filter reduces them', async () => {
  await ctx.owner.query(
    `insert into lines (platform, owner_id, username, password, is_trial, expires_at, short_code)
     select 'iptv', $1, 'm' || n, 'muitas', false, timestamptz '2027-01-01', 'm' || n
     from generate_series(1, 10001) n`,
    [seller.id],
  );
  const everybody = (query: Query) =>
    call(ctx, listAllIptvLines, { query }, { token: admin.token });
  for (const sort of lineSorts) {
    const walks = ['exp_date', 'username', 'created_at'].includes(sort);
    const { status, body } = await everybody({ sort });
    const code = 'code' in body ? body.code : undefined;
    expect([sort, status, code]).toEqual(
      walks ? [sort, 200, undefined] : [sort, 422, 'sort_too_many'],
    );
  }
  const response = await call(
    ctx,
    listIptvLines,
    { query: { sort: 'nota' } },
    { token: seller.token },
  );
  expect(response.status).toBe(422);
  expect((await everybody({ sort: 'nota', search: 'senha1' })).status).toBe(200);
});

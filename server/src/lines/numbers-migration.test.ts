import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { person } from '../../test/accounts.ts';
import { createTestContext, type TestContext } from '../../test/context.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await createTestContext();
});
afterAll(() => ctx.close());

const conversions = [
  ['11988887766', '5511988887766'],
  ['011988887766', '5511988887766'],
  ['005511988887766', '5511988887766'],
  ['1133334444', '551133334444'],
  ['55998887766', '5555998887766'],
  ['5511988887766', '5511988887766'],
  ['551133334444', '551133334444'],
  ['351912345678', '351912345678'],
  ['12025550123', '12025550123'],
  ['1188887766', '1188887766'],
  ['20988887766', '20988887766'],
  [null, null],
] as const;

it('adds the country code to stored numbers without one and keeps the others', async () => {
  const owner = await person(ctx);
  await ctx.owner.query(
    `insert into lines (platform, username, password, owner_id, is_trial, expires_at, short_code, whatsapp)
     select 'iptv', '77000' || n, 'x', $2, false, now(), '77000' || n, number from unnest($1::text[]) with ordinality as r(number, n)`,
    [conversions.map(([before]) => before), owner.id],
  );
  await ctx.owner.query(`update accounts set whatsapp = '92955550118' where id = $1`, [owner.id]);
  const migration = new URL('../../migrations/0033-numbers.sql', import.meta.url);
  await ctx.owner.query(await readFile(migration, 'utf8'));
  const { rows } = await ctx.owner.query<{ whatsapp: string | null }>(
    'select whatsapp from lines where owner_id = $1 order by id',
    [owner.id],
  );
  expect(rows.map(({ whatsapp }) => whatsapp)).toEqual(conversions.map(([, after]) => after));
  const { rows: accounts } = await ctx.owner.query('select whatsapp from accounts where id = $1', [
    owner.id,
  ]);
  expect(accounts).toEqual([{ whatsapp: '5592955550118' }]);
});

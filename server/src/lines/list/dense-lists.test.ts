/** Lists that match so much of the table that they are walked at once, beside what a plain query says. */
import { listAllIptvLines } from '@ramal/contract/lines/iptv-lines';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestContext, call, createTestContext } from '../../../test/context.ts';
import { type Person, person } from '../../../test/accounts.ts';

let ctx: TestContext;
let admin: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  admin = await person(ctx, { profile: 'admin' });
  const seller = await person(ctx);
  await ctx.owner.query('set synchronous_commit = off');
  // Of sixty thousand, half are called Maria and two thirds end in 2027; a few hold 2027 in their names.
  await ctx.owner.query(
    `insert into lines (platform, owner_id, username, password, is_trial, expires_at, note, short_code)
     select 'iptv', $1, case when n % 5000 = 0 then 'x2027x' || n else 'u' || n end, 'senha', false,
       timestamptz '2026-01-01 12:00Z' + make_interval(mins => (n * 7919 % 60000) * 26),
       case when n % 2 = 0 then 'Maria' else 'Bento' end, 'dense' || n
     from generate_series(1, 60000) n`,
    [seller.id],
  );
  await ctx.owner.query('analyze lines');
}, 120_000);
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

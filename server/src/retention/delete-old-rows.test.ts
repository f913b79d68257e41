import { getProfile } from '@ramal/contract/sessions';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestContext, call, createTestContext } from '../../test/context.ts';
import { line, person, session } from '../../test/accounts.ts';
import { deleteOldRows } from './delete-old-rows.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await createTestContext({ RAMAL_RETENTION_DAYS: '30' });
});
afterAll(() => ctx.close());

it('erases sign-ins and refused players and used keys only after their time', async () => {
  const { id, username } = await person(ctx);
  const watched = await line(ctx, await person(ctx, { balance: 1000 }));
  ctx.clock.forward(31 * 86_400_000);
  const young = await session(ctx, username);
  const now = ctx.clock.now();
  const days = (count: number) => new Date(now.getTime() - count * 86_400_000);
  await ctx.owner.query(
    `insert into refused_players (at, address, username, password_masked, host)
     values ($1, '192.0.2.1', 'velho', 'a…z 8', 'h'), ($2, '192.0.2.1', 'novo', 'a…z 8', 'h')`,
    [days(31), days(29)],
  );
  await ctx.owner.query(
    `insert into idempotency_keys (account_id, key, fingerprint, created_at)
     values ($1, gen_random_uuid(), 'velho', $2), ($1, gen_random_uuid(), 'novo', $3)`,
    [id, days(3), days(1)],
  );
  await ctx.owner.query(`insert into used_proofs values ('velho', $1), ('novo', $2)`, [
    days(1),
    days(-1),
  ]);
  await ctx.owner.query(
    `insert into recovery_codes (account_id, hash, used_at) values ($1, '\\x01', $2), ($1, '\\x02', $3), ($1, '\\x03', null)`,
    [id, days(31), days(29)],
  );
  await ctx.owner.query(`insert into confirmations values ('\\x01', $1, $2), ('\\x02', $1, $3)`, [
    id,
    days(1),
    days(-1),
  ]);
  await ctx.owner.query(
    `insert into passkey_challenges values ('velho', 'sign-in', null, 'h', $1), ('novo', 'sign-in', null, 'h', $2)`,
    [days(1), days(-1)],
  );
  const people = [await person(ctx), await person(ctx), await person(ctx)];
  const pending = [
    ['self', 31],
    ['self', 29],
    ['admin', 60 * 24],
  ] as const;
  for (const [turn, [by, minutes]] of pending.entries())
    await ctx.owner.query(
      `update accounts set totp_pending = 'x', totp_pending_by = $2, totp_pending_at = $3 where id = $1`,
      [people[turn]!.id, by, new Date(now.getTime() - minutes * 60_000)],
    );
  await ctx.owner.query(
    `insert into events (kind, at, address) values ('velho', $1, '192.0.2.1'), ('novo', $2, '192.0.2.1')`,
    [days(31), days(29)],
  );
  const viewing = async (title: string, started: Date, ended: Date | null) =>
    ctx.owner.query(
      `insert into viewings (id, line_id, stream_id, title, encoding, started_at, seen_at, ended_at, ended_because)
       values (gen_random_uuid(), $1, 1, $2, 'HLS', $3, $3, $4::timestamptz, case when $4::timestamptz is not null then 'left' end)`,
      [watched.id, title, started, ended],
    );
  await viewing('velha', days(32), days(31));
  await viewing('até ontem', days(40), days(1));
  await viewing('aberta', days(40), null);
  await deleteOldRows(ctx, 'day');
  const left = async (text: string) => (await ctx.owner.query(text)).rows.map((row) => row.what);
  expect(await left('select count(*)::int as what from sign_ins')).toEqual([4]);
  expect(await left('select username as what from refused_players')).toEqual(['novo']);
  expect(
    await left(`select convert_from(fingerprint, 'utf8') as what from idempotency_keys`),
  ).toEqual(['novo']);
  expect(
    await left(`select encode(hash, 'hex') as what from recovery_codes order by hash`),
  ).toEqual(['02', '03']);
  expect(await left(`select encode(hash, 'hex') as what from confirmations`)).toEqual(['02']);
  expect(await left('select challenge as what from passkey_challenges')).toEqual(['novo']);
  expect(
    await left('select id::int as what from accounts where totp_pending is not null order by id'),
  ).toEqual([people[1]!.id, people[2]!.id]);
  expect(await left('select id as what from used_proofs')).toEqual(['novo']);
  expect(
    await left(
      `select kind as what from events where kind in ('velho', 'novo') and address is null`,
    ),
  ).toEqual(['velho']);
  expect(await left('select title as what from viewings order by title')).toEqual([
    'aberta',
    'até ontem',
  ]);
  expect((await call(ctx, getProfile, {}, { token: young.token })).status).toBe(200);
});

it.each(['day', 'hour', '5 minutes'] as const)('has valid rules for every %s', async (interval) => {
  await expect(deleteOldRows(ctx, interval)).resolves.toBeUndefined();
});

it('applies the remaining rules and then reports the failure', async () => {
  await ctx.owner.query('alter table exports rename to exports_away');
  await ctx.owner.query(
    `insert into activation_codes (code, secret_hash, device, asked_at, expires_at)
     values ('12345678', '\\x01', 'tv', $1::timestamptz - interval '1 hour', $1)`,
    [new Date(ctx.clock.now().getTime() - 86_400_000)],
  );
  try {
    await expect(deleteOldRows(ctx, '5 minutes')).rejects.toThrow('exports');
  } finally {
    await ctx.owner.query('alter table exports_away rename to exports');
  }
  expect((await ctx.owner.query('select from activation_codes')).rowCount).toBe(0);
});

it('deletes more rows than one transaction may delete', async () => {
  const { id } = await person(ctx);
  await ctx.owner.query(
    `insert into notices (account_id, kind, subject, title, body, path, created_at, read_at, is_waiting)
     select $1, 'work', 'task-' || n, 't', 'b', '/', $2, $2, false from generate_series(1, 10_001) as n`,
    [id, new Date(ctx.clock.now().getTime() - 61 * 86_400_000)],
  );
  await deleteOldRows(ctx, 'day');
  expect((await ctx.owner.query('select from notices')).rowCount).toBe(0);
});

it('deletes links 30 days after their expiry', async () => {
  const { id } = await line(ctx, await person(ctx, { balance: 1000 }));
  const ago = (days: number) => new Date(ctx.clock.now().getTime() - days * 86_400_000);
  await ctx.owner.query(
    `insert into renewal_links (line_id, created_by, created_at, expires_at)
     select $1, owner_id, $2, until from lines, unnest(array[$3, $4]::timestamptz[]) until where id = $1`,
    [id, ago(40), ago(31), ago(29)],
  );
  await deleteOldRows(ctx, 'day');
  const { rows } = await ctx.owner.query<{ until: Date }>(
    'select expires_at as until from renewal_links where line_id = $1',
    [id],
  );
  expect(rows).toEqual([{ until: ago(29) }]);
});

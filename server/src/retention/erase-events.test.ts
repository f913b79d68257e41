/**
 * Tests that personal values are removed from the events of an erased line or account, and that
 * other values remain (Q-RETENTION).
 */
import { readFileSync } from 'node:fs';
import { DAY_MS } from '@ramal/contract/rules/durations';
import { deleteIptvLine, editIptvLine } from '@ramal/contract/lines/iptv-lines';
import { deleteReseller } from '@ramal/contract/resellers/reseller-acts';
import { createReseller, editReseller } from '@ramal/contract/resellers/resellers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestContext, call, createTestContext } from '../../test/context.ts';
import { PASSWORD, type Person, line, person } from '../../test/accounts.ts';
import { eraseDeletedLines } from './erase-deleted-lines.ts';
import { eraseDeletedResellers } from './erase-deleted-resellers.ts';

let ctx: TestContext;
let admin: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  admin = await person(ctx, { profile: 'admin', until: '2027-03-01T15:00:00Z' });
});
afterAll(() => ctx.close());

/** Returns the kinds of the events that contain the text anywhere. */
const eventsWith = async (text: string) => {
  const { rows } = await ctx.owner.query<{ content: string }>(
    `select kind || ' ' || coalesce(before::text, '') || coalesce(after::text, '') as content from events`,
  );
  return rows
    .filter(({ content }) => content.includes(text))
    .map(({ content }) => content.split(' ')[0]);
};
const kindsOfLine = async (id: number) => {
  const { rows } = await ctx.owner.query<{ kind: string }>(
    'select kind from events where line_id = $1 order by id',
    [id],
  );
  return rows.map(({ kind }) => kind);
};

it('erases names and numbers and notes of a line from events but keeps the actions', async () => {
  const owner = await person(ctx, { balance: 1000, until: '2027-03-01T15:00:00Z' });
  const created = await line(ctx, owner, { username: '55550001', nota: 'Dona Célia' });
  const activeLine = await line(ctx, owner, { username: '55550002', nota: 'Seu Raul' });
  for (const { id, username } of [created, activeLine])
    await call(
      ctx,
      editIptvLine,
      {
        params: { id },
        body: { username, nota: `Vizinha de ${username}`, whatsapp: '5511955550142' },
      },
      { token: owner.token },
    );
  await call(ctx, deleteIptvLine, { params: { id: created.id }, body: {} }, { token: owner.token });
  const before = await kindsOfLine(created.id);
  expect(before.length).toBeGreaterThan(2);

  ctx.clock.forward(29 * DAY_MS);
  await eraseDeletedLines.work(ctx, undefined);
  expect((await eventsWith('55550001')).length).toBeGreaterThan(0);

  ctx.clock.forward(2 * DAY_MS);
  await eraseDeletedLines.work(ctx, undefined);
  expect(await eventsWith('55550001')).toEqual([]);
  expect(await eventsWith('Dona Célia')).toEqual([]);
  expect(await kindsOfLine(created.id)).toEqual(before);
  expect((await eventsWith('55550002')).length).toBeGreaterThan(0);
});

it('erases name and number and e-mail of an account from all events', async () => {
  const as = { token: admin.token };
  const body = {
    username: 'leste-tv',
    password: PASSWORD,
    credits: 0,
    email: '5511955550177',
    email_contact: 'leste@exemplo.com.br',
  };
  const { id } = (await call(ctx, createReseller, { body }, as)).body;
  const child = await person(ctx, { parent: { ...admin, id } as Person, username: 'filha-tv' });
  await call(
    ctx,
    editReseller,
    { params: { id }, body: { username: 'leste-tv', email: '5511955550178' } },
    as,
  );
  await call(ctx, deleteReseller, { params: { id }, body: {} }, as);
  expect(await eventsWith('leste-tv')).toContain('reseller-moved');

  ctx.clock.forward(31 * DAY_MS);
  await eraseDeletedResellers.work(ctx, undefined);
  for (const value of ['leste-tv', '5511955550177', '5511955550178', 'leste@exemplo.com.br'])
    expect(await eventsWith(value)).toEqual([]);
  const { rows } = await ctx.owner.query(
    `select count(*)::int as n from events where account_id = any($1)
       and kind in ('reseller-created', 'reseller-edited', 'reseller-deleted', 'reseller-moved')`,
    [[id, child.id]],
  );
  expect(rows[0].n).toBe(4);
  const moved = await ctx.owner.query(
    `select before, after from events where account_id = $1 and kind = 'reseller-moved'`,
    [child.id],
  );
  expect(moved.rows).toEqual([
    { before: {}, after: { owner: admin.username, because: 'reseller-deleted' } },
  ]);
});

it('erases personal data from events of earlier erased lines in the migration', async () => {
  const owner = await person(ctx, { balance: 1000, until: '2027-03-01T15:00:00Z' });
  const [erased, activeLine] = [await line(ctx, owner), await line(ctx, owner)];
  await ctx.owner.query(
    `insert into events (kind, account_id, line_id, before, after)
     select 'line-edited', $1, id, '{"note": "Antiga 1974"}', '{"note": "Nova 1974", "expiresAt": "2026-12-01"}' from unnest($2::bigint[]) id`,
    [owner.id, [erased.id, activeLine.id]],
  );
  await ctx.owner.query(`update lines set username = '#' || id where id = $1`, [erased.id]);
  const file = new URL('../../migrations/0036-personal-data-in-events.sql', import.meta.url);
  const [, work] = readFileSync(file, 'utf8').split('-- What was erased before this held.');
  // Reads the text of a function that the migration creates and drops again.
  const [, named] = /(create function events_names_nobody[\s\S]*?\$\$;)/.exec(
    readFileSync(file, 'utf8'),
  )!;
  await ctx.owner.query(`${named} ${work}`);
  const { rows } = await ctx.owner.query(
    `select line_id::int as line, before, after from events where kind = 'line-edited' and line_id = any($1) order by line_id`,
    [[erased.id, activeLine.id]],
  );
  expect(rows).toEqual([
    { line: erased.id, before: {}, after: { expiresAt: '2026-12-01' } },
    {
      line: activeLine.id,
      before: { note: 'Antiga 1974' },
      after: { note: 'Nova 1974', expiresAt: '2026-12-01' },
    },
  ]);
});

it('adds nothing to an event and removes nothing else while erasing', async () => {
  const { id } = await person(ctx);
  await ctx.owner.query(
    `insert into events (kind, account_id, after) values ('mark', $1, '{"username": "x", "hundredths": 5}')`,
    [id],
  );
  const change = async (set: string, erasing = 'on') =>
    ctx.owner.query(
      `select set_config('ramal.erasing', '${erasing}', true); update events set ${set} where kind = 'mark'`,
    );
  for (const set of [
    `after = '{"username": "y", "hundredths": 5}'`,
    `after = after - 'hundredths'`,
    `after = after || '{"note": "z"}'`,
    'after = null',
    `account_id = null`,
    `address = '192.0.2.1'`,
  ])
    await expect(change(set)).rejects.toThrow('is append-only');
  await expect(change(`after = after - 'username'`, '')).rejects.toThrow('is append-only');
  await change(`after = after - 'username'`);
});

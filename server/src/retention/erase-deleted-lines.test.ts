import { DAY_MS } from '@ramal/contract/rules/durations';
import { deleteIptvLine } from '@ramal/contract/lines/iptv-lines';
import { getLineHistory } from '@ramal/contract/lines/lines';
import { createTicket } from '@ramal/contract/tickets/tickets';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestContext, call, createTestContext } from '../../test/context.ts';
import { line, person } from '../../test/accounts.ts';
import { addXuiServer, push, ALLOW_LOCAL_SERVERS } from '../../test/line-servers.ts';
import { startXui } from '../../test/xui-double.ts';
import { eraseDeletedLines } from './erase-deleted-lines.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await createTestContext();
});
afterAll(() => ctx.close());

it('erases a line and frees its name exactly thirty days after its deletion', async () => {
  const owner = await person(ctx, { balance: 1000 });
  const gone = await line(ctx, owner, {
    username: '44440001',
    nota: 'Dona Célia',
    whatsapp: '5511955550142',
  });
  const activeLine = await line(ctx, owner, { username: '44440002' });
  for (const { id } of [gone, activeLine]) {
    await ctx.owner.query(
      `insert into viewings (id, line_id, stream_id, title, encoding, started_at, seen_at, ended_at, ended_because)
       values (gen_random_uuid(), $1, 1, 'Canal', 'HLS', $2, $2, $2, 'left')`,
      [id, ctx.clock.now()],
    );
  }
  await ctx.owner.query(
    `insert into telegram_bots (id, franchise_id, number, username, name, sealed_token, path_key, is_polled)
     overriding system value values (7, 0, 7, 'bot', 'Bot', 'x', 'fim', true)`,
  );
  // Both customers share chat 1. Chat 2 belongs only to the deleted line, and chat 3 only to the
  // active one.
  await ctx.owner.query(
    `insert into telegram_chats (bot_id, chat_id, changed_at) select 7, unnest(array[1, 2, 3]), now()`,
  );
  await ctx.owner.query(
    `insert into telegram_connections (bot_id, chat_id, line_id, update_id, connected_at, ended_at, end_reason)
     values (7, 1, $1, 1, now(), now(), 'stopped'), (7, 1, $2, 1, now(), null, null),
       (7, 2, $1, 1, now(), null, null), (7, 3, $2, 1, now(), now(), 'stopped')`,
    [gone.id, activeLine.id],
  );
  await ctx.owner.query(
    `insert into referral_codes (line_id, account_id, code, created_at)
     select line_id, $1, 'celia' || line_id, now() from unnest($2::bigint[]) line_id`,
    [owner.id, [gone.id, activeLine.id]],
  );
  await call(ctx, deleteIptvLine, { params: { id: gone.id }, body: {} }, { token: owner.token });

  ctx.clock.forward(29 * DAY_MS);
  await eraseDeletedLines.work(ctx, undefined);
  expect(await personal(gone.id)).toMatchObject({ username: '44440001', note: 'Dona Célia' });

  ctx.clock.forward(2 * DAY_MS);
  await eraseDeletedLines.work(ctx, undefined);
  expect(await personal(gone.id)).toEqual({
    username: `#${gone.id}`,
    password: '',
    note: '',
    whatsapp: null,
  });
  const chats = await ctx.owner.query(
    `select (select array_agg(chat_id::int order by chat_id) from telegram_chats) as chats,
       (select array_agg(distinct line_id::int) from telegram_connections) as lines`,
  );
  expect(chats.rows).toEqual([{ chats: [1, 3], lines: [activeLine.id] }]);
  const watched = await ctx.owner.query('select line_id::int as id from viewings');
  expect(watched.rows).toEqual([{ id: activeLine.id }]);
  const codes = await ctx.owner.query('select line_id::int as id from referral_codes');
  expect(codes.rows).toEqual([{ id: activeLine.id }]);
  expect(await personal(activeLine.id)).toMatchObject({ username: '44440002', note: 'Cliente' });
  const { token } = await person(ctx, { balance: 1000 });
  expect((await call(ctx, getLineHistory, { params: { id: gone.id } }, { token })).status).toBe(
    404,
  );
});

it('erases the line from its tickets and keeps the question', async () => {
  const owner = await person(ctx, { balance: 1000, until: '2027-03-01T15:00:00Z' });
  const as = { token: owner.token };
  const open = async (idUser: number, username: string) => {
    const body = { title: 'Não abre', category: 1, content: 'Desde ontem.', idUser, username };
    return (await call(ctx, createTicket, { body }, as)).body.id;
  };
  const gone = await line(ctx, owner, { username: '44440003', nota: 'Dona Zélia' });
  const activeLine = await line(ctx, owner, { username: '44440004', nota: 'Seu Raul' });
  const [ofGone, ofKept] = [await open(gone.id, 'Zélia'), await open(activeLine.id, 'Raul')];
  await call(ctx, deleteIptvLine, { params: { id: gone.id }, body: {} }, as);
  const readTicket = async (id: number) =>
    (await ctx.owner.query('select * from tickets where id = $1', [id])).rows[0];
  expect(JSON.stringify(await readTicket(ofGone))).toMatch(/Dona Zélia/);

  ctx.clock.forward(31 * DAY_MS);
  await eraseDeletedLines.work(ctx, undefined);
  const erased = await readTicket(ofGone);
  expect(JSON.stringify(erased)).not.toMatch(/Zélia|44440003/);
  expect(erased).toMatchObject({ title: 'Não abre', facts: { line: null, channels: [] } });
  expect(await readTicket(ofKept)).toMatchObject({
    user_text: 'Raul',
    facts: { line: { username: '44440004', nota: 'Seu Raul' } },
  });
});

it('deletes the server of an erased line once it was removed there', async () => {
  const xui = await startXui();
  const placed = await createTestContext(ALLOW_LOCAL_SERVERS);
  try {
    const admin = await person(placed, { profile: 'admin', until: '2027-03-01T15:00:00Z' });
    await addXuiServer(placed, admin, xui);
    const owner = await person(placed, { balance: 1000, until: '2027-03-01T15:00:00Z' });
    const [gone, held] = [await line(placed, owner), await line(placed, owner)];
    await push(placed);
    const remove = ({ id }: { id: number }) =>
      call(placed, deleteIptvLine, { params: { id }, body: {} }, { token: owner.token });
    await remove(gone);
    await push(placed);
    await remove(held);
    placed.clock.forward(31 * DAY_MS);
    await eraseDeletedLines.work(placed, undefined);
    const places = async () =>
      (await placed.owner.query('select line_id::int as id, username from server_lines')).rows;
    expect(await places()).toEqual([{ id: held.id, username: held.username }]);
    await push(placed);
    expect(xui.lines.size).toBe(0);
    await eraseDeletedLines.work(placed, undefined);
    expect(await places()).toEqual([]);
  } finally {
    await placed.close();
    await xui.close();
  }
});

async function personal(id: number) {
  const { rows } = await ctx.owner.query(
    'select username, password, note, whatsapp from lines where id = $1',
    [id],
  );
  return rows[0];
}

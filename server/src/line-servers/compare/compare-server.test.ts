/**
 * Tests comparing the panel with a line server and settling the differences, with a fake XUI
 * server.
 */
import { deleteIptvLine, editIptvLine, switchIptvLine } from '@ramal/contract/lines/iptv-lines';
import { restoreLine } from '@ramal/contract/lines/lines';
import {
  compareLineServer,
  defaultRules,
  editLineServer,
  listLineDifferences,
  listLineServers,
  settleLineDifferences,
} from '@ramal/contract/operations/line-servers';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Person, line, person } from '../../../test/accounts.ts';
import { type TestContext, call, createTestContext } from '../../../test/context.ts';
import { addXuiServer, push, ALLOW_LOCAL_SERVERS } from '../../../test/line-servers.ts';
import { type XuiDouble, startXui } from '../../../test/xui-double.ts';
import { taskKinds } from '../../jobs.ts';
import { runNextTask } from '../../tasks/run-tasks.ts';
import { compareServers } from './compare-server.ts';

let ctx: TestContext;
let xui: XuiDouble;
let admin: Person;
let seller: Person;
let params: { id: number };
let installation: string;
beforeAll(async () => {
  ctx = await createTestContext(ALLOW_LOCAL_SERVERS);
  xui = await startXui();
  admin = await person(ctx, { profile: 'admin', until: '2027-03-01T15:00:00Z' });
  seller = await person(ctx, { balance: 10_000, until: '2027-03-01T15:00:00Z' });
  params = { id: (await addXuiServer(ctx, admin, xui)).id };
  const { rows } = await ctx.owner.query('select installation from dns_settings');
  ({ installation } = rows[0]);
});
beforeEach(async () => {
  // Each comparison has its own time, which is later than every earlier push.
  ctx.clock.forward(60_000);
});
afterAll(async () => {
  await ctx.close();
  await xui.close();
});

const markOf = (lineId: number) => `ramal:${installation}:${lineId}`;
const remoteLine = (username: string) =>
  [...xui.lines.values()].find((candidate) => candidate.username === username)!;

async function compare() {
  ctx.clock.forward(60_000);
  const started = await call(ctx, compareLineServer, { params, body: {} }, admin);
  expect(started.status).toBe(200);
  await runNextTask(ctx, taskKinds);
  const { rows } = await ctx.owner.query('select state, message from tasks where id = $1', [
    started.body.task.id,
  ]);
  expect(rows[0].state, rows[0].message).toBe('done');
  return differences();
}

const differences = async (query: Record<string, unknown> = {}) =>
  (
    await call(ctx, listLineDifferences, { params, query: { per_page: 100, ...query } }, admin)
  ).body.data.map(({ id, kind, username, ours, theirs }) => ({ id, kind, username, ours, theirs }));

const settle = (act: 'ours' | 'theirs' | 'remove' | 'ignore' | 'list', ids: number[]) =>
  call(ctx, settleLineDifferences, { params, body: { act, ids } }, admin);

const rowOf = async (id: number) =>
  (
    await ctx.owner.query(
      `select username, password, is_on, expires_at, blocked_for_abuse_at is not null as blocked
       from lines where id = $1`,
      [id],
    )
  ).rows[0];

it('finds no differences when both sides agree even while pushes are pending', async () => {
  for (let n = 0; n < 6; n += 1) await line(ctx, seller);
  await push(ctx);
  expect(await compare()).toEqual([]);
  const underway = await line(ctx, seller);
  await call(ctx, switchIptvLine, { params: { id: underway.id }, body: { on: false } }, seller);
  expect(await compare()).toEqual([]);
  await push(ctx);
  const [shown] = (await call(ctx, listLineServers, {}, admin)).body.data;
  expect(shown).toMatchObject({ lines: 7, differences: 0, compared_lines: 6, waiting: 0 });
});

it('lists the differences and settles them in either direction', async () => {
  const [expiry, password, status, name, gone] = [
    await line(ctx, seller, { username: '72000001' }),
    await line(ctx, seller, { username: '72000002' }),
    await line(ctx, seller, { username: '72000003' }),
    await line(ctx, seller, { username: '72000004' }),
    await line(ctx, seller, { username: '72000005' }),
  ];
  await push(ctx);
  remoteLine('72000001').exp_date = '1900000000';
  remoteLine('72000002').password = 'outra-senha';
  remoteLine('72000003').admin_enabled = '0';
  remoteLine('72000004').username = '72999994';
  xui.lines.delete(remoteLine('72000005').id!);
  xui.seed({ username: 'vendida-fora', exp_date: '1900000000' });
  const listed = await compare();
  expect(listed.map(({ kind, username, ours, theirs }) => [kind, username, ours, theirs])).toEqual([
    ['expiry', '72000001', expect.any(String), '2030-03-17T17:46:40.000Z'],
    ['password', '72000002', '', ''],
    ['status', '72000003', 'on', 'blocked'],
    ['username', '72000004', '72000004', '72999994'],
    ['missing-there', '72000005', expect.any(String), ''],
    ['missing-here', 'vendida-fora', '', '2030-03-17T17:46:40.000Z'],
  ]);
  const idOf = (kind: string) => listed.find((difference) => difference.kind === kind)!.id;

  const ours = await settle('ours', [
    idOf('password'),
    idOf('missing-there'),
    idOf('missing-here'),
  ]);
  expect(ours.body).toMatchObject({ settled: 2, left: [{ username: 'vendida-fora' }] });
  await push(ctx);
  expect(remoteLine('72000002').password).toBe(password!.password);
  expect(remoteLine('72000005')).toMatchObject({ password: gone!.password });

  const theirs = await settle('theirs', [idOf('expiry'), idOf('status'), idOf('username')]);
  expect(theirs.body).toMatchObject({ settled: 3, left: [] });
  await push(ctx);
  expect((await rowOf(expiry!.id)).expires_at.toISOString()).toBe('2030-03-17T17:46:40.000Z');
  expect(await rowOf(status!.id)).toMatchObject({ blocked: true, is_on: true });
  expect(await rowOf(name!.id)).toMatchObject({ username: '72999994' });

  // An ignored difference stays ignored after the next comparison.
  await settle('ignore', [idOf('missing-here')]);
  expect(await compare()).toEqual([]);
  expect(await differences({ ignored: 1 })).toMatchObject([{ username: 'vendida-fora' }]);
  await settle('list', [idOf('missing-here')]);
  expect((await settle('remove', [idOf('missing-here')])).body.settled).toBe(1);
  expect(remoteLine('vendida-fora')).toBeUndefined();
  expect(await compare()).toEqual([]);
  const recorded = await ctx.owner.query(
    `select kind, before, after from events where line_id = $1 and kind = 'line-adopted'`,
    [name!.id],
  );
  expect(recorded.rows).toEqual([
    { kind: 'line-adopted', before: { username: '72000004' }, after: { username: '72999994' } },
  ]);
});

it('finds a line left by a lost answer and deletes only lines with our mark', async () => {
  const made = await line(ctx, seller, { username: '73000001' });
  await push(ctx);
  // The server received the creation request twice. The second line was created much later and has
  // another user name.
  const copy = xui.seed({ ...remoteLine('73000001'), id: '9001', username: '73000009' });
  await call(ctx, deleteIptvLine, { params: { id: made.id }, body: {} }, seller);
  await push(ctx);
  const [left] = await compare();
  expect(left).toMatchObject({ kind: 'left-behind', username: '73000009' });
  copy.admin_notes = 'agora de outro';
  await settle('ours', [left!.id]);
  expect(remoteLine('73000009')).toBeDefined();
  copy.admin_notes = markOf(made.id);
  const [again] = await compare();
  await settle('ours', [again!.id]);
  expect(remoteLine('73000009')).toBeUndefined();
});

it('settles differences by rule every night', async () => {
  const made = await line(ctx, seller, { username: '74000001' });
  const other = await line(ctx, seller, { username: '74000003' });
  const edit = { params: { id: other.id }, body: { username: '74000002' } };
  await call(ctx, editIptvLine, edit, seller);
  await push(ctx);
  ctx.clock.forward(60_000);
  const rules = { ...defaultRules, expiry: 'ours', 'missing-there': 'ours', 'left-behind': 'ours' };
  const body = { name: 'XUI', player_url: 'http://xui.exemplo:8080', takes_new: true, rules };
  await call(ctx, editLineServer, { params, body }, admin);
  remoteLine('74000001').exp_date = '1900000000';
  remoteLine('74000001').password = 'fica-na-lista';
  xui.lines.delete(remoteLine('74000002').id!);
  // The first creation request arrived late at the server. It contains the former user name.
  xui.seed({ username: '74000003', admin_notes: markOf(other.id) });
  await compareServers.work(ctx, undefined);
  await push(ctx);
  expect(remoteLine('74000003')).toBeUndefined();
  expect(remoteLine('74000002')).toMatchObject({ password: other.password });
  // A single push sends all fields of the line.
  expect(remoteLine('74000001').password).toBe(made.password);
  ctx.clock.forward(60_000);
  await compareServers.work(ctx, undefined);
  expect(await differences()).toEqual([]);
});

it('the rule deletes no line whose mark belongs to another name or installation', async () => {
  const made = await line(ctx, seller, { username: '75000001' });
  await push(ctx);
  const marks = {
    // This line was sold after the last backup. After the restore, the panel gave its id to the
    // line that is created above.
    'vendida-hoje': markOf(made.id),
    // An old mark does not contain the installation. It is therefore unknown which installation
    // owns the line.
    'marca-antiga': `ramal:${made.id}`,
    'de-outra': `ramal:0b8f5c1e-2f4f-4f43-9c39-1d5a4f0f9e11:${made.id}`,
  };
  for (const [username, admin_notes] of Object.entries(marks)) xui.seed({ username, admin_notes });
  // Earlier, another line had this name. Its creation was undone, and only its event remains.
  const other = await line(ctx, seller, { username: '75000009' });
  await ctx.owner.query(
    `insert into events (at, kind, account_id, line_id, after)
     values (now(), 'line-created', $2, $1, '{"username": "vendida-hoje"}')`,
    [other.id, seller.id],
  );
  await push(ctx);
  await compareServers.work(ctx, undefined);
  const listed = (await differences()).map(({ kind, username }) => [username, kind]);
  expect(Object.fromEntries(listed)).toEqual({
    'vendida-hoje': 'left-behind',
    'marca-antiga': 'missing-here',
    'de-outra': 'missing-here',
  });
  for (const username of Object.keys(marks)) expect(remoteLine(username)).toBeDefined();

  // An admin deletes the listed lines, except customers of another installation.
  const ids = (await differences()).map(({ id }) => id);
  expect((await settle('remove', ids)).body).toMatchObject({
    settled: 2,
    left: [{ username: 'de-outra', reason: 'A linha é de outra instalação do painel.' }],
  });
  expect(Object.keys(marks).filter((username) => remoteLine(username))).toEqual(['de-outra']);
  xui.lines.delete(remoteLine('de-outra').id!);
  expect(await compare()).toEqual([]);
});

it('recognises a left-behind line with an old mark by its user name', async () => {
  const made = await line(ctx, seller, { username: '75000002' });
  await push(ctx);
  await call(ctx, deleteIptvLine, { params: { id: made.id }, body: {} }, seller);
  await push(ctx);
  xui.seed({ username: '75000002', admin_notes: `ramal:${made.id}` });
  await compareServers.work(ctx, undefined);
  expect(remoteLine('75000002')).toBeUndefined();
});

it('an old difference never deletes a line that is in use now', async () => {
  await ctx.owner.query(`update line_servers set rules = '{}'`);
  const made = await line(ctx, seller, { username: '76000001' });
  await push(ctx);
  const before = { ...remoteLine('76000001') };
  await call(ctx, deleteIptvLine, { params: { id: made.id }, body: {} }, seller);
  await push(ctx);
  // The server is restored from its backup, and the line is restored in the panel.
  xui.lines.set(before.id!, before);
  const [left] = await compare();
  expect(left).toMatchObject({ kind: 'left-behind', username: '76000001' });
  await call(ctx, restoreLine, { params: { id: made.id } }, admin);
  // The line was restored and is in use again. The old difference must not delete it on the server.
  expect((await settle('ours', [left!.id])).body.left).toMatchObject([
    { reason: 'O painel usa esta linha agora.' },
  ]);
  expect(remoteLine('76000001')).toBeDefined();
  await ctx.owner.query(
    `insert into line_differences (server_id, kind, line_id, remote_id, username, found_at)
     values ($1, 'left-behind', $2, $3, '76000001', now())`,
    [params.id, made.id, before.id],
  );
  await push(ctx);
  expect(await differences()).toEqual([]);
  const { rows } = await ctx.owner.query(
    `insert into line_differences (server_id, kind, line_id, remote_id, username, found_at)
     values ($1, 'left-behind', $2, $3, '76000001', now()) returning id::int`,
    [params.id, made.id, before.id],
  );
  expect((await settle('remove', [rows[0].id])).body.settled).toBe(0);
  expect(remoteLine('76000001')).toBeDefined();
});

it('deletes an unknown line only while it is still the listed one', async () => {
  const stranger = xui.seed({ username: 'vista-antes', exp_date: '1900000000' });
  const [seen] = await compare();
  stranger.username = 'outro-cliente';
  expect((await settle('remove', [seen!.id])).body.left).toMatchObject([
    { reason: 'Outra linha está no lugar da que foi listada.' },
  ]);
  const [again] = await compare();
  // The panel has sold another line in the meantime. The remote id now belongs to that line.
  const made = await line(ctx, seller, { username: '76000002' });
  await push(ctx);
  const { id } = remoteLine('76000002');
  xui.lines.set(id!, { ...remoteLine('76000002'), username: 'outro-cliente' });
  await ctx.owner.query('update line_differences set remote_id = $1 where id = $2', [
    id,
    again!.id,
  ]);
  expect((await settle('remove', [again!.id])).body.settled).toBe(0);
  expect(xui.lines.has(id!)).toBe(true);
  xui.lines.delete(stranger.id!);
  xui.lines.delete(id!);
  await call(ctx, deleteIptvLine, { params: { id: made.id }, body: {} }, seller);
  await push(ctx);
});

it('a push removes the differences of its line', async () => {
  const made = await line(ctx, seller, { username: '76000003' });
  await push(ctx);
  remoteLine('76000003').exp_date = '1900000000';
  remoteLine('76000003').password = 'outra';
  expect(await compare()).toHaveLength(2);
  await call(ctx, switchIptvLine, { params: { id: made.id }, body: { on: false } }, seller);
  await push(ctx);
  expect(await differences()).toEqual([]);
});

it('adopts no values from another line with the same remote id', async () => {
  const made = await line(ctx, seller, { username: '76000004' });
  await push(ctx);
  const row = remoteLine('76000004');
  row.password = 'de-outro';
  const [seen] = await compare();
  row.admin_notes = 'ramal:0b8f5c1e-2f4f-4f43-9c39-1d5a4f0f9e11:5';
  expect((await settle('theirs', [seen!.id])).body.left).toMatchObject([
    { reason: 'Outra linha está no lugar desta no servidor.' },
  ]);
  expect(await rowOf(made.id)).toMatchObject({ password: made.password });
  row.admin_notes = markOf(made.id);
  row.password = made.password;
  expect(await compare()).toEqual([]);
});

it('compares a line once even if shifted pages contain it twice', async () => {
  const strangers = Array.from({ length: 3 }, (_, n) => xui.seed({ username: `repetida-${n}` }));
  const [first] = strangers;
  const repeated = { ...first!, id: `${first!.id}` };
  xui.lines.set('de novo', repeated);
  const listed = await compare();
  expect(listed.map(({ username }) => username)).toEqual([
    'repetida-0',
    'repetida-1',
    'repetida-2',
  ]);
  xui.lines.delete('de novo');
  for (const { id } of strangers) xui.lines.delete(id!);
  expect(await compare()).toEqual([]);
});

it('continues a comparison after one lost answer', async () => {
  xui.faults = ['dropped'];
  expect(await compare()).toEqual([]);
});

it('retains the last comparison when the server fails during a new one', async () => {
  xui.seed({ username: 'desconhecida' });
  expect(await compare()).toMatchObject([{ username: 'desconhecida' }]);
  xui.faults = ['half-answer', 'page', 'half-answer'];
  const started = await call(ctx, compareLineServer, { params, body: {} }, admin);
  await runNextTask(ctx, taskKinds);
  const { rows } = await ctx.owner.query('select state, message from tasks where id = $1', [
    started.body.task.id,
  ]);
  expect(rows).toEqual([
    {
      state: 'failed',
      message: 'O servidor não respondeu, ou respondeu o que não se entende.',
    },
  ]);
  expect(await differences()).toMatchObject([{ username: 'desconhecida' }]);
});

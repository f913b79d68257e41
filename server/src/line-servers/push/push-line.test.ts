/** Tests pushing lines to an external server. Only the server and the clock are fake. */
import {
  editIptvLine,
  deleteIptvLine,
  extendIptvLine,
  getIptvLinks,
  switchIptvLine,
} from '@ramal/contract/lines/iptv-lines';
import { restoreLine, renewLinePassword } from '@ramal/contract/lines/lines';
import {
  listLinePushes,
  listLineServers,
  proveLineServer,
} from '@ramal/contract/operations/line-servers';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Person, readAccountBalance, line, person } from '../../../test/accounts.ts';
import { type TestContext, call, createTestContext } from '../../../test/context.ts';
import { addXuiServer, push, ALLOW_LOCAL_SERVERS } from '../../../test/line-servers.ts';
import { type XuiDouble, startXui } from '../../../test/xui-double.ts';
import { verifyLedger } from '../../credits/credits.ts';

let ctx: TestContext;
let xui: XuiDouble;
let admin: Person;
let seller: Person;
let serverId: number;
let installation: string;
beforeAll(async () => {
  ctx = await createTestContext(ALLOW_LOCAL_SERVERS);
  xui = await startXui();
  admin = await person(ctx, { profile: 'admin', until: '2027-03-01T15:00:00Z' });
  seller = await person(ctx, { balance: 10_000, until: '2027-03-01T15:00:00Z' });
  serverId = (await addXuiServer(ctx, admin, xui)).id;
  const { rows } = await ctx.owner.query('select installation from dns_settings');
  ({ installation } = rows[0]);
});
beforeEach(() => ctx.owner.query('truncate paused_queues'));
afterEach(() => {
  xui.faults = [];
});
afterAll(async () => {
  await ctx.close();
  await xui.close();
});

const markOf = (lineId: number) => `ramal:${installation}:${lineId}`;
const remoteLine = (username: string) =>
  [...xui.lines.values()].find((candidate) => candidate.username === username);
const places = async (lineId: number) =>
  (
    await ctx.owner.query(
      `select remote_id, is_current, revision::int, pushed_revision::int as pushed from server_lines
       where line_id = $1 order by id`,
      [lineId],
    )
  ).rows;
const deliveryOf = async (lineId: number) =>
  (
    await ctx.owner.query(
      `select d.state, d.reason, d.attempts from deliveries d join server_lines s on s.id = d.subject_id
       where s.line_id = $1`,
      [lineId],
    )
  ).rows[0];
const seconds = (at: Date | string) => String(Math.floor(new Date(at).getTime() / 1000));
const expiryOf = async (id: number) =>
  (await ctx.owner.query('select expires_at from lines where id = $1', [id])).rows[0].expires_at;

it('creates the line on the server and shows the server address on its receipt', async () => {
  const created = await line(ctx, seller, { username: '70000001' });
  expect(created.DNS_SMARTER).toBe('http://xui.exemplo:8080');
  expect(created.M3U8).toMatch(/^http:\/\/xui\.exemplo:8080\/get\.php\?username=70000001&/);
  expect(remoteLine('70000001')).toBeUndefined();
  expect(await push(ctx)).toBe(1);
  expect(remoteLine('70000001')).toMatchObject({
    password: created.password,
    exp_date: seconds(await expiryOf(created.id)),
    enabled: '1',
    admin_enabled: '1',
    bouquet: '[1,2]',
    package_id: '11',
    admin_notes: markOf(created.id),
    allowed_outputs: '[1,2,3]',
  });
  expect(await places(created.id)).toEqual([
    { remote_id: remoteLine('70000001')!.id, is_current: true, revision: 1, pushed: 1 },
  ]);
  const links = await call(ctx, getIptvLinks, { params: { id: created.id }, body: {} }, seller);
  expect(links.body.DNS_SMARTER).toBe('http://xui.exemplo:8080');
  const short = await ctx.server.inject({ url: new URL(created.short_M3U8).pathname });
  expect(short.headers.location).toBe(created.M3U8);
});

it('an edit retains foreign columns and keeps switches off', async () => {
  const created = await line(ctx, seller, { username: '70000002' });
  await push(ctx);
  Object.assign(remoteLine('70000002')!, {
    allowed_ips: '["203.0.113.9"]',
    allowed_outputs: '[1]',
    reseller_notes: 'da revenda',
    admin_notes: `cliente antigo\n${markOf(created.id)}`,
    forced_country: 'BR',
    is_isplock: '1',
    member_id: '7',
  });
  const params = { id: created.id };
  await call(ctx, switchIptvLine, { params, body: { on: false } }, seller);
  await call(ctx, extendIptvLine, { params, body: { credits: 1 } }, seller);
  expect(await push(ctx)).toBe(1);
  expect(remoteLine('70000002')).toMatchObject({
    enabled: '0',
    exp_date: seconds(await expiryOf(created.id)),
    password: created.password,
    allowed_ips: '["203.0.113.9"]',
    allowed_outputs: '[1]',
    reseller_notes: 'da revenda',
    admin_notes: `cliente antigo\n${markOf(created.id)}`,
    forced_country: 'BR',
    is_isplock: '1',
    is_trial: '0',
    member_id: '7',
  });
});

it('pushes changes, deletion and restoration of a line', async () => {
  const created = await line(ctx, seller, { username: '70000003' });
  await push(ctx);
  const { id } = created;
  const params = { id };
  const renewed = await call(ctx, renewLinePassword, { params, body: {} }, seller);
  await call(ctx, editIptvLine, { params, body: { username: '70000004', package: 2 } }, seller);
  await ctx.owner.query('update lines set blocked_for_abuse_at = now() where id = $1', [id]);
  await push(ctx);
  const [place] = await places(id);
  expect(xui.lines.get(place.remote_id)).toMatchObject({
    username: '70000004',
    password: renewed.body.password,
    package_id: '12',
    bouquet: '[1]',
    admin_enabled: '0',
  });
  await call(ctx, deleteIptvLine, { params, body: {} }, seller);
  await push(ctx);
  expect(remoteLine('70000004')).toBeUndefined();
  await call(ctx, restoreLine, { params }, admin);
  await push(ctx);
  expect(remoteLine('70000004')).toMatchObject({
    password: renewed.body.password,
    admin_enabled: '0',
  });
  expect(await places(id)).toMatchObject([{ remote_id: remoteLine('70000004')!.id }]);
});

it.each([
  'dropped',
  'answer-lost',
  'half-answer',
  'page',
  'empty',
  'failure',
  'twice',
  'late',
] as const)('creates and charges the line once when the creation request is %s', async (fault) => {
  const before = await readAccountBalance(ctx, seller.id);
  const created = await line(ctx, seller);
  // The search by name succeeds, and the creation fails.
  xui.faults = [undefined, fault];
  await push(ctx);
  for (let tries = 0; tries < 4; tries += 1) {
    ctx.clock.forward(5 * 60_000);
    await push(ctx);
  }
  const matches = [...xui.lines.values()].filter(
    (candidate) => candidate.username === created.username,
  );
  expect(matches).toHaveLength(1);
  expect(matches[0]).toMatchObject({ admin_notes: markOf(created.id), password: created.password });
  expect(await deliveryOf(created.id)).toMatchObject({ state: 'sent' });
  expect(await readAccountBalance(ctx, seller.id)).toBe(before - 100);
});

it('pauses the pushes of an unavailable server and shows the reason', async () => {
  const created = [await line(ctx, seller), await line(ctx, seller)];
  xui.faults = Array.from({ length: 4 }, () => 'dropped' as const);
  await push(ctx);
  const before = xui.requests.length;
  expect(await push(ctx)).toBe(0);
  const [shown] = (await call(ctx, listLineServers, {}, admin)).body.data;
  expect(shown).toMatchObject({ waiting: 2, failed: 0 });
  expect(shown!.pause).toMatch(/conexão|respondeu/);
  const pushes = await call(ctx, listLinePushes, { params: { id: serverId } }, admin);
  expect(pushes.body.data.map(({ state }) => state)).toEqual(['waiting', 'waiting']);
  ctx.clock.forward(10 * 60_000);
  xui.faults = [];
  await push(ctx);
  expect(xui.requests.length).toBeGreaterThan(before);
  for (const { username } of created) expect(remoteLine(username)).toBeDefined();
});

it('undoes a rejected creation and refunds it exactly once', async () => {
  const before = await readAccountBalance(ctx, seller.id);
  xui.seed({ username: '70000050', password: 'de-outro' });
  const created = await line(ctx, seller, { username: '70000050', credits: 3 });
  await call(ctx, extendIptvLine, { params: { id: created.id }, body: { credits: 1 } }, seller);
  expect(await readAccountBalance(ctx, seller.id)).toBe(before - 400);
  await push(ctx);
  await push(ctx);
  expect(await readAccountBalance(ctx, seller.id)).toBe(before);
  const { rows } = await ctx.owner.query(
    `select deleted_at is not null as gone,
      (select after->>'reason' from events e where e.line_id = l.id and kind = 'line-refused') as reason,
      (select count(*)::int from entries where line_id = l.id and reason = 'line-returned') as returned
     from lines l where id = $1`,
    [created.id],
  );
  expect(rows).toEqual([
    { gone: true, reason: 'O servidor já tem uma linha com este usuário.', returned: 1 },
  ]);
  expect(remoteLine('70000050')).toMatchObject({ password: 'de-outro' });
});

it('keeps and lists an existing line whose change is rejected', async () => {
  const created = await line(ctx, seller, { username: '70000060' });
  await push(ctx);
  const before = await readAccountBalance(ctx, seller.id);
  xui.seed({ username: '70000061' });
  const params = { id: created.id };
  await call(ctx, editIptvLine, { params, body: { username: '70000061' } }, seller);
  await push(ctx);
  expect(await deliveryOf(created.id)).toMatchObject({
    state: 'failed',
    reason: 'O servidor já tem uma linha com este usuário.',
  });
  expect(await readAccountBalance(ctx, seller.id)).toBe(before);
  expect(remoteLine('70000060')).toMatchObject({ password: created.password });
  await call(ctx, editIptvLine, { params, body: { username: '70000062' } }, seller);
  await push(ctx);
  expect(remoteLine('70000062')).toMatchObject({ admin_notes: markOf(created.id) });
});

it('supports servers with other formats for bouquets and lists', async () => {
  for (const listsAs of ['wrapped', 'map', 'table'] as const) {
    for (const bouquetsAs of ['array', 'json'] as const) {
      Object.assign(xui, { listsAs, bouquetsAs });
      const created = await line(ctx, seller, { package: 2 });
      await push(ctx);
      expect(remoteLine(created.username)).toMatchObject({
        bouquet: '[1]',
        password: created.password,
      });
    }
  }
});

it('the panel serves unmapped lines and rejects sign-ins of lines on a server', async () => {
  const bouquets = { isCustomPackage: true, bouquets: [2], package: 0 };
  const panelLine = await line(ctx, seller, { username: '70000070', ...bouquets });
  const custom = await line(ctx, seller, {
    username: '70000071',
    ...bouquets,
    bouquets: [1],
  });
  expect(panelLine.DNS_SMARTER).not.toContain('xui.exemplo');
  await push(ctx);
  expect(remoteLine('70000071')).toMatchObject({ bouquet: '[1,3]', package_id: null });
  expect(remoteLine('70000070')).toBeUndefined();
  const signIn = async ({ username, password }: { username: string; password: string }) => {
    const url = `/player_api.php?username=${username}&password=${password}`;
    return (await ctx.server.inject({ url })).json().user_info.auth;
  };
  expect([await signIn(panelLine), await signIn(custom)]).toEqual([1, 0]);
});

it('removes a line from the server when it moves to another platform', async () => {
  const created = await line(ctx, seller, { username: '70000080' });
  await push(ctx);
  await ctx.owner.query(
    `update lines set platform = 'p2p', product_id = 1, package_id = null, username = 'p70000080' where id = $1`,
    [created.id],
  );
  await push(ctx);
  expect(remoteLine('70000080')).toBeUndefined();
  expect(await places(created.id)).toEqual([]);
});

it('replaces an old mark with the next change of any field', async () => {
  const created = await line(ctx, seller, { username: '70000090' });
  await push(ctx);
  const row = remoteLine('70000090')!;
  row.admin_notes = `da loja\nramal:${created.id}`;
  const params = { id: created.id };
  await call(ctx, editIptvLine, { params, body: { username: '70000091' } }, seller);
  await push(ctx);
  expect(remoteLine('70000091')).toMatchObject({
    id: row.id,
    admin_notes: `da loja\n${markOf(created.id)}`,
  });
  expect(remoteLine('70000090')).toBeUndefined();
});

it.each([
  ['without a mark', ''],
  ['with a mark of the old form', 'ramal:1'],
  ['of another installation', 'ramal:0b8f5c1e-2f4f-4f43-9c39-1d5a4f0f9e11:1'],
])(
  'leaves a line of another customer %s that has the same id on a restored server',
  async (_whose, notes) => {
    const created = await line(ctx, seller);
    await push(ctx);
    const [{ remote_id: number }] = await places(created.id);
    const other = {
      ...xui.lines.get(number)!,
      username: `outro-cliente-${created.id}`,
      password: 'dele',
      admin_notes: notes.replace(/1$/, String(created.id)),
    };
    xui.lines.set(number, { ...other });
    const params = { id: created.id };
    await call(ctx, extendIptvLine, { params, body: { credits: 1 } }, seller);
    await push(ctx);
    expect(xui.lines.get(number)).toEqual(other);
    expect(remoteLine(created.username)).toMatchObject({ password: created.password });
    await call(ctx, deleteIptvLine, { params, body: {} }, seller);
    await push(ctx);
    expect(remoteLine(created.username)).toBeUndefined();
    expect(xui.lines.get(number)).toEqual(other);
  },
);

it('never overwrites a line of another installation with the same name', async () => {
  const created = await line(ctx, seller, { username: '70000092' });
  await push(ctx);
  const row = remoteLine('70000092')!;
  row.admin_notes = `ramal:0b8f5c1e-2f4f-4f43-9c39-1d5a4f0f9e11:${created.id}`;
  row.password = 'dele';
  const params = { id: created.id };
  await call(ctx, switchIptvLine, { params, body: { on: false } }, seller);
  await push(ctx);
  expect(remoteLine('70000092')).toMatchObject({ password: 'dele', enabled: '1' });
  expect(await deliveryOf(created.id)).toMatchObject({ state: 'failed' });
});

it('changes a line under its new id when it was imported again after a restore', async () => {
  const created = await line(ctx, seller, { username: '70000093' });
  await push(ctx);
  // The line was sold before the panel was restored. Its mark contains this installation and
  // another id.
  remoteLine('70000093')!.admin_notes = markOf(created.id + 5_000);
  const params = { id: created.id };
  await call(ctx, switchIptvLine, { params, body: { on: false } }, seller);
  await push(ctx);
  expect(remoteLine('70000093')).toMatchObject({ enabled: '0', admin_notes: markOf(created.id) });
});

it('pushes waiting lines as soon as a correct key is proven', async () => {
  const created = await line(ctx, seller, { username: '70000094' });
  const { key } = xui;
  xui.key = 'trocada-no-servidor';
  for (let hour = 0; hour < 80; hour += 1) {
    await push(ctx);
    ctx.clock.forward(60 * 60_000);
  }
  expect(await deliveryOf(created.id)).toMatchObject({
    state: 'unknown',
    reason: 'O servidor recusa a chave.',
  });
  xui.key = key;
  const proven = await call(ctx, proveLineServer, { params: { id: serverId }, body: {} }, admin);
  expect(proven.status).toBe(200);
  await push(ctx);
  expect(remoteLine('70000094')).toMatchObject({ password: created.password });
});

it('pushes many lines that change at once', async () => {
  const created = [];
  for (let n = 0; n < 30; n += 1)
    created.push(await line(ctx, seller, { username: `7100${1000 + n}` }));
  expect(await push(ctx)).toBe(30);
  await ctx.owner.query(`update lines set is_on = false where username like '7100%'`);
  expect(await push(ctx)).toBe(30);
  const off = [...xui.lines.values()].filter(
    ({ username, enabled }) => username!.startsWith('7100') && enabled === '0',
  );
  expect(off).toHaveLength(30);
});

it('the ledger is balanced after all tests', async () => {
  expect(await verifyLedger(ctx)).toMatchObject({ sum: 0, drifted: [] });
});

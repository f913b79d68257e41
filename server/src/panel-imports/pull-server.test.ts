/**
 * Reads, checks, imports and undoes the lines of a registered server. The double of XUI is the
 * source panel.
 */
import { extendIptvLine } from '@ramal/contract/lines/iptv-lines';
import {
  compareLineServer,
  deleteLineServer,
  listLineDifferences,
  listLineServers,
} from '@ramal/contract/operations/line-servers';
import {
  applyPanelImport,
  discardPanelImport,
  pullPanelImport,
} from '@ramal/contract/operations/panel-imports';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Person, line, person } from '../../test/accounts.ts';
import { type TestContext, call, createTestContext } from '../../test/context.ts';
import {
  addSignedServer,
  addXuiServer,
  push,
  ALLOW_LOCAL_SERVERS,
} from '../../test/line-servers.ts';
import {
  ENDS,
  readCreditTotals,
  panelCalls,
  readAccountsAndLines,
  xuiDump,
} from '../../test/panel-dumps.ts';
import { startSignedPlatform } from '../../test/signed-platform-double.ts';
import { type XuiDouble, startXui } from '../../test/xui-double.ts';
import { verifyLedger } from '../credits/credits.ts';
import { taskKinds } from '../jobs.ts';
import { runNextTask } from '../tasks/run-tasks.ts';

let ctx: TestContext;
let xui: XuiDouble;
let admin: Person;
let move: ReturnType<typeof panelCalls>;
let params: { id: number };
beforeEach(async () => {
  ctx = await createTestContext({ ...ALLOW_LOCAL_SERVERS, RAMAL_LOG: 'silent' });
  xui = await startXui();
  admin = await person(ctx, { profile: 'admin', until: '2027-03-01T15:00:00Z' });
  move = panelCalls(ctx, admin);
  params = { id: (await addXuiServer(ctx, admin, xui)).id };
  const user = { email: '', password: '$6$x', status: '1', date_registered: '1700000000' };
  xui.users.push(
    { ...user, id: '1', username: 'root', member_group_id: '1', credits: '0', owner_id: '0' },
    { ...user, id: '11', username: 'mae', member_group_id: '2', credits: '40', owner_id: '1' },
    { ...user, id: '12', username: 'filha', member_group_id: '2', credits: '2.5', owner_id: '11' },
  );
});
afterEach(async () => {
  await ctx.close();
  await xui.close();
});

const sold = (username: string, more: Record<string, string | null> = {}) =>
  xui.seed({
    username,
    password: 'senha-1',
    exp_date: String(ENDS),
    member_id: '12',
    package_id: '11',
    bouquet: '[1,2]',
    ...more,
  });

const pulled = async () => move.worked(await move.pull(params.id), ctx);
/** Checks an import with the ids that the server's own mapping assigns. */
const checked = async (panelImport: Awaited<ReturnType<typeof pulled>>, plan = {}) => {
  const withCounterpart = (pair: { readonly there: number; readonly here: number | null }) =>
    pair.here === null ? [] : { there: pair.there, here: pair.here };
  return move.check(panelImport.id, {
    packages: panelImport.packages.flatMap(withCounterpart),
    bouquets: panelImport.bouquets.flatMap(withCounterpart),
    ...plan,
  });
};

async function differences() {
  ctx.clock.forward(60_000);
  const started = await call(ctx, compareLineServer, { params, body: {} }, admin);
  expect(started.status).toBe(200);
  await runNextTask(ctx, taskKinds);
  const query = { per_page: 100 };
  const { data } = (await call(ctx, listLineDifferences, { params, query }, admin)).body;
  return data.map(({ kind, username }) => [kind, username]);
}

const writes = () => xui.requests.filter((request) => !request.startsWith('get_'));

it('imports the lines of a server as already assigned to it and writes nothing there', async () => {
  sold('cliente-1', { contact: '+55 11 98765-4321', reseller_notes: 'da rua' });
  sold('cliente-2', { member_id: '1', enabled: '0', package_id: '12', bouquet: '[1]' });
  sold('cliente-3', { member_id: '11', admin_enabled: '0', package_id: null, bouquet: '[1,3]' });
  sold('um-teste', { is_trial: '1' });
  const before = [...xui.lines.values()].map((remoteLine) => ({ ...remoteLine }));
  const panelImport = await pulled();
  expect(panelImport).toMatchObject({
    state: 'ready',
    source: 'server',
    server: { id: params.id },
    resellers: 2,
    lines: 4,
    admins: 1,
    packages: [
      { there: 11, name: 'Completo XUI', lines: 2, here: 1 },
      { there: 12, name: 'Sem adultos XUI', lines: 1, here: 2 },
    ],
    bouquets: [
      { there: 1, here: 1 },
      { there: 3, here: 1 },
    ],
  });
  const { result } = await checked(panelImport);
  expect(result).toMatchObject({
    credits: 42.5,
    counts: { reseller: { new: 2, left: 0 }, line: { new: 3, left: 1 } },
    reasons: [{ reason: 'É um teste.' }],
  });
  expect((await readAccountsAndLines(ctx)).lines).toEqual([]);

  expect((await move.apply(panelImport.id)).outcomes.line).toMatchObject({
    brought: 3,
    refused: 0,
  });
  const { lines } = await readAccountsAndLines(ctx);
  expect(lines).toMatchObject([
    { username: 'cliente-1', owner: 'filha', package_id: 1, note: 'da rua' },
    { username: 'cliente-2', owner: admin.username, package_id: 2, is_on: false },
    { username: 'cliente-3', owner: 'mae', package_id: null },
  ]);
  await push(ctx);
  expect(writes()).toEqual([]);
  expect([...xui.lines.values()]).toEqual(before);
  expect(await differences()).toEqual([['missing-here', 'um-teste']]);
  const [shown] = (await call(ctx, listLineServers, {}, admin)).body.data;
  expect(shown).toMatchObject({ lines: 3, waiting: 0, failed: 0 });
  expect(await verifyLedger(ctx)).toMatchObject({ sum: 0, drifted: [] });
});

it('changes an imported line on its server like any other line', async () => {
  sold('cliente-1', { member_id: '1' });
  const panelImport = await pulled();
  await checked(panelImport);
  await move.apply(panelImport.id);
  const { rows } = await ctx.owner.query<{ id: string }>(
    `select id from lines where username = 'cliente-1'`,
  );
  const id = Number(rows[0]!.id);
  const renewed = await call(ctx, extendIptvLine, { params: { id }, body: { credits: 1 } }, admin);
  expect(renewed.status, JSON.stringify(renewed.body)).toBe(200);
  await push(ctx);
  const [remoteLine] = [...xui.lines.values()];
  expect(Number(remoteLine!.exp_date)).toBeGreaterThan(ENDS);
  expect(remoteLine).toMatchObject({
    password: 'senha-1',
    admin_notes: expect.stringMatching(new RegExp(`^ramal:[\\w-]+:${id}$`)),
  });
  // The line was pushed to the server after the import, so it is not undone.
  const undone = await move.undo(panelImport.id);
  expect(undone.outcomes.line).toMatchObject({ undone: 0, stays: 1 });
});

it('imports only new rows in a second reading and leaves the server unchanged on undo', async () => {
  for (let n = 0; n < 7; n += 1) sold(`cliente-${n}`);
  const first = await pulled();
  await checked(first);
  await move.apply(first.id);
  const whole = await readAccountsAndLines(ctx);
  sold('chegou-depois');
  const second = await pulled();
  expect(second.id).not.toBe(first.id);
  expect((await checked(second)).result!.counts).toEqual({
    reseller: { new: 0, same: 2, left: 0 },
    line: { new: 1, same: 7, left: 0 },
  });
  await move.apply(second.id);
  expect((await readAccountsAndLines(ctx)).lines).toHaveLength(8);
  await move.undo(second.id);
  expect(await readAccountsAndLines(ctx)).toEqual(whole);
  await move.undo(first.id);
  await push(ctx);
  expect((await readAccountsAndLines(ctx)).lines).toEqual([]);
  expect(await readCreditTotals(ctx)).toEqual({ issued: 0, held: 0 });
  expect(writes()).toEqual([]);
  expect(xui.lines.size).toBe(8);
  expect(await differences()).toHaveLength(8);
  await checked(second);
  expect((await move.apply(second.id)).outcomes.line.brought).toBe(8);
  expect(await differences()).toEqual([]);
});

it('rejects copies of own lines, taken user names and packages that the server does not serve', async () => {
  const seller = await person(ctx, { balance: 10_000, until: '2027-03-01T15:00:00Z' });
  const ours = await line(ctx, seller);
  await push(ctx);
  await line(ctx, seller, { username: '72000001' });
  sold('72000001', { member_id: '1' });
  sold('copia-dela', { member_id: '1', admin_notes: `ramal:${ours.id}` });
  sold('de-outro', { member_id: '1', package_id: '99' });
  const panelImport = await pulled();
  await ctx.owner.query(`insert into packages (id, name) values (77, 'Só daqui')`);
  const { result } = await checked(panelImport, {
    packages: [
      { there: 11, here: 1 },
      { there: 99, here: 77 },
    ],
  });
  expect(result!.counts.line).toEqual({ new: 0, same: 1, left: 3 });
  expect(result!.reasons.map(({ reason }) => reason).toSorted()).toEqual([
    'Já existe uma linha com este usuário.',
    'O servidor não serve o que ela teria aqui: falta na correspondência dele.',
    'É cópia de uma linha daqui: resolva nas diferenças do servidor.',
  ]);
});

it('reports an interrupted reading, keeps its rows and continues from there', async () => {
  for (let n = 0; n < 30; n += 1) sold(`cliente-${n}`);
  // Successful requests: groups, packages, bouquets, resellers, the list and 27 lines. After them
  // three answers are lost or unreadable.
  const pass = Array.from({ length: 5 + 27 }, () => undefined);
  xui.faults = [...pass, 'answer-lost', 'half-answer', 'page'];
  const firstPull = await move.pull(params.id);
  expect(firstPull).toMatchObject({ state: 'reading', task: { state: 'waiting' } });
  expect((await move.pull(params.id)).id).toBe(firstPull.id);
  const stopped = await move.worked(firstPull, ctx);
  expect(stopped).toMatchObject({
    state: 'interrupted',
    task: {
      state: 'failed',
      message: 'O servidor não respondeu, ou respondeu o que não se entende.',
    },
  });
  xui.requests.length = 0;
  const again = await move.pull(params.id);
  expect(again).toMatchObject({ id: firstPull.id, state: 'reading' });
  expect(await move.worked(again, ctx)).toMatchObject({ state: 'ready', lines: 30 });
  // Lines stored before the failure are not requested again.
  expect(xui.requests.filter((request) => request.startsWith('get_line '))).toHaveLength(5);
});

it.each(['table', 'wrapped', 'map'] as const)(
  'reads every line of a server that returns lists as a %s, in pages shorter than requested',
  async (form) => {
    xui.listsAs = form;
    xui.largestPage = 3;
    for (let n = 0; n < 8; n += 1) sold(`cliente-${n}`);
    expect(await pulled()).toMatchObject({ state: 'ready', resellers: 2, lines: 8 });
  },
);

it('reports an interrupted reading if the server returns fewer lines than it counts', async () => {
  for (let n = 0; n < 3; n += 1) sold(`cliente-${n}`);
  xui.hidesFrom = 2;
  expect(await pulled()).toMatchObject({
    state: 'interrupted',
    task: { message: 'O servidor conta 3 linhas e entregou 2.' },
  });
});

it('repeats a lost answer and counts two lines with the same name once', async () => {
  sold('cliente-1');
  sold('cliente-2', { id: '9001', username: 'cliente-1' });
  xui.faults = [undefined, 'dropped', undefined, 'half-answer', undefined, 'empty'];
  const panelImport = await pulled();
  expect(panelImport).toMatchObject({ state: 'ready', lines: 2 });
  expect((await checked(panelImport)).result).toMatchObject({
    counts: { line: { new: 1, left: 1 } },
    reasons: [{ reason: 'Outra linha de lá tem este usuário.' }],
  });
});

it('keeps and lists a line of a dump that the server rejects', async () => {
  sold('cliente-1');
  const uploaded = await move.upload(
    xuiDump({ resellers: [], lines: [{ id: 1, member: 1, username: 'cliente-1' }] }),
  );
  await move.check(uploaded.id);
  await move.apply(uploaded.id);
  await push(ctx);
  expect((await readAccountsAndLines(ctx)).lines).toMatchObject([{ username: 'cliente-1' }]);
  const [shown] = (await call(ctx, listLineServers, {}, admin)).body.data;
  expect(shown).toMatchObject({ failed: 1, waiting: 0 });
});

it('refuses to import lines of a server that was deleted', async () => {
  sold('cliente-1');
  const panelImport = await pulled();
  await checked(panelImport);
  expect((await call(ctx, deleteLineServer, { params }, admin)).status).toBe(200);
  expect(await move.read(panelImport.id)).toMatchObject({ source: 'server', server: null });
  const about = { params: { id: panelImport.id }, body: {} };
  const refused = await call(ctx, applyPanelImport, about, admin);
  expect([refused.status, refused.body]).toMatchObject([404, { code: 'line_server_not_found' }]);
});

it('refuses a server without readable lines and deletes a discarded reading', async () => {
  const signed = await startSignedPlatform(() => ctx.clock.now().getTime());
  const { id } = await addSignedServer(ctx, admin, signed, 'p2p');
  const refused = await call(ctx, pullPanelImport, { body: { server: id } }, admin);
  expect([refused.status, refused.body]).toMatchObject([422, { code: 'line_server_not_xui' }]);
  await signed.close();
  xui.key = 'outra';
  const stopped = await pulled();
  expect(stopped).toMatchObject({
    state: 'interrupted',
    task: { message: 'O servidor recusa a chave.' },
  });
  const gone = await call(ctx, discardPanelImport, { params: { id: stopped.id } }, admin);
  expect(gone.status).toBe(200);
});

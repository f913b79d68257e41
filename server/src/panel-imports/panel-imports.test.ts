/**
 * Tests that a dump is checked, imported only once, and undone. Only the source panel is invented.
 */
import { undoPanelImport, uploadPanelDump } from '@ramal/contract/operations/panel-imports';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Person, line, person } from '../../test/accounts.ts';
import { type TestContext, call, createTestContext } from '../../test/context.ts';
import {
  ENDS,
  readCreditTotals,
  panelCalls,
  spreadDump,
  readAccountsAndLines,
  xuiDump,
} from '../../test/panel-dumps.ts';
import { verifyLedger } from '../credits/credits.ts';
import type { AppContext } from '../foundation/app-context.ts';

let ctx: TestContext;
let admin: Person;
let move: ReturnType<typeof panelCalls>;
beforeEach(async () => {
  ctx = await createTestContext({ RAMAL_LOG: 'silent' });
  admin = await person(ctx, { profile: 'admin' });
  move = panelCalls(ctx, admin);
  await ctx.owner
    .query(`insert into bouquets (id, name) values (1, 'Canais'), (2, 'Filmes') on conflict do nothing;
    insert into packages (id, name) values (1, 'Um'), (2, 'Dois') on conflict do nothing`);
});
afterEach(() => ctx.close());

const isWhole = async () => expect(await verifyLedger(ctx)).toMatchObject({ sum: 0, drifted: [] });

const family = {
  resellers: [
    { id: 12, username: 'filha', owner: 11, credits: '2.5' },
    { id: 11, username: 'mae', owner: 1, credits: '40', status: 0 },
    { id: 13, username: 'solta', owner: 99, credits: '0' },
  ],
  lines: [
    { id: 1, member: 12, username: 'cliente-1', contact: '+55 11 98765-4321' },
    { id: 2, member: 1, username: 'cliente-2', enabled: 0, package: 4 },
    { id: 3, member: 13, username: 'cliente-3', banned: true, package: null },
  ],
};

it('stores the last values of a row that a dump contains twice', async () => {
  const twice = {
    ...family,
    lines: [...family.lines, { id: 1, member: 12, username: 'cliente-1-de-novo' }],
  };
  const uploaded = await move.upload(gzipSync(xuiDump(twice)));
  expect(uploaded).toMatchObject({ state: 'ready', resellers: 3, lines: 3 });
  const { rows } = await ctx.owner.query(
    `select name from panel_import_rows where kind = 'line' and external_id = 1`,
  );
  expect(rows).toEqual([{ name: 'cliente-1-de-novo' }]);
});

it('imports the tree with its credits and the lines with passwords and expiries', async () => {
  const { id, ...uploaded } = await move.upload(gzipSync(xuiDump(family)));
  expect(uploaded).toMatchObject({
    state: 'ready',
    resellers: 3,
    lines: 3,
    admins: 1,
    result: null,
  });
  expect(uploaded.packages).toEqual([
    { there: 3, name: 'Completo', screens: 2, lines: 1, here: null },
    { there: 4, name: 'Básico', screens: 1, lines: 1, here: null },
  ]);
  const checked = await move.check(id, { bouquets: [{ there: 2, here: 2 }] });
  expect(checked.result).toMatchObject({
    credits: 42.5,
    counts: { reseller: { new: 3, left: 0 }, line: { new: 3, left: 0 } },
  });
  expect((await readAccountsAndLines(ctx)).accounts).toHaveLength(1);
  const done = await move.apply(id);
  expect(done).toMatchObject({ state: 'applied', task: { state: 'done' } });
  const { accounts, lines } = await readAccountsAndLines(ctx);
  expect(accounts).toEqual([
    { username: admin.username, parent: null, balance: null, depth: 1 },
    { username: 'filha', parent: 'mae', balance: 250, depth: 3 },
    { username: 'mae', parent: admin.username, balance: 4000, depth: 2 },
    { username: 'solta', parent: admin.username, balance: 0, depth: 2 },
  ]);
  const line = { password: 'senha-1', expires_at: new Date(ENDS * 1000), is_on: true };
  expect(lines).toEqual([
    { ...line, username: 'cliente-1', owner: 'filha', package_id: 1, note: 'nota 1' },
    {
      ...line,
      username: 'cliente-2',
      owner: admin.username,
      is_on: false,
      package_id: 2,
      note: 'nota 2',
    },
    { ...line, username: 'cliente-3', owner: 'solta', package_id: null, note: 'nota 3' },
  ]);
  const { rows } = await ctx.owner.query(
    `select username, whatsapp, bouquet_ids::int[], blocked_for_abuse_at is not null as blocked from lines order by 1`,
  );
  expect(rows).toMatchObject([
    { whatsapp: '5511987654321', bouquet_ids: [], blocked: false },
    { blocked: false },
    { bouquet_ids: [2], blocked: true },
  ]);
  expect(await readCreditTotals(ctx)).toEqual({ issued: 4250, held: 4250 });
  await isWhole();
});

it('imports nothing twice and the same rows again after an undo', async () => {
  const dump = xuiDump(spreadDump(20, 600));
  const first = await move.upload(dump);
  await move.check(first.id);
  const applied = await move.apply(first.id);
  expect(applied.outcomes).toMatchObject({ reseller: { brought: 20 }, line: { brought: 600 } });
  const whole = await readAccountsAndLines(ctx);
  const second = await move.upload(dump, 'XUI');
  expect((await move.check(second.id)).result!.counts).toEqual({
    reseller: { new: 0, same: 20, left: 0 },
    line: { new: 0, same: 600, left: 0 },
  });
  await move.apply(second.id);
  expect(await readAccountsAndLines(ctx)).toEqual(whole);
  const undone = await move.undo(first.id);
  expect(undone).toMatchObject({
    state: 'undone',
    outcomes: { reseller: { undone: 20, stays: 0 }, line: { undone: 600, stays: 0 } },
  });
  expect(await readAccountsAndLines(ctx)).toMatchObject({
    accounts: [{ username: admin.username }],
    lines: [],
  });
  expect(await readCreditTotals(ctx)).toEqual({ issued: 0, held: 0 });
  await move.check(second.id);
  await move.apply(second.id);
  expect(await readAccountsAndLines(ctx)).toEqual(whole);
  await isWhole();
});

it('returns why rows are rejected with everything below them', async () => {
  await person(ctx, { username: 'Tomada' });
  const { id } = await move.upload(
    xuiDump({
      resellers: [
        { id: 11, username: 'tomada', owner: 1, credits: '5' },
        { id: 12, username: 'abaixo', owner: 11, credits: '5' },
        { id: 13, username: 'a b', owner: 1, credits: '5' },
        { id: 14, username: 'devedora', owner: 1, credits: '-3' },
        { id: 15, username: 'circulo', owner: 16, credits: '5' },
        { id: 16, username: 'circulo-2', owner: 15, credits: '5' },
        { id: 17, username: 'dupla', owner: 1, credits: '1' },
        { id: 18, username: 'DUPLA', owner: 1, credits: '1' },
      ],
      lines: [
        { id: 1, member: 12, username: 'sem-dona' },
        { id: 2, member: 17, username: 'teste-1', trial: 1 },
        { id: 3, member: 17, username: 'velha', ends: 1_600_000_000 },
        { id: 4, member: 17, username: 'eterna', ends: null },
        { id: 5, member: 17, username: 'sem-pacote', package: 9 },
        { id: 6, member: 17, username: 'com senha ruim', password: 'a b' },
        { id: 7, member: 17, username: 'igual' },
        { id: 8, member: 17, username: 'igual' },
      ],
    }),
  );
  const { result } = await move.check(id);
  expect(result!.counts).toEqual({
    reseller: { new: 1, same: 0, left: 7 },
    line: { new: 1, same: 0, left: 7 },
  });
  const reasons = result!.reasons.map(({ reason, count }) => `${count} ${reason}`);
  expect(reasons.toSorted()).toEqual(
    [
      '2 A árvore acima dela anda em círculo ou tem níveis demais.',
      '1 A revenda acima dela fica de fora.',
      '1 A revenda dela fica de fora.',
      '1 Já existe uma conta com este usuário.',
      '1 O pacote dela não tem correspondente aqui.',
      '1 O usuário não serve: use de 3 a 60 letras, números ou . _ -',
      '1 O usuário não serve: use de 4 a 20 letras, números ou . _ @ -',
      '1 Os créditos «-3» não são um número de zero em diante.',
      '1 Outra linha de lá tem este usuário.',
      '1 Outra revenda de lá tem este usuário.',
      '1 Não tem vencimento.',
      '1 Venceu há mais de 30 dias.',
      '1 É um teste.',
    ].toSorted(),
  );
  const all = await move.check(id, {
    default_package: 2,
    endless_day: '2030-01-31',
    expired_days: 3650,
  });
  expect(all.result!.counts.line).toEqual({ new: 4, same: 0, left: 4 });
});

it('rejects rows with the reasons that another check returns', async () => {
  const plan = { bouquets: [{ there: 2, here: 2 }] };
  const { id } = await move.upload(xuiDump(family));
  expect((await move.check(id, plan)).result!.reasons).toEqual([]);
  const started = await move.start(id);
  await person(ctx, { username: 'mae' });
  const owner = await person(ctx, { balance: 500 });
  await line(ctx, owner);
  await ctx.owner.query(`update lines set username = 'cliente-2'`);
  const reasonsOf = async (column: 'message' | 'reason') => {
    const { rows } = await ctx.owner.query<{ name: string; text: string }>(
      `select name, ${column} as text from panel_import_rows
       where import_id = $1 and kind in ('reseller', 'line') and ${column} <> '' order by name`,
      [id],
    );
    return rows.map(({ name, text }) => [name, text]);
  };
  const done = await move.worked(started, ctx);
  expect(done.outcomes).toMatchObject({ reseller: { refused: 2 }, line: { refused: 2 } });
  const refused = await reasonsOf('message');
  expect(refused).toEqual([
    ['cliente-1', 'A revenda dela fica de fora.'],
    ['cliente-2', 'Já existe uma linha com este usuário.'],
    ['filha', 'A revenda acima dela fica de fora.'],
    ['mae', 'Já existe uma conta com este usuário.'],
  ]);
  await move.check(id, plan);
  expect(await reasonsOf('reason')).toEqual(refused);
});

it('recognizes another panel by its names and imports only the new rows of a later dump', async () => {
  const first = await move.upload(xuiDump(family));
  await move.check(first.id, { default_package: 1 });
  await move.apply(first.id);
  const later = {
    resellers: family.resellers.map((reseller) =>
      reseller.id === 13 ? { ...reseller, username: 'outra' } : reseller,
    ),
    lines: [...family.lines, { id: 9, member: 12, username: 'cliente-9' }],
  };
  const second = await move.upload(xuiDump(later));
  const { result } = await move.check(second.id, { default_package: 1 });
  expect(result!.counts).toMatchObject({
    reseller: { new: 0, same: 2, left: 1 },
    line: { new: 1, same: 3, left: 0 },
  });
  await move.apply(second.id);
  expect(
    (await readAccountsAndLines(ctx)).lines.map(({ username, owner }) => [username, owner]),
  ).toContainEqual(['cliente-9', 'filha']);
});

it('undoes only rows that nobody changed or used and returns why others remain', async () => {
  const dump = {
    resellers: [
      ...family.resellers,
      { id: 20, username: 'entrou', owner: 1, credits: '1' },
      { id: 21, username: 'gastou', owner: 1, credits: '10' },
    ],
    lines: [...family.lines, { id: 4, member: 11, username: 'cliente-4' }],
  };
  const { id } = await move.upload(xuiDump(dump));
  await move.check(id, { default_package: 1 });
  await move.apply(id);
  await ctx.owner.query(`update lines set note = 'mudada' where username = 'cliente-1'`);
  await ctx.owner.query(`insert into sign_ins (id, account_id, reg_password_hash, expires_at)
    select gen_random_uuid(), id, '', now() from accounts where username = 'entrou'`);
  await ctx.owner.query(`
    with w as (update wallets set balance = 0 where account_id = (select id from accounts where username = 'gastou')
      and kind = 'balance' returning id, account_id)
    insert into entries (from_wallet, to_wallet, amount, from_balance, reason, actor_id)
    select w.id, (select id from wallets where kind = 'consumption'), 1000, 0, 'line-created', w.account_id from w`);
  const undone = await move.undo(id);
  expect(undone.outcomes).toMatchObject({
    reseller: { undone: 1, stays: 4 },
    line: { undone: 3, stays: 1 },
  });
  const { rows } = await ctx.owner.query(
    `select name, message from panel_import_rows where outcome = 'stays' order by name`,
  );
  expect(rows).toEqual([
    { name: 'cliente-1', message: 'Foi alterada depois de trazida.' },
    { name: 'entrou', message: 'Já entrou no painel.' },
    { name: 'filha', message: 'Tem linhas.' },
    { name: 'gastou', message: 'Movimentou créditos.' },
    { name: 'mae', message: 'Tem revendas abaixo.' },
  ]);
  expect((await readAccountsAndLines(ctx)).lines).toMatchObject([
    { username: 'cliente-1', note: 'mudada' },
  ]);
  await isWhole();
});

/**
 * Creates a process in which every transaction from the nth on fails, as if the process had
 * stopped.
 */
function dyingAt(n: number): AppContext {
  let transactionCount = 0;
  return {
    ...ctx,
    db: {
      ...ctx.db,
      tx: (writing, timeout) => {
        transactionCount += 1;
        return transactionCount >= n
          ? Promise.reject(new Error('killed'))
          : ctx.db.tx(writing, timeout);
      },
    },
  };
}

it('ends with the same result wherever its worker stops', async () => {
  const { id } = await move.upload(xuiDump(spreadDump(60, 600)));
  await move.check(id);
  const dies = async (started: { task: { id: number } | null }, deaths: readonly number[]) => {
    for (const at of deaths) {
      await expect(move.worked(await move.read(id), dyingAt(at))).rejects.toThrow('killed');
      await ctx.owner.query(
        `update tasks set beat_at = now() - interval '5 minutes' where id = $1`,
        [started.task!.id],
      );
    }
    return move.worked(await move.read(id), ctx);
  };
  const done = await dies(await move.start(id), [2, 4, 5]);
  expect(done.outcomes).toMatchObject({
    reseller: { brought: 60, refused: 0 },
    line: { brought: 600, refused: 0 },
  });
  const { issued } = await readCreditTotals(ctx);
  expect(issued).toBe(
    spreadDump(60, 0).resellers.reduce((sum, { credits }) => sum + Number(credits) * 100, 0),
  );
  const undoing = (await call(ctx, undoPanelImport, { params: { id } }, { token: admin.token }))
    .body;
  expect(await dies(undoing, [2, 4, 5])).toMatchObject({
    state: 'undone',
    outcomes: { reseller: { undone: 60 }, line: { undone: 600 } },
  });
  expect(await readCreditTotals(ctx)).toEqual({ issued: 0, held: 0 });
  await isWhole();
});

it('announces only the remaining rows of an interrupted import even after another check', async () => {
  const dump = spreadDump(60, 600);
  const { id } = await move.upload(xuiDump(dump));
  const whole = (await move.check(id)).result!.credits;
  const started = await move.start(id);
  await expect(move.worked(started, dyingAt(4))).rejects.toThrow('killed');
  await ctx.owner.query(`update tasks set state = 'failed', finished_at = now() where id = $1`, [
    started.task!.id,
  ]);
  const { issued } = await readCreditTotals(ctx);
  const rest = {
    state: 'ready',
    outcomes: { reseller: { brought: 50 }, line: { brought: 0 } },
    result: {
      counts: { reseller: { new: 10, same: 0 }, line: { new: 600, same: 0 } },
      credits: whole - issued / 100,
    },
  };
  expect(issued).toBeGreaterThan(0);
  expect(await move.read(id)).toMatchObject(rest);
  expect(await move.check(id)).toMatchObject(rest);
  const done = await move.apply(id);
  expect(done).toMatchObject({
    outcomes: { reseller: { brought: 60 }, line: { brought: 600 } },
    result: { counts: { reseller: { new: 0 }, line: { new: 0 } }, credits: 0 },
  });
  expect(await readCreditTotals(ctx)).toEqual({ issued: whole * 100, held: whole * 100 });
  await isWhole();
});

it('refuses a file that is no dump of a known panel and stores nothing', async () => {
  const upload = async (file: string) =>
    (await call(ctx, uploadPanelDump, { query: { panel: 'X' }, file }, { token: admin.token }))
      .body;
  expect(await upload('SELECT 1;')).toMatchObject({
    code: 'panel_dump_unreadable',
    message: expect.stringContaining('Não há linhas nem revendas') as string,
  });
  expect(await upload(xuiDump(family).slice(0, -200))).toMatchObject({
    message: expect.stringContaining('incompleto') as string,
  });
  const { rows } = await ctx.owner.query('select from panel_imports');
  expect(rows).toEqual([]);
});

/**
 * Tests that the three spreadsheets contain exactly the rows that their lists show to the same
 * account.
 */
import { deleteIptvLine, exportIptvLines, listIptvLines } from '@ramal/contract/lines/iptv-lines';
import { setLinePrice } from '@ramal/contract/lines/line-payments';
import { newP2pLines, type P2pCalls, p2pLines } from '@ramal/contract/lines/p2p-lines';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestContext, call, createTestContext } from '../../../test/context.ts';
import { type Person, line, p2pLine, person } from '../../../test/accounts.ts';
import { runTask } from '../../tasks/run-tasks.ts';
import { lineExport } from './export-lines.ts';

let ctx: TestContext;
let admin: Person;
let seller: Person;
let child: Person;
let stranger: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  admin = await person(ctx, { profile: 'admin', username: 'admin' });
  const grants = ['lines.new-p2p'] as const;
  seller = await person(ctx, { parent: admin, username: 'raiz', balance: 100_000, grants });
  child = await person(ctx, { parent: seller, username: 'filha', balance: 100_000 });
  stranger = await person(ctx, { parent: admin, username: 'estranha', balance: 100_000 });
  const overrides = { username: '1001', nota: '=SOMA(A1)', whatsapp: '5511900000001' };
  await line(ctx, seller, overrides);
  await line(ctx, seller, { username: '1002', isOficial: false });
  await line(ctx, seller, { username: '1003', credits: 3 });
  await line(ctx, child, { username: '2001' });
  await line(ctx, stranger, { username: '3001' });
  const gone = await line(ctx, seller, { username: '1009' });
  const about = { params: { id: gone.id }, body: {} };
  await call(ctx, deleteIptvLine, about, { token: seller.token });
  await p2pLine(ctx, seller, p2pLines, { name: 'cliente-p2p' });
  await p2pLine(ctx, seller, newP2pLines, { name: 'cliente-novo' });
});
afterAll(() => ctx.close());

type Sheets = typeof exportIptvLines | P2pCalls['exportSheet'];

const ofP2p = p2pLines.exportSheet as P2pCalls['exportSheet'];
const ofNewP2p = newP2pLines.exportSheet as P2pCalls['exportSheet'];
const sheets: readonly Sheets[] = [exportIptvLines, ofP2p, ofNewP2p];

const ask = (
  actor: Person,
  body: Record<string, unknown> = {},
  sheetCall: Sheets = exportIptvLines,
) => call(ctx, sheetCall as typeof exportIptvLines, { body } as never, { token: actor.token });

async function rowsOf(url: string): Promise<string[][]> {
  const { rawPayload } = await ctx.server.inject({ method: 'GET', url });
  const sheet = strFromU8(unzipSync(rawPayload)['xl/worksheets/sheet1.xml']!);
  return [...sheet.matchAll(/<row [^>]*>(.*?)<\/row>/g)].map(([, row]) =>
    [...row!.matchAll(/<c [^>]*?(?:\/>|>(.*?)<\/c>)/g)].map(([, cell = '']) =>
      cell.replace(/<[^>]+>/g, ''),
    ),
  );
}

/** Returns the cells of the finished file, row by row. The export writes no empty cells, so they are missing. */
async function sheetOf(actor: Person, body: Record<string, unknown> = {}, sheetCall?: Sheets) {
  const { body: started } = await ask(actor, body, sheetCall);
  await runTask(ctx, [lineExport], started.task.id);
  return rowsOf(started.url);
}
const namesOf = async (actor: Person, body: Record<string, unknown> = {}, sheetCall?: Sheets) =>
  (await sheetOf(actor, body, sheetCall)).slice(1).map((row) => row[1]);

describe('a spreadsheet of lines', () => {
  it('uses the file name and column titles of the platform', async () => {
    const files = [];
    const heads = [];
    for (const sheetCall of sheets) {
      files.push((await ask(seller, {}, sheetCall)).body.file);
      heads.push((await sheetOf(seller, {}, sheetCall))[0]!.join(' '));
    }
    expect(files).toEqual(['UsersIPTV.xlsx', 'UsersP2P.xlsx', 'UsersNewP2P.xlsx']);
    const p2p =
      'ID Usuário Senha Status Pacote Nota WhatsApp Início Vencimento Dono Preço Pagamento';
    expect(heads).toEqual([
      'ID Usuário Senha Status Assistindo Pacote Notas WhatsApp Criado Em Vencimento Revenda Preço Pagamento',
      p2p,
      p2p,
    ]);
    expect(await namesOf(seller, {}, ofP2p)).toEqual(['cliente-p2p']);
    expect(await namesOf(seller, {}, ofNewP2p)).toEqual(['cliente-novo']);
  });

  it('contains the lines of the list under its filters and in its order', async () => {
    expect(await namesOf(seller)).toEqual(['1002', '1001', '1003']);
    expect(await namesOf(seller, { sort: 'username', dir: 'desc' })).toEqual([
      '1003',
      '1002',
      '1001',
    ]);
    expect(await namesOf(seller, { status: 'Teste' })).toEqual(['1002']);
    expect(await namesOf(seller, { expiring: 0, search: 'soma' })).toEqual(['1001']);
    const tests = await ask(seller, { status: 2 }, ofP2p);
    expect(tests.body.code).toBe('nothing_to_export');
    expect(await namesOf(seller, { status: 1 }, ofP2p)).toEqual(['cliente-p2p']);
    const [, row] = await sheetOf(seller, { search: 'soma' });
    expect(row).toEqual(expect.arrayContaining(['Ativo', '=SOMA(A1)', '5511900000001', 'raiz']));
  });

  it('contains prices and payments only for the owner', async () => {
    const { body } = await call(
      ctx,
      listIptvLines,
      { query: { search: '1003' } },
      { token: seller.token },
    );
    const about = { params: { id: body.data[0]!.id }, body: { price_cents: 2_550 } };
    await call(ctx, setLinePrice, about, { token: seller.token });
    expect((await sheetOf(seller, { search: '1003' }))[1]!.slice(-2)).toEqual([
      '25.5',
      'Em aberto',
    ]);
    const [, seen] = await sheetOf(admin, { search: '1003', reseller_id: seller.id });
    expect(seen).not.toContain('Em aberto');
  });

  it('contains only the selected lines that the account may see', async () => {
    const { rows } = await ctx.owner.query<{ id: number; username: string }>(
      `select id::int, username from lines where platform = 'iptv'`,
    );
    const ids = (...names: string[]) =>
      rows.filter(({ username }) => names.includes(username)).map(({ id }) => id);
    expect(await namesOf(seller, { ids: ids('1001', '1003', '1009', '2001', '3001') })).toEqual([
      '1001',
      '1003',
    ]);
    expect((await ask(seller, { ids: ids('3001', '1009') })).body.code).toBe('nothing_to_export');
    expect((await ask(seller, { ids: [] })).body.code).toBe('nothing_to_export');
  });

  it('exports own lines or those of a child or the tree or all accounts for an admin', async () => {
    expect(await namesOf(seller, { reseller_id: child.id })).toEqual(['2001']);
    const sorted = { sort: 'username' };
    expect(await namesOf(seller, { ...sorted, reseller_id: 'tree' })).toEqual([
      '1001',
      '1002',
      '1003',
      '2001',
    ]);
    expect(await namesOf(admin, { ...sorted, reseller_id: 'all' })).toEqual([
      '1001',
      '1002',
      '1003',
      '2001',
      '3001',
    ]);
    expect((await ask(seller, { reseller_id: 'all' })).body.code).toBe('forbidden');
    for (const reseller_id of [stranger.id, admin.id])
      expect((await ask(seller, { reseller_id })).body.code).toBe('reseller_not_found');
  });

  it('exports deleted lines only for admins with the time of the deletion', async () => {
    const [head, row] = await sheetOf(admin, { reseller_id: seller.id, deleted: true });
    expect([head!.at(-1), row![1]]).toEqual(['Excluído em', '1009']);
    expect((await ask(seller, { deleted: true })).body.code).toBe('forbidden');
  });

  it('refuses an export without lines', async () => {
    for (const body of [
      { search: 'ninguém' },
      { status: 'Desativado' },
      { suspect: true, reseller_id: 'tree' },
    ]) {
      expect(await ask(seller, body)).toMatchObject({
        status: 422,
        body: { message: 'Não há dados para exportar.' },
      });
    }
  });

  it('stores no data of the session that started the export', async () => {
    const { status } = await ask(seller, { reg_password: seller.reg_password });
    expect(status).toBe(200);
    const { rows } = await ctx.owner.query(
      `select count(*)::int as n from tasks where payload::text like '%' || $1 || '%'`,
      [seller.reg_password],
    );
    expect(rows[0].n).toBe(0);
  });
});

it('contains each line once despite concurrent changes and omits lines outside the reach', async () => {
  await ctx.owner.query(
    `insert into lines (platform, owner_id, username, password, is_trial, expires_at, created_at, short_code)
     select 'iptv', $1, 'z' || n, 'x', false, $2::timestamptz + n * interval '1 hour', $2, 'z' || n
     from generate_series(1, 1200) n`,
    [child.id, ctx.clock.now()],
  );
  const { body: started } = await ask(child, { search: 'z' });
  let index = 0;
  const result: number[] = [];
  await lineExport.work(ctx, (await payloadOf(started.task.id)) as never, {
    report: async (done) => {
      result.push(done);
      index += 1;
      if (index !== 2) return;
      // Changes lines between two pages. The first line is renewed beyond the last one. Of the last
      // lines, one changes its owner and one is deleted.
      await ctx.owner.query(
        `update lines set expires_at = expires_at + interval '1 year' where username = 'z1'`,
      );
      await ctx.owner.query(`update lines set owner_id = $1 where username = 'z1100'`, [
        stranger.id,
      ]);
      await ctx.owner.query(`update lines set deleted_at = now() where username = 'z1101'`);
    },
  });
  // The owner has other lines with random names, so only names of the form z123 count.
  const names = (await rowsOf(started.url))
    .map((row) => row[1]!)
    .filter((name) => /^z\d+$/u.test(name));
  expect(result[1]).toBe(200);
  expect([names.length, new Set(names).size]).toEqual([1198, 1198]);
  expect(names).toContain('z1');
  expect(names).not.toContain('z1100');
  expect(names).not.toContain('z1101');
});

async function payloadOf(task: number): Promise<unknown> {
  const { rows } = await ctx.owner.query('select payload from tasks where id = $1', [task]);
  return rows[0].payload;
}

it('contains the displayed status and the lines of the filter by time', async () => {
  const other = await person(ctx, { parent: admin, balance: 10_000 });
  const [blocked, expiredLine, off] = [
    await line(ctx, other, { username: '5001' }),
    await line(ctx, other, { username: '5002' }),
    await line(ctx, other, { username: '5003' }),
  ];
  await ctx.owner.query(
    `update lines set blocked_for_abuse_at = case when id = $1 then $4::timestamptz end, is_on = id <> $3,
       expires_at = case when id = $2 then $4 - interval '1 minute' else expires_at end
     where id = any(array[$1, $2, $3]::bigint[])`,
    [blocked.id, expiredLine.id, off.id, ctx.clock.now()],
  );
  const sheet = await sheetOf(other, { sort: 'username' });
  expect(sheet.slice(1).map((row) => [row[1], row[3]])).toEqual([
    ['5001', 'Bloqueado'],
    ['5002', 'Vencido'],
    ['5003', 'Desativado'],
  ]);
  expect(await namesOf(other, { status: 'Ativo', due: 'expired' })).toEqual(['5002']);
  expect(await namesOf(other, { status: 'Ativo', expired: false })).toEqual(['5001']);
});

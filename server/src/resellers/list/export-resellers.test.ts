/**
 * Tests that Revendas.xlsx contains the rows of its account's list, and no account outside its
 * tree.
 */
import { exportResellers } from '@ramal/contract/resellers/reseller-tree';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestContext, call, createTestContext } from '../../../test/context.ts';
import { type Person, person } from '../../../test/accounts.ts';
import { runTask } from '../../tasks/run-tasks.ts';
import { resellerExport } from './export-resellers.ts';

let ctx: TestContext;
let admin: Person;
let root: Person;
let child: Person;
let stranger: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  admin = await person(ctx, { profile: 'admin', username: 'admin' });
  root = await person(ctx, { parent: admin, username: 'root' });
  child = await person(ctx, { parent: root, username: 'filha', balance: 4250 });
  await person(ctx, { parent: root, username: 'filho' });
  await person(ctx, { parent: child, username: 'neta' });
  stranger = await person(ctx, { parent: admin, username: 'estranha' });
  await person(ctx, { parent: stranger, username: 'dela' });
});
afterAll(() => ctx.close());

const ask = (actor: Person, body: Record<string, unknown> = {}) =>
  call(ctx, exportResellers, { body }, { token: actor.token });

/** Returns the cells of the finished file, row by row. */
async function sheetOf(actor: Person, body: Record<string, unknown> = {}): Promise<string[][]> {
  const { body: started } = await ask(actor, body);
  expect(started).toMatchObject({ file: 'Revendas.xlsx', url: expect.stringMatching(/files/) });
  await runTask(ctx, [resellerExport], started.task.id);
  const { rawPayload } = await ctx.server.inject({ method: 'GET', url: started.url });
  const sheet = strFromU8(unzipSync(rawPayload)['xl/worksheets/sheet1.xml']!);
  return [...sheet.matchAll(/<row [^>]*>(.*?)<\/row>/g)].map(([, row]) =>
    [...row!.matchAll(/<c [^>]*?(?:\/>|>(.*?)<\/c>)/g)].map(([, cell = '']) =>
      cell.replace(/<[^>]+>/g, ''),
    ),
  );
}
const namesOf = async (actor: Person, body: Record<string, unknown> = {}) =>
  (await sheetOf(actor, body)).slice(1).map((row) => row[1]);

describe('the spreadsheet of resellers', () => {
  it('contains the columns of the list under its filters and in its order', async () => {
    const [header, first] = await sheetOf(root, { search: 'filha' });
    expect(header).toContain('Ativos Árvore');
    expect(first!.slice(0, 3)).toEqual([String(child.id), 'filha', 'Revenda']);
    // The cells of an account's row are in the file. Empty cells are omitted.
    expect(first).toEqual(expect.arrayContaining(['42.5', 'root']));
    expect(await namesOf(root, { sort: 'username', dir: 'desc' })).toEqual(['filho', 'filha']);
    expect(await namesOf(root, { under: child.id })).toEqual(['neta']);
  });

  it('contains all accounts for an admin and only the tree for a seller', async () => {
    expect(await namesOf(admin)).toEqual([
      'admin',
      'dela',
      'estranha',
      'filha',
      'filho',
      'neta',
      'root',
    ]);
    for (const body of [{ under: stranger.id }, { under: admin.id }]) {
      expect(await ask(root, body)).toMatchObject({
        status: 404,
        body: { code: 'reseller_not_found' },
      });
    }
    expect(await ask(root, { status: 'deleted' })).toMatchObject({ status: 403 });
    expect(await namesOf(root, { search: 'a' })).toEqual(['filha']);
  });

  it('refuses an export without accounts', async () => {
    for (const body of [{ search: 'ninguém' }, { status: 'blocked' }, { searchID: stranger.id }]) {
      expect(await ask(root, body)).toMatchObject({
        status: 422,
        body: { message: 'Não há dados para exportar.' },
      });
    }
    const { rows } = await ctx.owner.query(
      `select count(*)::int as made from tasks where account_id = $1 and state = 'waiting'`,
      [root.id],
    );
    expect(rows[0].made).toBe(0);
  });

  it('omits accounts that left the tree before the file was written', async () => {
    const { body: started } = await ask(root);
    await ctx.owner.query(
      `update accounts set parent_id = $2, ancestors = $3::bigint[] || id where username = $1`,
      ['filho', stranger.id, [admin.id, stranger.id]],
    );
    await runTask(ctx, [resellerExport], started.task.id);
    const { rawPayload } = await ctx.server.inject({ method: 'GET', url: started.url });
    const sheet = strFromU8(unzipSync(rawPayload)['xl/worksheets/sheet1.xml']!);
    expect([sheet.includes('filha'), sheet.includes('filho')]).toEqual([true, false]);
  });
});

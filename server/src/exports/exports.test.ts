import { getExport } from '@ramal/contract/exports';
import { signOut } from '@ramal/contract/sessions';
import { getTask } from '@ramal/contract/tasks';
import { strFromU8, unzipSync } from 'fflate';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestContext, call, createTestContext } from '../../test/context.ts';
import { type Person, person, session } from '../../test/accounts.ts';
import { runTask } from '../tasks/run-tasks.ts';
import { type ExportRequest, exportKind, startExport } from './run-export.ts';
import { deleteOldRows } from '../retention/retention.ts';

interface Numbers extends ExportRequest {
  readonly upTo: number;
}

let fails = false;
const numbers = exportKind<Numbers, number>({
  kind: 'export-numbers',
  columns: [{ header: 'Número', width: 8, cell: (n) => `linha ${n} ${'x'.repeat(200)}` }],
  count: async (_ctx, { upTo }) => upTo,
  pages: async function* (_ctx, { upTo }) {
    for (let n = 0; n < upTo; n += 500) {
      if (fails && n > 0) throw new Error('the reading broke');
      yield Array.from({ length: Math.min(500, upTo - n) }, (_, i) => n + i);
    }
  },
});

let ctx: TestContext;
let owner: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  owner = await person(ctx);
});
afterAll(() => ctx.close());

const start = (upTo = 1200, token = owner.token) =>
  ctx.db.tx((tx) =>
    startExport(ctx, tx, {
      kind: numbers.kind,
      by: { id: owner.id, profile: owner.profile, signInId: decodeJwt(token).jti! },
      file: 'Numeros.xlsx',
      payload: { upTo },
    }),
  );
const work = (id: number) => runTask(ctx, [numbers], id);
const fetch = (url: string) =>
  call(ctx, getExport, { params: { token: url.split('/').at(-1)! } }, {});

it('creates a file that only its URL opens', async () => {
  const { url, task, file } = await start();
  expect([file, task.state]).toEqual(['Numeros.xlsx', 'waiting']);
  expect((await fetch(url)).body.code).toBe('export_not_ready');
  await work(task.id);
  const result = await call(ctx, getTask, { params: { id: task.id } }, { token: owner.token });
  expect(result.body).toMatchObject({ state: 'done', done: 1200, total: 1200 });
  const got = await fetch(url);
  expect([got.status, got.headers['content-disposition']]).toEqual([
    200,
    'attachment; filename="Numeros.xlsx"',
  ]);
  expect(got.headers['cache-control']).toBe('no-store');
  const sheet = strFromU8(unzipSync(got.body)['xl/worksheets/sheet1.xml']!);
  expect(sheet.match(/<row /g)).toHaveLength(1201);
  expect(sheet).toContain('linha 1199');
});

it('refuses the download to an account that was blocked in the meantime', async () => {
  const { url, task } = await start();
  await work(task.id);
  for (const column of ['blocked_at', 'blocked_by_admin_at', 'deleted_at']) {
    await ctx.owner.query(`update accounts set ${column} = now() where id = $1`, [owner.id]);
    expect((await fetch(url)).body.code).toBe('export_not_found');
    await ctx.owner.query(`update accounts set ${column} = null where id = $1`, [owner.id]);
  }
  expect((await fetch(url)).status).toBe(200);
});

it('serves one complete download, and none after its session has ended', async () => {
  const first = await start();
  await work(first.task.id);
  expect((await fetch(first.url)).status).toBe(200);
  expect((await fetch(first.url)).body.code).toBe('export_not_found');
  const { token } = await session(ctx, owner.username);
  const second = await start(1200, token);
  await work(second.task.id);
  await call(ctx, signOut, {}, { token });
  expect((await fetch(second.url)).body.code).toBe('export_not_found');
});

it('serves one of two downloads at once', async () => {
  const { url, task } = await start();
  await work(task.id);
  const replies = await Promise.all([fetch(url), fetch(url)]);
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
});

it('gives each export a separate ticket that opens no other export', async () => {
  const [first, second] = [await start(), await start()];
  expect(first.url).not.toBe(second.url);
  await work(first.task.id);
  expect((await fetch(second.url)).body.code).toBe('export_not_ready');
  expect((await fetch(first.url)).status).toBe(200);
  await work(second.task.id);
  expect((await fetch(second.url)).status).toBe(200);
});

it('has an unguessable URL that the database does not store', async () => {
  const { url } = await start();
  const token = url.split('/').at(-1)!;
  expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  const { rows } = await ctx.owner.query(`select * from exports`);
  expect(JSON.stringify(rows)).not.toContain(token);
  for (const wrong of [token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A'), 'A'.repeat(43)]) {
    const refused = await fetch(`/api/files/${wrong}`);
    expect([refused.status, refused.body.code]).toEqual([404, 'export_not_found']);
  }
});

it('expires after ten minutes and is then deleted from the database', async () => {
  const { url, task } = await start();
  await work(task.id);
  const createdAt = ctx.clock.now().toISOString();
  ctx.clock.forward(9 * 60_000);
  expect((await fetch(url)).status).toBe(200);
  ctx.clock.forward(60_000);
  expect((await fetch(url)).body.code).toBe('export_not_found');
  await deleteOldRows(ctx, '5 minutes');
  const { rows } = await ctx.owner.query(
    `select count(*)::int as n from export_pieces join exports on id = export_id where expires_at is not null`,
  );
  expect(rows[0].n).toBe(0);
  ctx.clock.set(createdAt);
});

it('never sends an interrupted export and writes it again from the beginning', async () => {
  const { url, task } = await start(5000);
  fails = true;
  await work(task.id);
  fails = false;
  const result = await call(ctx, getTask, { params: { id: task.id } }, { token: owner.token });
  expect(result.body.state).toBe('failed');
  expect((await fetch(url)).body.code).toBe('export_not_ready');
  await ctx.owner.query(`update tasks set state = 'waiting' where id = $1`, [task.id]);
  await work(task.id);
  const sheet = strFromU8(unzipSync((await fetch(url)).body)['xl/worksheets/sheet1.xml']!);
  expect(sheet.match(/<row /g)).toHaveLength(5001);
});

/**
 * Tests that an account without the grants of a platform cannot find any line of that platform, not
 * even the lines of its children.
 */
import { getBatch, listBatchRows } from '@ramal/contract/batches';
import { previewBulkLines, startBulkLines } from '@ramal/contract/lines/bulk-lines';
import { findLines } from '@ramal/contract/lines/find-lines';
import {
  findLinesByWhatsapp,
  getLineHistory,
  renewLinePassword,
  restoreLine,
  setLineWhatsapp,
} from '@ramal/contract/lines/lines';
import { newP2pLines } from '@ramal/contract/lines/p2p-lines';
import { setGrants } from '@ramal/contract/resellers/resellers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Person, p2pLine, person } from '../../test/accounts.ts';
import { type TestContext, call, createTestContext } from '../../test/context.ts';
import { batchTask } from '../batches/batches.ts';
import { runTask } from '../tasks/run-tasks.ts';
import { bulkLineKinds } from './bulk/bulk-actions.ts';

const WHATSAPP = '5511900000088';

let ctx: TestContext;
let admin: Person;
let upline: Person;
let seller: Person;
let id: number;
beforeAll(async () => {
  ctx = await createTestContext();
  admin = await person(ctx, { profile: 'admin' });
  upline = await person(ctx, { parent: admin });
  seller = await person(ctx, { parent: upline, balance: 10_000, grants: ['lines.new-p2p'] });
  ({ id } = await p2pLine(ctx, seller, newP2pLines, { nota: 'Rosa', whatsapp: WHATSAPP }));
});
afterAll(() => ctx.close());

const stored = async () =>
  (await ctx.owner.query('select * from lines where id = $1', [id])).rows[0];

it.each([
  ['the account above', () => upline],
  ['an admin without the grant', () => admin],
])('%s reaches it by no call about any line', async (_who, who) => {
  const before = await stored();
  const as = { token: who().token };
  const params = { id };
  const acts = [
    await call(ctx, getLineHistory, { params }, as),
    await call(ctx, renewLinePassword, { params, body: {} }, as),
    await call(ctx, setLineWhatsapp, { params, body: { whatsapp: '5511900000099' } }, as),
  ];
  expect(acts.map(({ status, body }) => [status, body.code])).toEqual(
    acts.map(() => [404, 'line_not_found']),
  );
  const response = (await call(ctx, findLines, { query: { search: 'rosa' } }, as)).body;
  expect([response.lines, response.totals.map(({ platform }) => platform)]).toEqual([
    [],
    ['iptv', 'p2p'],
  ]);
  expect(
    (await call(ctx, findLines, { query: { search: before.username } }, as)).body.lines,
  ).toEqual([]);
  const query = { whatsapp: WHATSAPP };
  expect((await call(ctx, findLinesByWhatsapp, { query }, as)).body).toEqual([]);
  for (const bulk of [previewBulkLines, startBulkLines]) {
    const body = { platform: 'new-p2p', act: 'delete', reseller_id: seller.id } as never;
    expect((await call(ctx, bulk, { body }, as)).body.code).toBe('forbidden');
  }
  expect(await stored()).toEqual(before);
});

it('shows the line to its owner with the grant', async () => {
  const as = { token: seller.token };
  expect((await call(ctx, getLineHistory, { params: { id } }, as)).status).toBe(200);
  const response = (await call(ctx, findLines, { query: { search: 'rosa' } }, as)).body;
  expect([response.lines.map((line) => line.id), response.totals.at(-1)]).toEqual([
    [id],
    { platform: 'new-p2p', total: 1, total_exact: true },
  ]);
  const query = { whatsapp: WHATSAPP };
  expect((await call(ctx, findLinesByWhatsapp, { query }, as)).body).toHaveLength(1);
});

it('requires the grant of an admin who restores a line', async () => {
  const { id: gone } = await p2pLine(ctx, seller, newP2pLines);
  const as = { token: seller.token };
  await call(ctx, newP2pLines.remove, { params: { id: gone }, body: {} }, as);
  const restore = async () =>
    (await call(ctx, restoreLine, { params: { id: gone } }, { token: admin.token })).status;
  expect(await restore()).toBe(404);
  await give(admin, ['lines.new-p2p']);
  expect(await restore()).toBe(200);
  await give(admin, []);
});

it('changes no line in a batch whose account lost the grant', async () => {
  const other = await person(ctx, { parent: admin, balance: 1000, grants: ['lines.new-p2p'] });
  await p2pLine(ctx, other, newP2pLines);
  const as = { token: other.token };
  const body = { platform: 'new-p2p', act: 'delete' } as never;
  const { batch } = (await call(ctx, startBulkLines, { body }, as)).body;
  await give(other, []);
  const { task } = (await call(ctx, getBatch, { params: { id: batch.id } }, as)).body;
  await runTask(ctx, [batchTask(bulkLineKinds)], task.id);
  const { data } = (await call(ctx, listBatchRows, { params: { id: batch.id } }, as)).body;
  expect(data.map(({ outcome }) => outcome)).toEqual(['refused']);
  const left = 'select count(*)::int as n from lines where owner_id = $1 and deleted_at is null';
  expect((await ctx.owner.query(left, [other.id])).rows).toEqual([{ n: 1 }]);
});

const give = (who: Person, grants: string[]) =>
  call(
    ctx,
    setGrants,
    { params: { id: who.id }, body: { grants, reg_password: admin.reg_password } as never },
    { token: admin.token },
  ).then(({ status, body }) => expect([status, body]).toMatchObject([200, {}]));

/**
 * Tests functions 6 to 9: the chosen lines, one batch, lines that changed in the meantime, and the
 * undo of each line.
 */
import {
  listBulkFunctions,
  startBulkFunctions,
  undoBulkFunction,
  type BulkFunctionNumber,
} from '@ramal/contract/lines/bulk-functions';
import { extendIptvLine, promoteIptvLine } from '@ramal/contract/lines/iptv-lines';
import { beforeEach, afterEach, expect, it } from 'vitest';
import { type TestContext, call, createTestContext } from '../../../test/context.ts';
import { type Person, line, person } from '../../../test/accounts.ts';
import { batchTask } from '../../batches/batches.ts';
import { runTask } from '../../tasks/run-tasks.ts';
import { bulkFunctionKinds } from './bulk-functions.ts';

let ctx: TestContext;
let admin: Person;
let seller: Person;
beforeEach(async () => {
  ctx = await createTestContext({ RAMAL_LOG: 'silent' });
  admin = await person(ctx, { profile: 'admin' });
  seller = await person(ctx, { balance: 1000 });
});
afterEach(() => ctx.close());

const read = async (by = admin) =>
  (await call(ctx, listBulkFunctions, {}, { token: by.token })).body;
const counts = async () =>
  Object.fromEntries(
    (await read()).map((bulkFunction) => [bulkFunction.number, bulkFunction.count]),
  );
const runOf = async (number: BulkFunctionNumber) =>
  (await read()).find((bulkFunction) => bulkFunction.number === number)!.run!;
const declared = (number: BulkFunctionNumber) =>
  startBulkFunctions.find(({ action }) => action === number)!;
const start = (number: BulkFunctionNumber, body: Record<string, unknown> = {}) =>
  call(ctx, declared(number), { body }, { token: admin.token });
const work = async () =>
  runTask(
    ctx,
    [batchTask(bulkFunctionKinds)],
    (await ctx.owner.query<{ id: number }>('select max(task_id)::int as id from batches')).rows[0]!
      .id,
  );
async function run(number: BulkFunctionNumber, body = {}) {
  const { status } = await start(number, body);
  expect(status).toBe(200);
  await work();
  return runOf(number);
}
const undo = async (id: number) =>
  call(ctx, undoBulkFunction, { params: { id }, body: {} }, { token: admin.token });

const aTest = () => line(ctx, seller, { isOficial: false });
async function expired(days: number) {
  const { id } = await line(ctx, seller);
  await ctx.owner.query(
    `update lines set expires_at = $2::timestamptz - make_interval(days => $3) where id = $1`,
    [id, ctx.clock.now(), days],
  );
  return id;
}
const states = async () =>
  Object.fromEntries(
    (
      await ctx.owner.query<{ id: number; is_on: boolean; deleted: boolean }>(
        'select id::int, is_on, deleted_at is not null as deleted from lines order by id',
      )
    ).rows.map(({ id, is_on: isOn, deleted }) => [id, deleted ? 'deleted' : isOn ? 'on' : 'off']),
  );

it('blocks every running test and no other line and unblocks exactly those on undo', async () => {
  const [running, off] = [await aTest(), await aTest()];
  await ctx.owner.query('update lines set is_on = false where id = $1', [off.id]);
  const official = await line(ctx, seller);
  const before = await states();
  expect(await counts()).toEqual({ 6: 1, 7: 1, 8: 0, 9: 2 });

  const ended = await run(6, { count: 1 });
  expect(ended).toMatchObject({
    done: 1,
    refused: 0,
    by: admin.username,
    is_mine: true,
    can_undo: true,
  });
  expect(await states()).toEqual({ ...before, [running.id]: 'off' });
  expect(before[official.id]).toBe('on');

  const undone = await undo(ended.id);
  expect([undone.status, undone.body]).toMatchObject([200, { count: 1 }]);
  await work();
  expect(await states()).toEqual(before);
  expect(await runOf(6)).toMatchObject({ is_undoing: true, can_undo: false, done: 1 });
  expect((await undo(ended.id)).body.code).toBe('batch_undone');
});

it('unblocks tests and blocks exactly those on undo', async () => {
  const test = await aTest();
  await ctx.owner.query('update lines set is_on = false where id = $1', [test.id]);
  const ended = await run(7);
  expect((await states())[test.id]).toBe('on');
  await undo(ended.id);
  await work();
  expect((await states())[test.id]).toBe('off');
});

it('deletes lines expired for longer than the given days and restores them on undo', async () => {
  const [old, recent, running] = [
    await expired(91),
    await expired(89),
    (await line(ctx, seller)).id,
  ];
  expect((await counts())[8]).toBe(1);
  const ended = await run(8);
  expect(await states()).toEqual({ [old]: 'deleted', [recent]: 'on', [running]: 'on' });
  await undo(ended.id);
  await work();
  expect((await states())[old]).toBe('on');
  const earlier = await call(
    ctx,
    listBulkFunctions,
    { query: { days: 60 } },
    { token: admin.token },
  );
  expect(earlier.body.find(({ number }) => number === 8)!.count).toBe(2);
});

it('skips a line that was renewed or sold after the start of the batch', async () => {
  const old = await expired(120);
  await start(8);
  await call(
    ctx,
    extendIptvLine,
    { params: { id: old }, body: { credits: 1 } },
    { token: seller.token },
  );
  await work();
  expect(await runOf(8)).toMatchObject({ done: 0, refused: 1, can_undo: false });

  const test = await aTest();
  await start(9);
  await call(
    ctx,
    promoteIptvLine,
    { params: { id: test.id }, body: { credits: 1 } },
    { token: seller.token },
  );
  await work();
  expect(await runOf(9)).toMatchObject({ done: 0, refused: 1 });
  expect(await states()).toEqual({ [old]: 'on', [test.id]: 'on' });
});

it('refuses to start if more lines would change than confirmed or none would change', async () => {
  expect((await start(9)).body.code).toBe('batch_empty');
  await aTest();
  await aTest();
  expect((await start(9, { count: 1 })).body.code).toBe('selection_changed');
  expect((await read()).map(({ run: latest }) => latest)).toEqual([null, null, null, null]);
});

it('undoes a run only after it has ended', async () => {
  await aTest();
  const { body } = await start(9);
  expect((await undo(body.batch.id)).body.code).toBe('batch_running');
  expect((await undo(999_999)).body.code).toBe('batch_not_found');
  await work();
  expect((await undo(body.batch.id)).status).toBe(200);
});

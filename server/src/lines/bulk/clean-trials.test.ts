/**
 * Tests that cleaning deletes the caller's own tests of a range and writes an event for each. Only
 * the range of all tests includes running tests.
 */
import { DAY_MS } from '@ramal/contract/rules/durations';
import { cleanTrials, countTrials } from '@ramal/contract/lines/clean-trials';
import { deleteIptvLine } from '@ramal/contract/lines/iptv-lines';
import { getLineHistory, restoreLine } from '@ramal/contract/lines/lines';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type TestContext, call, createTestContext } from '../../../test/context.ts';
import { type Person, line, p2pLine, person } from '../../../test/accounts.ts';

let ctx: TestContext;
let admin: Person;
let seller: Person;
let child: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  admin = await person(ctx, { profile: 'admin' });
});
afterAll(() => ctx.close());
beforeEach(async () => {
  seller = await person(ctx, { parent: admin, balance: 10_000 });
  child = await person(ctx, { parent: seller, balance: 10_000 });
});

const clean = (range: number, actor = seller) =>
  call(ctx, cleanTrials, { body: { range } }, { token: actor.token });
const counted = async (actor = seller) =>
  (await call(ctx, countTrials, {}, { token: actor.token })).body;

/**
 * Creates a test that was created and that ended this number of days ago. If `endedDays` is
 * negative, the test is still running.
 */
async function test(createdDays: number, endedDays = createdDays, actor = seller): Promise<number> {
  const { id } = await line(ctx, actor, { isOficial: false });
  const ago = (days: number) => new Date(ctx.clock.now().getTime() - days * DAY_MS);
  await ctx.owner.query('update lines set created_at = $2, expires_at = $3 where id = $1', [
    id,
    ago(createdDays),
    ago(endedDays),
  ]);
  return id;
}
async function remaining(actor = seller): Promise<number[]> {
  const { rows } = await ctx.owner.query<{ id: number }>(
    'select id::int from lines where owner_id = $1 and deleted_at is null order by id',
    [actor.id],
  );
  return rows.map(({ id }) => id);
}

it('deletes the tests of the range in the number that the preview counted', async () => {
  const [today, week, fortnight, long] = [
    await test(0, -1),
    await test(8),
    await test(16),
    await test(20, -1),
  ];
  const official = (await line(ctx, seller)).id;
  const p2p = (await p2pLine(ctx, seller, undefined, { isOficial: false })).id;
  await test(20, 19, child);
  expect(await counted()).toEqual({
    all: 4,
    running: 2,
    older_than_15_days: 1,
    older_than_7_days: 2,
  });
  expect((await clean(2)).body).toEqual({ count: 1, message: 'Testes limpos com sucesso' });
  expect(await remaining()).toEqual([today, week, long, official, p2p]);
  expect(await counted()).toMatchObject({ older_than_15_days: 0, older_than_7_days: 1 });
  expect((await clean(3)).body.count).toBe(1);
  expect(await remaining()).toEqual([today, long, official, p2p]);
  expect((await clean(1)).body.count).toBe(2);
  expect(await remaining()).toEqual([official, p2p]);
  expect((await clean(1)).body.count).toBe(0);
  expect(await remaining(child)).toHaveLength(1);
  expect(fortnight).toBeGreaterThan(week);
});

it('deletes a test only after it is older than the age', async () => {
  await test(15, 14);
  await test(7, 6);
  expect(await counted()).toMatchObject({ older_than_15_days: 0, older_than_7_days: 1 });
});

it('writes an event for each deleted test and lets an admin restore one', async () => {
  const id = await test(9);
  await clean(3);
  expect((await call(ctx, restoreLine, { params: { id } }, { token: admin.token })).status).toBe(
    200,
  );
  const { body } = await call(ctx, getLineHistory, { params: { id } }, { token: seller.token });
  expect(body.data.map(({ title, actor, details }) => [title, actor, details])).toMatchObject([
    ['Linha restaurada', 'Administração', expect.anything()],
    ['Linha deletada', seller.username, ['Na limpeza dos testes']],
    ['Linha criada', seller.username, expect.anything()],
  ]);
  const { rows } = await ctx.owner.query(
    `select account_id::int, actor_id::int, before->>'username' is not null as named, source
     from events where line_id = $1 and kind = 'line-deleted'`,
    [id],
  );
  expect(rows).toEqual([{ account_id: seller.id, actor_id: seller.id, named: true, source: 1 }]);
});

it('deletes each of thousands of tests once in batches while other calls delete and clean', async () => {
  await ctx.owner.query(
    `insert into lines (platform, owner_id, username, password, is_trial, expires_at, created_at, short_code)
     select 'iptv', $1::bigint, 'limpo' || $1 || 'x' || n, 'x', true, $2::timestamptz - interval '9 days',
       $2::timestamptz - interval '10 days', 'c' || $1 || 'x' || n
     from generate_series(1, 2600) n`,
    [seller.id, ctx.clock.now()],
  );
  const some = (await remaining()).slice(0, 20);
  const [first, second, ...deleted] = await Promise.all([
    clean(3),
    clean(3),
    ...some.map((id) =>
      call(ctx, deleteIptvLine, { params: { id }, body: {} }, { token: seller.token }),
    ),
  ]);
  const removed = deleted.filter(({ status }) => status === 200).length;
  expect(first.body.count + second.body.count + removed).toBe(2600);
  expect(await remaining()).toEqual([]);
  const { rows } = await ctx.owner.query(
    `select count(*)::int as events, count(distinct line_id)::int as lines, count(distinct xmin::text)::int as batches
     from events where account_id = $1 and kind = 'line-deleted'`,
    [seller.id],
  );
  expect(rows[0]).toMatchObject({ events: 2600, lines: 2600 });
  // A transaction deletes at most five hundred lines, so that other actions do not wait long for
  // its locks.
  expect(rows[0].batches).toBeGreaterThanOrEqual(6);
});

it.each([0, 4, -1, 'todos', null])('range %s is none', async (range) => {
  const id = await test(20);
  const { status } = await call(ctx, cleanTrials, { body: { range } } as never, {
    token: seller.token,
  });
  expect(status).toBe(422);
  expect(await remaining()).toEqual([id]);
});

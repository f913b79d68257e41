/**
 * Tests simultaneous actions on one line. The line is locked until all actions wait for it. No
 * action may write values that it read before the wait.
 */
import {
  deleteIptvLine,
  editIptvLine,
  extendIptvLine,
  switchIptvLine,
  trustIptvLine,
} from '@ramal/contract/lines/iptv-lines';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestContext, call, createTestContext } from '../../../test/context.ts';
import { type Person, line, person } from '../../../test/accounts.ts';

let ctx: TestContext;
let seller: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  seller = await person(ctx, { balance: 100_000 });
});
afterAll(() => ctx.close());

const CONCURRENT = 8;

async function countLines(): Promise<number> {
  const { rows } = await ctx.owner.query<{ count: number }>(
    `select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]!.count;
}

/** Returns the responses of actions that all waited for the same line. */
async function synchronized<T>(id: number, act: (index: number) => Promise<T>): Promise<T[]> {
  const holder = await ctx.owner.connect();
  await holder.query('begin');
  await holder.query('select from lines where id = $1 for update', [id]);
  const acting = Array.from({ length: CONCURRENT }, (_, index) => act(index));
  while ((await countLines()) < CONCURRENT) await new Promise((resolve) => setTimeout(resolve, 10));
  await holder.query('commit');
  holder.release();
  return Promise.all(acting);
}

type Act = Parameters<typeof call>[1];
const act = (what: Act, id: number, body: Record<string, unknown> = {}) =>
  call(ctx, what, { params: { id }, body }, { token: seller.token });
const expiryOf = async (id: number) =>
  Number(
    (
      await ctx.owner.query(
        'select extract(epoch from expires_at) as at from lines where id = $1',
        [id],
      )
    ).rows[0].at,
  );
const eventsOf = async (id: number, kind: string) =>
  (await ctx.owner.query('select from events where line_id = $1 and kind = $2', [id, kind]))
    .rowCount;

it('grants trust once to simultaneous calls', async () => {
  const created = await line(ctx, seller);
  const replies = await synchronized(created.id, () => act(trustIptvLine, created.id));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await expiryOf(created.id)).toBe(created.exp_date_timestamp + 48 * 3600);
  expect(await eventsOf(created.id, 'line-trusted')).toBe(1);
});

it('deletes a line once for simultaneous calls', async () => {
  const { id } = await line(ctx, seller);
  const replies = await synchronized(id, () => act(deleteIptvLine, id));
  expect(replies.filter(({ status }) => status === 404)).toHaveLength(CONCURRENT - 1);
  expect(await eventsOf(id, 'line-deleted')).toBe(1);
});

it('applies each of several simultaneous switches', async () => {
  const { id } = await line(ctx, seller);
  await synchronized(id, () => act(switchIptvLine, id));
  expect([await eventsOf(id, 'line-switched-off'), await eventsOf(id, 'line-switched-on')]).toEqual(
    [4, 4],
  );
});

it('never rolls back more than three days in simultaneous calls', async () => {
  const created = await line(ctx, seller);
  const back = (exp_day: string) => act(editIptvLine, created.id, { flagVencimento: 1, exp_day });
  const replies = await synchronized(created.id, () => back('2026-12-19'));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await back('2026-12-17')).status).toBe(422);
  expect((await back('2026-12-18')).status).toBe(200);
});

it('adds up all simultaneous extensions', async () => {
  const created = await line(ctx, seller);
  const replies = await synchronized(created.id, () =>
    act(extendIptvLine, created.id, { credits: 1 }),
  );
  expect(replies.map(({ status }) => status)).toEqual(Array(CONCURRENT).fill(200));
  expect(await expiryOf(created.id)).toBe(created.exp_date_timestamp + CONCURRENT * 30 * 86_400);
});

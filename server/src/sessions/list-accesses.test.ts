/** Tests the list of sign-ins and refused attempts of an account, for itself and its ancestors. */
import { listAccesses } from '@ramal/contract/logs';
import { signIn } from '@ramal/contract/sessions';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestContext, call, createTestContext } from '../../test/context.ts';
import { PASSWORD, type Person, person } from '../../test/accounts.ts';
import { deleteOldRows } from '../retention/retention.ts';

let ctx: TestContext;
let parent: Person;
let child: Person;
let other: Person;
const CHROME =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Mobile Safari/537.36';

const enter = (username: string, password: string, ip: string) =>
  call(
    ctx,
    signIn,
    { body: { username, password } },
    { address: ip, headers: { 'user-agent': CHROME } },
  );

beforeAll(async () => {
  ctx = await createTestContext();
  // The database sets the time of events, so clock and sessions use the time of the machine.
  const until = new Date().toISOString();
  parent = await person(ctx, { until });
  child = await person(ctx, { parent, until });
  other = await person(ctx, { until });
  await ctx.owner.query('delete from sign_ins where account_id = $1', [child.id]);
  ctx.clock.set(until);
  const entered = await enter(child.username, PASSWORD, '203.0.113.20');
  if (!('access_token' in entered.body)) throw new Error('not signed in');
  child = { ...child, token: entered.body.access_token };
  await enter(child.username, 'senha-errada-1', '203.0.113.21');
});
afterAll(() => ctx.close());

const list = async (actor: Person, query: Record<string, unknown> = {}) =>
  call(ctx, listAccesses, { params: { id: child.id }, query }, { token: actor.token });

it('lists address and device and whether the sign-in succeeded', async () => {
  const { body } = await list(child);
  expect([body.id, body.username, body.total]).toEqual([child.id, child.username, 2]);
  const result = body.data.map(({ ip, device, entered }) => [ip, device, entered]);
  expect(result).toHaveLength(2);
  expect(result).toEqual(
    expect.arrayContaining([
      ['203.0.113.20', 'Chrome no Android', true],
      ['203.0.113.21', '', false],
    ]),
  );
  expect(body.data[0]!.date).toMatch(/^\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}$/);
});

it('shows the accesses to ancestors and returns not found to all others', async () => {
  expect((await list(parent)).body.total).toBe(2);
  for (const actor of [other, await person(ctx, { parent: child })]) {
    const { status, body } = await list(actor);
    expect([status, body.code]).toEqual([404, 'reseller_not_found']);
  }
});

it('searches by address and returns pages in both directions', async () => {
  expect((await list(child, { search: '113.21' })).body.data.map(({ entered }) => entered)).toEqual(
    [false],
  );
  expect((await list(child, { search: '%' })).body.total).toBe(0);
  const page = async (query: Record<string, unknown>) =>
    (await list(child, { per_page: 1, ...query })).body.data[0]!.ip;
  const both = [await page({ page: 1 }), await page({ page: 2 })];
  expect(both.toSorted()).toEqual(['203.0.113.20', '203.0.113.21']);
  expect([await page({ dir: 'asc', page: 1 }), await page({ dir: 'asc', page: 2 })]).toEqual(
    both.toReversed(),
  );
});

it('returns no addresses after their retention period', async () => {
  const reader = await person(ctx, {
    profile: 'admin',
    until: new Date(Date.now() + 92 * 86_400_000).toISOString(),
  });
  ctx.clock.set(new Date(Date.now() + 92 * 86_400_000).toISOString());
  await deleteOldRows(ctx, 'day');
  expect((await list(reader)).body.data).toEqual([]);
});

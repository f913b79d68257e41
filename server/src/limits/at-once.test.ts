/**
 * Tests that simultaneous calls never exceed a limit together: each call is counted after the
 * previous one was written.
 */
import { createIptvLine, extendIptvLine } from '@ramal/contract/lines/iptv-lines';
import { setLimits } from '@ramal/contract/resellers/limits';
import { createReseller, moveCredits } from '@ramal/contract/resellers/resellers';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type TestContext, call, createTestContext } from '../../test/context.ts';
import { PASSWORD, type Person, line, person } from '../../test/accounts.ts';

let ctx: TestContext;
let admin: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  admin = await person(ctx, { profile: 'admin' });
});
afterAll(() => ctx.close());

async function limited(body: Record<string, unknown>): Promise<Person> {
  const seller = await person(ctx, { parent: admin, balance: 1_000_000 });
  const reply = await call(
    ctx,
    setLimits,
    { params: { id: seller.id }, body },
    { token: admin.token },
  );
  expect(reply.status).toBe(200);
  return seller;
}

const create = ({ token }: Person, body: Record<string, unknown> = {}) =>
  call(
    ctx,
    createIptvLine,
    { body: { isOficial: true, credits: 1, nota: 'Cliente', package: 1, ...body } },
    { token },
  );

type Input = { query(query: string | { text: string }): unknown };
type Reply = { status: number; body: { code?: string } };

async function outcomes(replies: Promise<Reply>[]): Promise<Record<string, number>> {
  const codes = (await Promise.all(replies)).map(({ status, body }) => body.code ?? String(status));
  return Object.fromEntries(
    Object.entries(Object.groupBy(codes, (code) => code)).map(([code, all]) => [code, all!.length]),
  );
}
const fifty = (act: (index: number) => Promise<Reply>) =>
  outcomes(Array.from({ length: 50 }, (_, index) => act(index)));

it('creates 10 trials of 50 simultaneous ones with a quota of 10', async () => {
  const seller = await limited({ trials_a_day: 10 });
  const results = await fifty(() => create(seller, { isOficial: false, test_hours: 1 }));
  expect(results).toEqual({ 200: 10, limit_trials_a_day: 40 });
  const { status, headers } = await create(seller, { isOficial: false, test_hours: 1 });
  // The time is noon, so the limit resets in 12 hours, at midnight (Q-LIMITSTATUS).
  expect([status, headers['retry-after']]).toEqual([429, String(12 * 3600)]);
});

it('creates 10 lines or trials of 50 simultaneous ones with a limit of 10', async () => {
  const seller = await limited({ lines: 10 });
  const results = await fifty((index) =>
    create(seller, index % 2 ? { isOficial: false, test_hours: 1 } : {}),
  );
  expect(results).toEqual({ 200: 10, limit_lines: 40 });
});

it('never lets more credits leave in a day than the limit allows', async () => {
  const seller = await limited({ credits_a_day: 100 });
  const child = await person(ctx, { parent: seller });
  const { id } = await line(ctx, seller);
  const as = { token: seller.token };
  const ways = [
    () => create(seller, { credits: 10 }),
    () => call(ctx, extendIptvLine, { params: { id }, body: { credits: 10 } }, as),
    () => call(ctx, moveCredits, { params: { id: child.id }, body: { credits: 10, sale: 1 } }, as),
    (index: number) => {
      const body = { username: `nova-${index}`, password: PASSWORD, credits: 10, sale: 1 };
      return call(ctx, createReseller, { body }, as);
    },
  ];
  const results = await fifty((index) => ways[index % ways.length]!(index) as Promise<Reply>);
  // The seller has already spent one credit, so 99 remain. Nine calls of ten credits are therefore
  // accepted.
  expect(results).toEqual({ 200: 9, limit_credits_a_day: 41 });
  const { status, headers } = await create(seller, { credits: 10 });
  expect([status, headers['retry-after']]).toEqual([429, String(12 * 3600)]);
  const { rows } = await ctx.owner.query(
    `select sum(amount)::int as spent from entries e join wallets w on w.id = e.from_wallet where w.account_id = $1`,
    [seller.id],
  );
  expect(rows[0].spent).toBe(9_100);
});

it('adds no query for an account without limits', async () => {
  const [free, restricted] = [
    await person(ctx, { parent: admin, balance: 1_000 }),
    await limited({ lines: 5 }),
  ];
  const client = await ctx.db.pool.connect();
  const querySpy = vi.spyOn(Object.getPrototypeOf(client) as Input, 'query');
  client.release();
  const roundTrips = async (seller: Person) => {
    querySpy.mockClear();
    await line(ctx, seller);
    // Ignores the connections of jobs and sign-ins, which run at the same time.
    const { calls, contexts } = querySpy.mock;
    const texts = calls.map(([query]) => (typeof query === 'string' ? query : query.text));
    const isLock = (text: string) => text.includes('lines_id_seq');
    const connection = contexts[texts.findIndex(isLock)];
    const statements = texts.filter((_, index) => contexts[index] === connection);
    const isWrite = (text: string) => text.includes('insert into lines');
    return statements.findIndex(isWrite) - statements.findIndex(isLock) + 1;
  };
  try {
    expect([await roundTrips(free), await roundTrips(restricted)]).toEqual([2, 3]);
  } finally {
    querySpy.mockRestore();
  }
});

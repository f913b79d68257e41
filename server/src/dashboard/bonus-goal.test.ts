import { getBonusUsers } from '@ramal/contract/announcements';
import { getDashboard } from '@ramal/contract/dashboard';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestContext, TODAY, call, createTestContext } from '../../test/context.ts';
import { moveEvents } from '../../test/events.ts';
import { type Person, line, person } from '../../test/accounts.ts';

async function open(
  env: Record<string, string>,
): Promise<{ ctx: TestContext; admin: Person; seller: Person }> {
  const ctx = await createTestContext(env);
  const until = '2028-01-01';
  const admin = await person(ctx, { profile: 'admin', until });
  return { ctx, admin, seller: await person(ctx, { parent: admin, balance: 10_000, until }) };
}
const goalOf = async (ctx: TestContext, { token }: Person) =>
  (await call(ctx, getDashboard, {}, { token })).body.next_goal;
const totalOf = async (ctx: TestContext, { token }: Person) =>
  (await call(ctx, getBonusUsers, {}, { token })).body;

describe('with goals of 2, 3 and 50', () => {
  let ctx: TestContext;
  let admin: Person;
  let seller: Person;
  beforeAll(async () => ({ ctx, admin, seller } = await open({ RAMAL_BONUS_GOALS: '3, 50, 2' })));
  afterAll(() => ctx.close());

  it('returns the smallest goal above the number of official lines created this month', async () => {
    expect(await goalOf(ctx, seller)).toBe(2);
    await line(ctx, seller, { isOficial: false, test_hours: 6 });
    await line(ctx, seller);
    expect(await goalOf(ctx, seller)).toBe(2);
    await line(ctx, seller);
    expect(await goalOf(ctx, seller)).toBe(3);
    await line(ctx, seller);
    expect(await goalOf(ctx, seller)).toBe(50);
    expect(await totalOf(ctx, seller)).toEqual({ total: 3 });
  });

  it('returns no goal for an admin because an admin creates no lines', async () => {
    expect(await goalOf(ctx, admin)).toBe(0);
    expect(await totalOf(ctx, admin)).toEqual({ total: 0 });
  });

  it('starts again from zero when a month begins', async () => {
    await moveEvents(ctx, seller.id, TODAY);
    ctx.clock.set('2026-12-01T03:00:00Z');
    expect(await totalOf(ctx, seller)).toEqual({ total: 0 });
    expect(await goalOf(ctx, seller)).toBe(2);
  });
});

it('returns no goal if none is configured or all are reached', async () => {
  const none = await open({});
  expect(await goalOf(none.ctx, none.seller)).toBe(0);
  await none.ctx.close();
  const installation = await open({ RAMAL_BONUS_GOALS: '1' });
  await line(installation.ctx, installation.seller);
  expect(await goalOf(installation.ctx, installation.seller)).toBe(0);
  await installation.ctx.close();
});

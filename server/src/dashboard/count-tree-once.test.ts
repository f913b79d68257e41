/**
 * Tests that simultaneous requests of all accounts before the first roll-up count all lines only
 * once.
 */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type TestContext, createTestContext } from '../../test/context.ts';
import { type Person, person } from '../../test/accounts.ts';
import { sentDuring } from '../../test/sent-statements.ts';
import type { Actor } from '../foundation/caller.ts';
import { countTreeOnce } from './count-tree-once.ts';
import { createCountMoment } from './roll-up-tree-totals.ts';
import { lockTotals, rollUp } from './tree-totals.sql.ts';

let ctx: TestContext;
let admin: Person;
let seller: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  admin = await person(ctx, { profile: 'admin' });
  seller = await person(ctx);
  await person(ctx, { parent: seller });
});
afterAll(() => ctx.close());

const asActor = ({ id }: Person, profile: 'admin' | 'reseller') => ({ id, profile }) as Actor;

/** Returns the number of statements that count a tree during `act`. */
const countedDuring = async (act: () => Promise<unknown>): Promise<number> =>
  (await sentDuring(ctx, act)).filter((text) => text.includes('with member as (')).length;

it.each(['admin', 'reseller'] as const)(
  'shares one count between eight simultaneous requests: %s',
  async (who) => {
    const actor = asActor(who === 'admin' ? admin : seller, who);
    const answers: unknown[] = [];
    const ask = () => countTreeOnce(ctx, actor, createCountMoment(ctx.clock));
    const counted = await countedDuring(async () => {
      answers.push(...(await Promise.all(Array.from({ length: 8 }, ask))));
    });
    expect(counted).toBe(1);
    expect(answers).toEqual(Array.from({ length: 8 }, () => answers[0]));
    expect(answers[0]).toMatchObject({ directResellers: who === 'admin' ? 0 : 1 });
    // A later request counts again, because no result is cached.
    expect(await countedDuring(ask)).toBe(1);
  },
);

it('repeats a failed count for the next request', async () => {
  const broken = { db: { ...ctx.db, first: () => Promise.reject(new Error('away')) } };
  const ask = (deps: Parameters<typeof countTreeOnce>[0]) =>
    countTreeOnce(deps, asActor(seller, 'reseller'), createCountMoment(ctx.clock));
  await expect(ask(broken)).rejects.toThrow('away');
  expect(await ask(ctx)).toMatchObject({ directResellers: 1 });
});

it('lets a count of all accounts wait for another process and use its totals', async () => {
  const actor = asActor(admin, 'admin');
  const rolledUpAt = new Date(ctx.clock.now().getTime() - 5_000);
  let secondCount: Promise<{ at: Date }> | undefined;
  const counted = await countedDuring(async () => {
    await ctx.db.tx(async (tx) => {
      await tx.first(lockTotals);
      secondCount = countTreeOnce(ctx, actor, createCountMoment(ctx.clock));
      await vi.waitFor(
        async () => {
          const waiting = await tx.many({
            text: `select from pg_locks where locktype = 'advisory' and not granted`,
            values: [],
          } as never);
          expect(waiting).toHaveLength(1);
        },
        { timeout: 20_000 },
      );
      await tx.run(rollUp({ ...createCountMoment(ctx.clock), now: rolledUpAt }, 'all'));
    });
    expect((await secondCount!).at).toEqual(rolledUpAt);
  });
  // The statement of the roll-up is the only one that counts.
  expect(counted).toBe(1);
});

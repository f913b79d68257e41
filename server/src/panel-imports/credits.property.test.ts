/**
 * For any dump of resellers, the imported credits equal the credits issued for imported resellers,
 * and the undo withdraws each of them.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Person, person } from '../../test/accounts.ts';
import { type TestContext, createTestContext } from '../../test/context.ts';
import { readCreditTotals, panelCalls, xuiDump } from '../../test/panel-dumps.ts';
import { runs, timeLimit } from '../../test/property-runs.ts';
import { verifyLedger } from '../credits/credits.ts';

let ctx: TestContext;
let admin: Person;
beforeAll(async () => {
  ctx = await createTestContext({ RAMAL_LOG: 'silent' });
  admin = await person(ctx, { profile: 'admin' });
});
afterAll(() => ctx.close());

const reseller = fc.record({
  username: fc.constantFrom('ana', 'bia', 'caio', 'dora', 'edu', 'a b'),
  owner: fc.integer({ min: 0, max: 8 }),
  credits: fc.constantFrom('0', '1', '0.019', '7.5', '-1', '1e3', '250', '99999.99'),
  status: fc.constantFrom(0, 1),
});

it(
  'creates and loses no credit in any import and its undo',
  async () => {
    let times = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(reseller, { maxLength: 7 }),
        fc.integer({ min: 0, max: 300 }),
        async (drawn, rate) => {
          times += 1;
          const move = panelCalls(ctx, admin);
          const resellers = drawn.map((reseller, n) => ({ ...reseller, id: n + 2 }));
          const lines = [{ id: 1, member: 2, username: `linha-${times}`, package: 9 }];
          const { id } = await move.upload(xuiDump({ resellers, lines }), `Painel ${times}`);
          const { result } = await move.check(id, {
            packages: [],
            credit_hundredths: rate,
          });
          const { outcomes } = await move.apply(id);
          expect(outcomes.reseller.brought).toBe(result!.counts.reseller.new);
          const { issued } = await readCreditTotals(ctx);
          expect(issued).toBe(Math.round(result!.credits * 100));
          expect((await move.undo(id)).outcomes.reseller.stays).toBe(0);
          expect(await readCreditTotals(ctx)).toEqual({ issued: 0, held: 0 });
        },
      ),
      { numRuns: runs(5) },
    );
    expect(await verifyLedger(ctx)).toMatchObject({ sum: 0, drifted: [] });
  },
  timeLimit(60_000),
);

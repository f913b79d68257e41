/**
 * Tests the size of a real import, in the long form only: fifty thousand lines and two thousand
 * resellers.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Person, person } from '../../test/accounts.ts';
import { type TestContext, createTestContext } from '../../test/context.ts';
import { readCreditTotals, panelCalls, spreadDump, xuiDump } from '../../test/panel-dumps.ts';
import { isLong } from '../../test/property-runs.ts';
import { verifyLedger } from '../credits/credits.ts';

let ctx: TestContext;
let admin: Person;
beforeAll(async () => {
  ctx = await createTestContext({ RAMAL_LOG: 'silent' });
  admin = await person(ctx, { profile: 'admin' });
});
afterAll(() => ctx.close());

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  const result = await work();
  console.info(`${what}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
  return result;
}

it.runIf(isLong)(
  'imports a dump of fifty thousand lines twice and undoes it',
  async () => {
    const move = panelCalls(ctx, admin);
    const dump = xuiDump(spreadDump(2000, 50_000));
    const { id } = await timed(`upload of ${dump.length} bytes`, () => move.upload(dump));
    await timed('checking', () => move.check(id));
    const { outcomes } = await timed('import', () => move.apply(id));
    expect(outcomes).toMatchObject({ reseller: { brought: 2000 }, line: { brought: 50_000 } });
    const { issued } = await readCreditTotals(ctx);
    expect(issued).toBeGreaterThan(0);
    const second = await timed('second upload', () => move.upload(dump));
    const checked = await timed('second checking', () => move.check(second.id));
    expect(checked.result!.counts).toMatchObject({
      reseller: { new: 0, same: 2000 },
      line: { new: 0, same: 50_000 },
    });
    await timed('second import', () => move.apply(second.id));
    expect((await readCreditTotals(ctx)).issued).toBe(issued);
    const undone = await timed('undoing', () => move.undo(id));
    expect(undone.outcomes).toMatchObject({ reseller: { undone: 2000 }, line: { undone: 50_000 } });
    expect(await readCreditTotals(ctx)).toEqual({ issued: 0, held: 0 });
    expect(await verifyLedger(ctx)).toMatchObject({ sum: 0, drifted: [] });
  },
  30 * 60_000,
);

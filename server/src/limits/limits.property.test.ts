/**
 * Sets random limits in random trees. An account may never do more than its ancestors. A limit that
 * is looser than the limits above is never accepted.
 */
import { wireName } from '@ramal/contract/api/wire-names';
import { type LimitName, getLimits, setLimits } from '@ramal/contract/resellers/limits';
import { type PlatformKey, platformKeys } from '@ramal/contract/rules/platforms';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestContext, call, createTestContext } from '../../test/context.ts';
import { type Person, person } from '../../test/accounts.ts';
import { runs, timeLimit } from '../../test/property-runs.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await createTestContext();
});
afterAll(() => ctx.close());

type Value = number | PlatformKey[];
interface Act {
  /** Account that sets the limit: an account between the root and the target, or any account. */
  readonly by: { readonly height: number } | { readonly anybody: number };
  readonly on: number;
  readonly name: LimitName;
  readonly value: Value | null;
}
/** A limit in the model: its author and its target, by their positions in the tree. */
interface StoredLimit {
  readonly by: number;
  readonly on: number;
  readonly name: LimitName;
  readonly value: Value;
}

const SIZE = 7;
/** Index 0 is an admin. The parent of each other account has a lower index. */
const trees = fc.tuple(
  ...Array.from({ length: SIZE - 1 }, (_, below) =>
    fc.integer({ min: Math.max(0, below - 2), max: below }),
  ),
);
const amounts = fc.constantFrom('lines', 'creditsADay', 'lowestPrice' as const);
const acts = fc.record({
  by: fc.oneof(
    { weight: 5, arbitrary: fc.record({ height: fc.nat(SIZE) }) },
    { weight: 1, arbitrary: fc.record({ anybody: fc.nat(SIZE - 1) }) },
  ),
  on: fc.integer({ min: 1, max: SIZE - 1 }),
});
const values = fc.oneof(
  fc.record({ name: amounts, value: fc.option(fc.integer({ min: 0, max: 9 }), { freq: 5 }) }),
  fc.record({
    name: fc.constant('platforms' as const),
    value: fc.option(fc.subarray([...platformKeys]), { freq: 5 }),
  }),
);
const act: fc.Arbitrary<Act> = fc
  .tuple(acts, values)
  .map(([account, what]) => ({ ...account, ...what }));

/**
 * Returns true if a limit allows more than another one. This comparison does not use the product's
 * code.
 */
function letsThroughMore(name: LimitName, value: Value, above: Value): boolean {
  if (Array.isArray(value) && Array.isArray(above))
    return new Set([...above, ...value]).size > above.length;
  return name === 'lowestPrice' ? Number(value) < Number(above) : Number(value) > Number(above);
}

function pathsIn(parents: readonly number[]): number[][] {
  const paths: number[][] = [[0]];
  parents.forEach((parent, index) => paths.push([...paths[parent]!, index + 1]));
  return paths;
}

function strictest(name: LimitName, values: readonly Value[]): Value | null {
  if (values.length === 0) return null;
  if (name === 'platforms') {
    return platformKeys.filter((key) =>
      values.every((value) => (value as PlatformKey[]).includes(key)),
    );
  }
  return (name === 'lowestPrice' ? Math.max : Math.min)(...values.map(Number));
}

it(
  'never allows more to an account than to its ancestors for any limits',
  async () => {
    const seen = { taken: 0, looser: 0, outside: 0 };
    await fc.assert(
      fc.asyncProperty(
        trees,
        fc.array(act, { minLength: 20, maxLength: 40 }),
        async (parents, all) => {
          const paths = pathsIn(parents);
          const people: Person[] = [await person(ctx, { profile: 'admin' })];
          for (const parent of parents) people.push(await person(ctx, { parent: people[parent]! }));
          let stored: StoredLimit[] = [];
          const isAbove = (a: number, b: number) => a !== b && (a === 0 || paths[b]!.includes(a));
          for (const { by: account, on, name, value } of all) {
            const path = paths[on]!;
            const actor =
              'height' in account ? path[account.height % path.length]! : account.anybody;
            const reply = await call(
              ctx,
              setLimits,
              { params: { id: people[on]!.id }, body: { [wireName(name)]: value } },
              { token: people[actor]!.token },
            );
            const mine = (row: StoredLimit) =>
              row.on === on && row.name === name && !isAbove(row.by, actor);
            const above = stored.filter(
              (row) => row.name === name && paths[on]!.includes(row.on) && !mine(row),
            );
            const refused = above.some(
              (row) => value !== null && letsThroughMore(name, value, row.value),
            );
            // A value that is already in effect is accepted without a check.
            const effective = strictest(
              name,
              stored.filter(mine).map((row) => row.value),
            );
            const same = String(effective) === String(value);
            const outcome = isAbove(actor, on)
              ? refused && !same
                ? 'looser'
                : 'taken'
              : 'outside';
            seen[outcome] += 1;
            const answers = { taken: [200], looser: [422], outside: [403, 404] }[outcome];
            expect([outcome, answers.includes(reply.status)]).toEqual([outcome, true]);
            expect(Object.keys(reply.body.fields ?? {})).toEqual(
              outcome === 'looser' ? [wireName(name)] : [],
            );
            if (outcome !== 'taken' || same) continue;
            stored = stored.filter((row) => !mine(row));
            if (value !== null) stored.push({ by: actor, on, name, value });
          }
          for (const [position, account] of people.entries()) {
            const { body } = await call(
              ctx,
              getLimits,
              { params: { id: account.id } },
              { token: account.token },
            );
            for (const name of [
              'lines',
              'trialsADay',
              'creditsADay',
              'lowestPrice',
              'platforms',
            ] as const) {
              const rows = stored.filter(
                (row) => row.name === name && paths[position]!.includes(row.on),
              );
              const values = rows.map((row) => row.value);
              expect([name, (body.effective as Record<string, unknown>)[wireName(name)]]).toEqual([
                name,
                strictest(name, values),
              ]);
            }
          }
        },
      ),
      { numRuns: runs(8) },
    );
    // Each of the three results must occur. Otherwise the runs tested too little.
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(0);
  },
  timeLimit(120_000),
);

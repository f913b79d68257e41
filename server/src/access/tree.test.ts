/**
 * Tests that both queries for the accounts of a tree return the same accounts for every shape of
 * the tree.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestContext, createTestContext } from '../../test/context.ts';
import { runs, timeLimit } from '../../test/property-runs.ts';
import { gatherTree, idsInTree } from './access.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await createTestContext();
});
afterAll(() => ctx.close());

const FIRST = 1000;

/**
 * Random trees. The number of an account is the position of its parent among the earlier accounts.
 * An account whose number is its own position is a root.
 */
const shapes = fc
  .array(fc.nat(), { minLength: 1, maxLength: 40 })
  .map((numbers) => numbers.map((number, place) => number % (place + 1)));

async function plant(parents: readonly number[]): Promise<number[]> {
  await ctx.owner.query('delete from accounts');
  const paths: number[][] = [];
  for (const [place, parent] of parents.entries())
    paths.push([...(parent === place ? [] : paths[parent]!), FIRST + place]);
  for (const path of paths)
    await ctx.owner.query(
      `insert into accounts (id, username, password_hash, profile, parent_id, ancestors)
       values ($1, $4, '', 'reseller', $2, $3)`,
      [path.at(-1), path.at(-2) ?? null, path, `conta${path.at(-1)}`],
    );
  return paths.map((path) => path.at(-1)!);
}

it(
  'the range of paths contains exactly the accounts that have the account in their path',
  async () => {
    await fc.assert(
      fc.asyncProperty(shapes, async (parents) => {
        const ids = await plant(parents);
        for (const id of [...ids, FIRST - 1]) {
          const [range, contained] = await Promise.all(
            [gatherTree(id), idsInTree(id)].map((rows) => ctx.db.many<{ id: number }>(rows)),
          );
          const sorted = (rows: { id: number }[]) =>
            rows.map(({ id }) => id).toSorted((a, b) => a - b);
          expect(sorted(range!)).toEqual(sorted(contained!));
        }
      }),
      { numRuns: runs(15) },
    );
  },
  timeLimit(60_000),
);

import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import sql from 'sql-template-tag';
import { type TestContext, createTestContext } from '../../test/context.ts';
import { containsFolded, escapeLike } from './like.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await createTestContext();
});
afterAll(() => ctx.close());

it('escapes the wildcards of LIKE', () => {
  expect(escapeLike(String.raw`50%_of\f`)).toBe(String.raw`50\%\_of\\f`);
});

it('any text matches itself, and its characters never act as wildcards', async () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'á', 'B', '%', '_', '\\'), maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(text, text, async (value, search) => {
      const match = await ctx.db.first<{ isFound: boolean }>(sql`
        select fold(${value}) like ${containsFolded(search)} as is_found,
          strpos(fold(${value}), fold(${search})) > 0 as is_inside`);
      expect(match).toEqual({ isFound: match!.isFound, isInside: match!.isFound });
    }),
  );
});

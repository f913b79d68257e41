import { expect, it } from 'vitest';
import { createGatheredWrites } from './gather-writes.ts';

it('a single item is written at once, and items that arrive during the write are combined', async () => {
  const batches: number[][] = [];
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const add = createGatheredWrites(async (items: readonly number[]) => {
    batches.push([...items]);
    if (batches.length === 1) await released;
    return items.map((item) => item * 10);
  });
  const answers = [1, 2, 3].map(add);
  expect(batches).toEqual([[1]]);
  release();
  expect(await Promise.all(answers)).toEqual([10, 20, 30]);
  expect(batches).toEqual([[1], [2, 3]]);
});

it('a failed write rejects its waiting items, and the next write is tried', async () => {
  const add = createGatheredWrites(async (items: readonly string[]) => {
    if (items.includes('bad')) throw new Error('not written');
    return items;
  });
  await expect(add('bad')).rejects.toThrow('not written');
  expect(await add('good')).toBe('good');
});

it('the size of a combined write is limited', async () => {
  const sizes: number[] = [];
  const add = createGatheredWrites(async (items: readonly number[]) => {
    sizes.push(items.length);
    return items;
  });
  const numbers = Array.from({ length: 1_201 }, (_, number) => number);
  expect(await Promise.all(numbers.map(add))).toEqual(numbers);
  expect(sizes).toEqual([1, 500, 500, 200]);
});

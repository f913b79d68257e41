import { expect, it } from 'vitest';
import { createGatheredReads } from './gather-reads.ts';

const tens = async (numbers: readonly number[]) => {
  const answers = new Map(numbers.map((number) => [String(number), number * 10]));
  return (key: string) => answers.get(key);
};

it('requests of one event loop iteration are read together, and equal ones once', async () => {
  const batches: number[][] = [];
  const ask = createGatheredReads(String, async (numbers: readonly number[]) => {
    batches.push([...numbers]);
    return tens(numbers);
  });
  expect(await Promise.all([1, 2, 1].map(ask))).toEqual([10, 20, 10]);
  expect(batches).toEqual([[1, 2]]);
});

it('a request that arrives during its read is read again', async () => {
  let reads = 0;
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const ask = createGatheredReads(String, async () => {
    const number = (reads += 1);
    begin();
    if (number === 1) await released;
    return () => number;
  });
  const first = ask(7);
  await begun;
  const second = ask(7);
  release();
  expect(await Promise.all([first, second])).toEqual([1, 2]);
});

it('a failed read rejects its waiting requests, and the next read is tried', async () => {
  const ask = createGatheredReads(String, async (numbers: readonly number[]) => {
    if (numbers.includes(0)) throw new Error('not read');
    return tens(numbers);
  });
  await expect(Promise.all([ask(0), ask(1)])).rejects.toThrow('not read');
  expect(await ask(1)).toBe(10);
});

it('the number of simultaneous reads and the size of each are limited', async () => {
  const sizes: number[] = [];
  let underWay = 0;
  let most = 0;
  const releases: (() => void)[] = [];
  const ask = createGatheredReads(String, async (numbers: readonly number[]) => {
    sizes.push(numbers.length);
    most = Math.max(most, (underWay += 1));
    await new Promise<void>((resolve) => releases.push(resolve));
    underWay -= 1;
    return tens(numbers);
  });
  const answers = Array.from({ length: 3_100 }, (_, number) => ask(number));
  await expect.poll(() => releases.length).toBe(4);
  for (let n = 0; n < 7; n += 1) {
    await expect.poll(() => releases.length).toBeGreaterThan(n);
    releases[n]!();
  }
  expect((await Promise.all(answers)).at(-1)).toBe(30_990);
  expect(sizes).toEqual([500, 500, 500, 500, 500, 500, 100]);
  expect(most).toBe(4);
});

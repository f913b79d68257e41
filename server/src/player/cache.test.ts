import { expect, it } from 'vitest';
import { MAX_ENTRIES, createCache } from './cache.ts';

const loader =
  (value: string, bytes = value.length) =>
  async () => ({ value, bytes });

it('builds a value once even while it is still being built', async () => {
  const cache = createCache(100);
  let times = 0;
  const make = async () => {
    times += 1;
    await new Promise((resolve) => setTimeout(resolve, 20));
    return { value: 'a', bytes: 1 };
  };
  expect(await Promise.all([cache.get('k', make), cache.get('k', make)])).toEqual(['a', 'a']);
  expect(await cache.get('k', make)).toBe('a');
  expect(times).toBe(1);
});

it('drops the least recently used value above the size limit', async () => {
  const cache = createCache(10);
  await cache.get('a', loader('a', 5));
  await cache.get('b', loader('b', 5));
  await cache.get('a', loader('never'));
  await cache.get('c', loader('c', 5));
  expect(await cache.get('a', loader('A', 5))).toBe('a');
  expect(await cache.get('b', loader('B', 5))).toBe('B');
});

it('returns a value larger than the limit without storing it', async () => {
  const cache = createCache(10);
  expect(await cache.get('a', loader('a', 50))).toBe('a');
  expect(await cache.get('a', loader('A', 1))).toBe('A');
});

it('limits the number of small values', async () => {
  const cache = createCache(1_000_000);
  for (let n = 0; n <= MAX_ENTRIES; n += 1) await cache.get(`empty ${n}`, loader('[]'));
  expect(await cache.get('empty 0', loader('forgotten'))).toBe('forgotten');
  expect(await cache.get(`empty ${MAX_ENTRIES}`, loader('never'))).toBe('[]');
});

it('stores no failed value', async () => {
  const cache = createCache(10);
  await expect(cache.get('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await cache.get('a', loader('a'))).toBe('a');
});

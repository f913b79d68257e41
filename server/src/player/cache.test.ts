import { expect, it } from 'vitest';
import { MAX_ENTRIES, createCache } from './cache.ts';

const made =
  (value: string, bytes = value.length) =>
  async () => ({ value, bytes });

it('makes a thing once, also while it is still being made', async () => {
  const remembered = createCache(100);
  let times = 0;
  const make = async () => {
    times += 1;
    await new Promise((resolve) => setTimeout(resolve, 20));
    return { value: 'a', bytes: 1 };
  };
  expect(await Promise.all([remembered.get('k', make), remembered.get('k', make)])).toEqual([
    'a',
    'a',
  ]);
  expect(await remembered.get('k', make)).toBe('a');
  expect(times).toBe(1);
});

it('forgets what was not asked for the longest when it weighs too much', async () => {
  const remembered = createCache(10);
  await remembered.get('a', made('a', 5));
  await remembered.get('b', made('b', 5));
  await remembered.get('a', made('never'));
  await remembered.get('c', made('c', 5));
  expect(await remembered.get('a', made('A', 5))).toBe('a');
  expect(await remembered.get('b', made('B', 5))).toBe('B');
});

it('hands out what is heavier than everything together, and does not keep it', async () => {
  const remembered = createCache(10);
  expect(await remembered.get('a', made('a', 50))).toBe('a');
  expect(await remembered.get('a', made('A', 1))).toBe('A');
});

it('does not keep countless little things', async () => {
  const remembered = createCache(1_000_000);
  for (let n = 0; n <= MAX_ENTRIES; n += 1) await remembered.get(`empty ${n}`, made('[]'));
  expect(await remembered.get('empty 0', made('forgotten'))).toBe('forgotten');
  expect(await remembered.get(`empty ${MAX_ENTRIES}`, made('never'))).toBe('[]');
});

it('keeps no failure', async () => {
  const remembered = createCache(10);
  await expect(remembered.get('a', () => Promise.reject(new Error('away')))).rejects.toThrow(
    'away',
  );
  expect(await remembered.get('a', made('a'))).toBe('a');
});

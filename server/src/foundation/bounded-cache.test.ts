import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { createBoundedCache, measureCaches } from './bounded-cache.ts';

it('drops what was used longest ago when it weighs more than its bound', () => {
  const cache = createBoundedCache<string>({
    name: 'of-the-test',
    maxBytes: 1_000,
    bytesOf: (value) => value.length,
  });
  for (const key of ['a', 'b', 'c']) cache.set(key, 'x'.repeat(100));
  expect(cache.get('a')).toBeDefined();
  cache.set('d', 'x'.repeat(100));
  expect(['a', 'b', 'c', 'd'].filter((key) => cache.has(key))).toEqual(['a', 'c', 'd']);
});

it('keeps nothing that is larger than the whole', () => {
  const cache = createBoundedCache<string>({
    name: 'of-the-test',
    maxBytes: 1_000,
    bytesOf: (value) => value.length,
  });
  cache.set('large', 'x'.repeat(2_000));
  expect(cache.has('large')).toBe(false);
});

it('tells how much all caches of a name take, and may take', async () => {
  const caches = [1, 2].map(() => createBoundedCache<true>({ name: 'told', maxBytes: 5_000 }));
  for (const cache of caches) cache.set('key', true);
  const registry = new Registry();
  measureCaches(registry);
  const text = await registry.metrics();
  expect(text).toContain('ramal_cache_bytes{cache="told"} 406');
  expect(text).toContain('ramal_cache_max_bytes{cache="told"} 10000');
});

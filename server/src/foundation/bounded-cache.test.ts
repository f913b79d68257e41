import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { createBoundedCache, measureCaches } from './bounded-cache.ts';

it('removes the least recently used entries when it exceeds its limit', () => {
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

it('does not store a value that is larger than the limit', () => {
  const cache = createBoundedCache<string>({
    name: 'of-the-test',
    maxBytes: 1_000,
    bytesOf: (value) => value.length,
  });
  cache.set('large', 'x'.repeat(2_000));
  expect(cache.has('large')).toBe(false);
});

it('reports the used and the allowed bytes of all caches with a name', async () => {
  const caches = [1, 2].map(() => createBoundedCache<true>({ name: 'told', maxBytes: 5_000 }));
  for (const cache of caches) cache.set('key', true);
  const registry = new Registry();
  measureCaches(registry);
  const text = await registry.metrics();
  expect(text).toContain('ramal_cache_bytes{cache="told"} 406');
  expect(text).toContain('ramal_cache_max_bytes{cache="told"} 10000');
});

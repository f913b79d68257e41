/**
 * Cache of lists that are built once for all lines with the same bouquets. The key contains the
 * catalogue's version, so a cached list is never outdated. If the lists together exceed the size
 * limit, the least recently used are dropped.
 */
import { LRUCache } from 'lru-cache';
import { registerCache } from '../foundation/bounded-cache.ts';

export interface CachedValue<T> {
  readonly value: T;
  readonly bytes: number;
}

export interface Cache {
  /**
   * Returns the value of this key. Requests that arrive while it is being built share the result.
   */
  get<T>(key: string, make: () => Promise<CachedValue<T>>): Promise<T>;
}

/**
 * Maximum number of entries. The size limit alone does not bound their number: the list of an
 * unknown category is empty and has almost no size.
 */
export const MAX_ENTRIES = 20_000;

type Make = () => Promise<CachedValue<unknown>>;

export function createCache(maxBytes: number): Cache {
  const entries = new LRUCache<string, CachedValue<unknown>, Make>({
    max: MAX_ENTRIES,
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => Math.max(1, bytes),
    fetchMethod: (_key, _previous, { context: make }) => make(),
    // Callers also receive a value that the cache dropped while it was being built.
    ignoreFetchAbort: true,
  });
  registerCache('player-lists', maxBytes, entries);
  return {
    get: async <T>(key: string, make: () => Promise<CachedValue<T>>) =>
      ((await entries.fetch(key, { context: make })) as CachedValue<T>).value,
  };
}

/**
 * Lists built once for all lines that see the same. The key contains the catalogue's version, so a
 * cached list is never out of date. When the lists together exceed the size limit, the least
 * recently used are dropped.
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
 * Limits the number of entries: a player may request categories that do not exist, and an empty
 * list has almost no size.
 */
export const MAX_ENTRIES = 20_000;

export function createCache(maxBytes: number): Cache {
  const entries = new LRUCache<string, CachedValue<unknown>>({
    max: MAX_ENTRIES,
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => Math.max(1, bytes),
  });
  registerCache('player-lists', maxBytes, entries);
  const making = new Map<string, Promise<CachedValue<unknown>>>();

  /** A failure rejects all requests that wait for this value; the next request tries again. */
  async function start(key: string, make: () => Promise<CachedValue<unknown>>) {
    try {
      const entry = await Promise.resolve().then(make);
      entries.set(key, entry);
      return entry;
    } finally {
      making.delete(key);
    }
  }

  return {
    get: async <T>(key: string, make: () => Promise<CachedValue<T>>) => {
      const cached = entries.get(key) as CachedValue<T> | undefined;
      if (cached) return cached.value;
      const current = making.get(key) ?? start(key, make);
      making.set(key, current);
      return ((await current) as CachedValue<T>).value;
    },
  };
}

/**
 * Lists made once and handed to every line that sees the same. The key holds the catalogue's version, so
 * what is cached is never out of date; the least recently used go when all weigh too much together.
 */
import { LRUCache } from 'lru-cache';

export interface CachedValue<T> {
  readonly value: T;
  readonly bytes: number;
}

export interface Cache {
  /** What was made under this key, or is being made for somebody else right now. */
  get<T>(key: string, make: () => Promise<CachedValue<T>>): Promise<T>;
}

/** A player may ask for categories that do not exist, and an empty list weighs next to nothing. */
export const MAX_ENTRIES = 20_000;

export function createCache(maxBytes: number): Cache {
  const made = new LRUCache<string, CachedValue<unknown>>({
    max: MAX_ENTRIES,
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => Math.max(1, bytes),
  });
  const making = new Map<string, Promise<CachedValue<unknown>>>();

  /** A failure reaches those who wait for it; the next one tries again. */
  async function start(key: string, make: () => Promise<CachedValue<unknown>>) {
    try {
      const entry = await Promise.resolve().then(make);
      made.set(key, entry);
      return entry;
    } finally {
      making.delete(key);
    }
  }

  return {
    get: async <T>(key: string, make: () => Promise<CachedValue<T>>) => {
      const known = made.get(key) as CachedValue<T> | undefined;
      if (known) return known.value;
      const current = making.get(key) ?? start(key, make);
      making.set(key, current);
      return ((await current) as CachedValue<T>).value;
    },
  };
}

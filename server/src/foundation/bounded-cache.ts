/**
 * Caches in the memory of a process. The bytes of each cache are limited, and an empty cache takes
 * no memory. /metrics reports the bytes of all caches by name.
 */
import { LRUCache } from 'lru-cache';
import { Gauge, type Registry } from 'prom-client';

interface CacheBounds<V> {
  /** Name of the cache in /metrics. */
  readonly name: string;
  readonly maxBytes: number;
  /** Returns the bytes of a value, without its key. Values count as 0 bytes by default. */
  readonly bytesOf?: (value: V) => number;
  readonly ttlMs?: number;
  /** Clock in milliseconds, which tests replace. */
  readonly now?: () => number;
}

/**
 * Bytes of an entry in addition to key and value, measured with keys of 20 characters on Node 24.
 */
const ENTRY_BYTES = 200;

export function createBoundedCache<V extends NonNullable<unknown>>({
  name,
  maxBytes,
  bytesOf,
  ttlMs,
  now,
}: CacheBounds<V>): LRUCache<string, V> {
  // Without a maximum number of entries the library allocates nothing in advance.
  const cache = new LRUCache<string, V>({
    maxSize: maxBytes,
    sizeCalculation: (value, key) => ENTRY_BYTES + key.length + (bytesOf?.(value) ?? 0),
    ...(ttlMs === undefined ? {} : { ttl: ttlMs }),
    ...(now === undefined ? {} : { perf: { now }, ttlResolution: 0 }),
  });
  registerCache(name, maxBytes, cache);
  return cache;
}

interface MeasuredCache {
  readonly calculatedSize: number;
}

/** The caches in use by name. Weak references let an unused cache be collected. */
const registered = new Map<
  string,
  { readonly maxBytes: number; readonly caches: WeakRef<MeasuredCache>[] }
>();

/** Adds a cache to /metrics. */
export function registerCache(name: string, maxBytes: number, cache: MeasuredCache): void {
  const same =
    registered.get(name)?.caches.filter((reference) => reference.deref() !== undefined) ?? [];
  registered.set(name, { maxBytes, caches: [...same, new WeakRef(cache)] });
}

export function measureCaches(registry: Registry): void {
  const registers = [registry];
  new Gauge({
    name: 'ramal_cache_bytes',
    help: 'Memory that the caches of a name take',
    labelNames: ['cache'],
    registers,
    collect() {
      for (const [name, { caches }] of registered)
        this.set(
          { cache: name },
          sum(caches, (cache) => cache.calculatedSize),
        );
    },
  });
  new Gauge({
    name: 'ramal_cache_max_bytes',
    help: 'Memory that the caches of a name may take at most',
    labelNames: ['cache'],
    registers,
    collect() {
      for (const [name, { maxBytes, caches }] of registered)
        this.set(
          { cache: name },
          sum(caches, () => maxBytes),
        );
    },
  });
}

const sum = (
  caches: readonly WeakRef<MeasuredCache>[],
  bytesOf: (cache: MeasuredCache) => number,
): number =>
  caches.reduce((total, reference) => {
    const cache = reference.deref();
    return cache ? total + bytesOf(cache) : total;
  }, 0);

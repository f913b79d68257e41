/**
 * Caches in the memory of a process. Each is bounded by the bytes it may take and takes none while it is
 * empty; /metrics tells how full all caches of a name are.
 */
import { LRUCache } from 'lru-cache';
import { Gauge, type Registry } from 'prom-client';

export interface CacheBounds<V> {
  /** As /metrics names it. */
  readonly name: string;
  readonly maxBytes: number;
  /** What a value weighs beside its key; nothing unless said otherwise. */
  readonly bytesOf?: (value: V) => number;
  readonly ttlMs?: number;
  /** Where time is moved by tests. */
  readonly now?: () => number;
}

/** What an entry takes beside its key and value, measured with keys of 20 characters on Node 24. */
const ENTRY_BYTES = 200;

export function createBoundedCache<V extends NonNullable<unknown>>({
  name,
  maxBytes,
  bytesOf,
  ttlMs,
  now,
}: CacheBounds<V>): LRUCache<string, V> {
  // Without a number of entries the library allots nothing in advance.
  const cache = new LRUCache<string, V>({
    maxSize: maxBytes,
    sizeCalculation: (value, key) => ENTRY_BYTES + key.length + (bytesOf?.(value) ?? 0),
    ...(ttlMs === undefined ? {} : { ttl: ttlMs }),
    ...(now === undefined ? {} : { perf: { now }, ttlResolution: 0 }),
  });
  registerCache(name, maxBytes, cache);
  return cache;
}

interface Weighed {
  readonly calculatedSize: number;
}

/** The caches in use by name; one that nobody uses any more is not kept alive by being counted. */
const registered = new Map<
  string,
  { readonly maxBytes: number; readonly caches: WeakRef<Weighed>[] }
>();

/** Has a cache told in /metrics. */
export function registerCache(name: string, maxBytes: number, cache: Weighed): void {
  const same = registered.get(name)?.caches.filter((one) => one.deref() !== undefined) ?? [];
  registered.set(name, { maxBytes, caches: [...same, new WeakRef(cache)] });
}

/** Adds the measures of all caches. */
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

const sum = (caches: readonly WeakRef<Weighed>[], bytesOf: (cache: Weighed) => number): number =>
  caches.reduce((total, one) => {
    const cache = one.deref();
    return cache ? total + bytesOf(cache) : total;
  }, 0);

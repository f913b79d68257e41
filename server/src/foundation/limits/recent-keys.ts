import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';

const MAX_KEYS = 20_000;

/** Adds a key; false when it was added within the time already. The oldest go when there are too many. */
export type AddRecentKey = (key: string) => boolean;

/** One process remembers for itself: several processes may add the same key once each. */
export function createRecentKeys(clock: Clock, forMs: number): AddRecentKey {
  const keys = new LRUCache<string, true>({
    max: MAX_KEYS,
    ttl: forMs,
    ttlResolution: 0,
    perf: { now: () => clock.now().getTime() },
  });
  return (key) => {
    if (keys.has(key)) return false;
    keys.set(key, true);
    return true;
  };
}

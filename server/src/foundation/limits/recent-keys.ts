import { createBoundedCache } from '../bounded-cache.ts';
import type { Clock } from '../clock.ts';

/** About twenty thousand keys. */
const KEYS_BYTES = 4_000_000;

/**
 * Adds a key. Returns false if it was already added within the period. The oldest keys are removed
 * when the cache is full.
 */
type AddRecentKey = (key: string) => boolean;

/** Keys are stored per process: several processes may add the same key once each. */
export function createRecentKeys(clock: Clock, forMs: number): AddRecentKey {
  const keys = createBoundedCache<true>({
    name: 'recent-keys',
    maxBytes: KEYS_BYTES,
    ttlMs: forMs,
    now: () => clock.now().getTime(),
  });
  return (key) => {
    if (keys.has(key)) return false;
    keys.set(key, true);
    return true;
  };
}

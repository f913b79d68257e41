import { createBoundedCache } from '../bounded-cache.ts';
import type { Clock } from '../clock.ts';

/** Size of the cache in bytes, enough for about twenty thousand keys. */
const KEYS_BYTES = 4_000_000;

/**
 * Adds a key. Returns false if it was already added within `forMs`. The oldest keys are removed
 * when the cache is full.
 */
type AddRecentKey = (key: string) => boolean;

/**
 * Creates the set of recent keys of this process. Other processes do not know its keys, so each may
 * accept the same key once.
 */
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

/**
 * Holds back an address that keeps missing. Generous, because behind one address of a phone network
 * sit hundreds of customers.
 */
import { refuse } from '@ramal/contract/errors';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { networkOf } from '../foundation/http/request-meta.ts';

export interface RateLimiter {
  /** Refuses with 429 and Retry-After while too much was missed. */
  check(address: string): Promise<void>;
  miss(address: string): Promise<void>;
}

export function createRateLimiter(misses: number, seconds: number): RateLimiter {
  const limiter = new RateLimiterMemory({ points: misses, duration: seconds });
  return {
    check: async (address) => {
      const known = await limiter.get(networkOf(address));
      if (!known || known.consumedPoints < misses) return;
      const retryAfterSeconds = Math.max(1, Math.ceil(known.msBeforeNext / 1000));
      refuse('too_many_attempts', { values: { seconds: retryAfterSeconds }, retryAfterSeconds });
    },
    miss: async (address) => {
      await limiter.penalty(networkOf(address));
    },
  };
}

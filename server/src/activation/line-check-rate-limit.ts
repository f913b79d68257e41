/**
 * Limits guesses of lines' passwords by apps: for an address, as players are limited, and for a name, so
 * that many addresses together get no further. A network that knew the right password of a name is still
 * answered while others guess, so that nobody shuts a customer out by guessing badly. Apps ask all day
 * and are right: that costs no query but one a day. Failures are kept for the admin with the password
 * masked (Q-BLPASS).
 */
import { MINUTE_MS } from '@ramal/contract/rules/durations';
import { LRUCache } from 'lru-cache';
import type { RateLimiterRes } from 'rate-limiter-flexible';
import type { AppContext } from '../foundation/app-context.ts';
import { digest } from '../foundation/digest.ts';
import { networkOf } from '../foundation/http/request-meta.ts';
import {
  createFailureLimiter,
  createRateLimiter,
  refuseTooMany,
} from '../foundation/rate-limiter.ts';
import { createRecentKeys } from '../foundation/recent-keys.ts';
import { createPlayerSignInRateLimit, type SignInAttempt } from '../player/player.ts';

export interface LineCheckRateLimit {
  /** Refuses an address with too many failures, and an unknown network when the name has too many. */
  check(attempt: SignInAttempt): Promise<void>;
  countSuccess(attempt: SignInAttempt): Promise<void>;
  countFailure(attempt: SignInAttempt): Promise<void>;
}

/** An app that repeats one wrong password all day counts as one guess. */
const SAME_GUESS_MS = 10 * MINUTE_MS;

export function createLineCheckRateLimit(ctx: AppContext): LineCheckRateLimit {
  const addresses = createPlayerSignInRateLimit(ctx, 'app-sign-in');
  const names = createFailureLimiter(ctx, 'app-sign-in-name');
  const homes = createHomes(ctx);
  const addGuess = createRecentKeys(ctx.clock, SAME_GUESS_MS);
  return {
    check: async (attempt) => {
      await addresses.check(attempt.address);
      const waitMs = await names.blockedForMs(digest(attempt.username));
      if (waitMs > 0 && !(await homes.has(attempt))) refuseTooMany(waitMs);
    },
    countSuccess: homes.add,
    countFailure: async (attempt) => {
      await addresses.countFailure(attempt);
      const { username, password } = attempt;
      if (addGuess(digest(username, password))) await names.countFailure(digest(username));
    },
  };
}

const MAX_KNOWN_HOMES = 20_000;

/** The networks that knew the right password of a name within a day, shared by all processes. */
function createHomes(ctx: AppContext) {
  const homes = createRateLimiter(ctx, 'app-sign-in-home');
  const known = new LRUCache<string, true>({ max: MAX_KNOWN_HOMES });
  const keyOf = ({ username, address }: SignInAttempt) => digest(username, networkOf(address));

  function remember(key: string, home: RateLimiterRes): void {
    if (home.msBeforeNext > 0) known.set(key, true, { ttl: home.msBeforeNext });
  }

  async function has(attempt: SignInAttempt): Promise<boolean> {
    const key = keyOf(attempt);
    if (known.has(key)) return true;
    const home = await homes.get(key);
    if (home) remember(key, home);
    return home !== null;
  }

  return {
    has,
    add: async (attempt: SignInAttempt) => {
      if (await has(attempt)) return;
      const key = keyOf(attempt);
      remember(key, await homes.penalty(key));
    },
  };
}

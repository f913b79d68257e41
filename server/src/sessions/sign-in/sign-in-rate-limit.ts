/**
 * Rate limits of signing in (Q-HUMAN): five attempts a minute for an account from one network, twenty
 * for a network, counted in PostgreSQL for all processes together, and before any hashing. A success
 * gives its attempt back. Failures from unknown networks also delay further unknown networks of that
 * account, longer each time; a network that the account signed in from before is never delayed by
 * them.
 */
import type { AppContext } from '../../foundation/app-context.ts';
import { consume, createRateLimiter, refuseTooMany } from '../../foundation/rate-limiter.ts';
import { rateLimits } from '../../foundation/rate-limits.ts';

export interface SignInAttempt {
  /** The account, or the unknown name. */
  readonly account: string;
  /** See `networkOf`. */
  readonly network: string;
  /** The account signed in from this network before. */
  readonly isKnownNetwork: boolean;
}

export interface SignInRateLimit {
  /** Counts one attempt; refuses when there were too many. */
  spend(attempt: SignInAttempt): Promise<void>;
  giveBack(attempt: SignInAttempt): Promise<void>;
  failed(attempt: SignInAttempt): Promise<void>;
  /**
   * Counts an attempt at the second step as well. An attacker with the password, on the owner's
   * network, is delayed by nothing else, and five attempts a minute for a day would find a code once
   * in fifty. All unknown networks are counted together: an attacker with thousands would try a code
   * from each at once.
   */
  spendSecondStep(attempt: SignInAttempt): Promise<void>;
  giveBackSecondStep(attempt: SignInAttempt): Promise<void>;
  /** A passkey's answer has no name, so it counts as an attempt of its network alone. */
  spendAddress(network: string): Promise<void>;
  giveAddressBack(network: string): Promise<void>;
  /** Creating a challenge costs little, and is counted so that it cannot cost much. */
  spendOffer(network: string): Promise<void>;
}

const FREE_FAILURES = rateLimits['sign-in-failures'].points;
const LONGEST_DELAY_SECONDS = rateLimits['sign-in-delay'].seconds;

export function createSignInRateLimit(ctx: AppContext): SignInRateLimit {
  const byAddress = createRateLimiter(ctx, 'sign-in-address');
  const byPair = createRateLimiter(ctx, 'sign-in-pair');
  const failures = createRateLimiter(ctx, 'sign-in-failures');
  const delays = createRateLimiter(ctx, 'sign-in-delay');
  const offers = createRateLimiter(ctx, 'passkey-offer');
  const secondSteps = createRateLimiter(ctx, 'sign-in-second');
  const pairOf = ({ account, network }: SignInAttempt): string => `${account}|${network}`;
  const sideOf = (attempt: SignInAttempt): string =>
    attempt.isKnownNetwork ? pairOf(attempt) : attempt.account;
  return {
    spend: async (attempt) => {
      await consume(byAddress, attempt.network);
      await consume(byPair, pairOf(attempt));
      if (attempt.isKnownNetwork) return;
      const delay = await delays.get(attempt.account);
      if (delay && delay.msBeforeNext > 0) refuseTooMany(delay.msBeforeNext);
    },
    giveBack: async (attempt) => {
      await byAddress.reward(attempt.network);
      await byPair.reward(pairOf(attempt));
    },
    spendSecondStep: (attempt) => consume(secondSteps, sideOf(attempt)),
    giveBackSecondStep: async (attempt) => void (await secondSteps.reward(sideOf(attempt))),
    failed: async (attempt) => {
      if (attempt.isKnownNetwork) return;
      const { consumedPoints } = await failures.penalty(attempt.account);
      const over = consumedPoints - FREE_FAILURES;
      if (over > 0) await delays.block(attempt.account, Math.min(2 ** over, LONGEST_DELAY_SECONDS));
    },
    spendAddress: (network) => consume(byAddress, network),
    giveAddressBack: async (network) => {
      await byAddress.reward(network);
    },
    spendOffer: (network) => consume(offers, network),
  };
}

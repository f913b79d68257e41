/**
 * Rate limits of signing in (Q-HUMAN, Q-LOGINPRESSURE), counted in PostgreSQL for all processes
 * together and before any hashing. A success returns its attempts.
 *
 * A device or network that the account used before has a limit of its own, which no stranger can
 * use up. Strangers share twenty attempts a minute for each account. Fifteen are for networks that
 * try this account for the first time within the hour, five for the others. A persistent attacker
 * thus leaves the fifteen to an owner on a new network.
 *
 * Beyond them a stranger proves more work instead of being refused, and its password waits in a
 * separate queue. A limit by name alone never refuses the owner.
 */
import { refuse } from '@ramal/contract/api/errors';
import type { RateLimiterPostgres } from 'rate-limiter-flexible';
import type { PasswordQueue } from '../../access/access.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { consume, createRateLimiter, tryConsume } from '../../foundation/limits/rate-limiter.ts';

export interface SignInAttempt {
  /** The account, or the unknown name. */
  readonly account: string;
  /** See `networkOf`. */
  readonly network: string;
  /** The account signed in from this network before. */
  readonly isKnownNetwork: boolean;
  /** The account signed in on this device before. */
  readonly knownDevice: string | undefined;
}

export interface SignInRateLimit {
  /** Counts one attempt of a device or network; refuses when there were too many. */
  spend(attempt: SignInAttempt): Promise<void>;
  /**
   * Counts an attempt of a stranger against what all strangers share for the account. It comes after
   * the human check, so that each attempt costs an attacker its work. Beyond the limit it refuses an
   * attempt that does not prove more work. The attempt to give back is the answer's.
   */
  spendAsStranger(
    attempt: SignInAttempt,
    provesWork: () => Promise<boolean>,
  ): Promise<SpentAttempt>;
  giveBack(attempt: SpentAttempt): Promise<void>;
  /**
   * Counts an attempt at the second step as well. Nothing else delays an attacker with the password
   * on the owner's network. Five attempts a minute for a day would find a code once in fifty. All
   * unknown networks are counted together: an attacker with thousands would try a code from each at
   * once.
   */
  spendSecondStep(attempt: SignInAttempt): Promise<void>;
  giveBackSecondStep(attempt: SignInAttempt): Promise<void>;
  /** A passkey's answer has no name, so it counts as an attempt of its network alone. */
  spendAddress(network: string): Promise<void>;
  giveAddressBack(network: string): Promise<void>;
  /** Creating a challenge costs little, and is counted so that it cannot cost much. */
  spendOffer(network: string): Promise<void>;
}

/** With the bucket of strangers that it was counted in. */
interface SpentAttempt extends SignInAttempt {
  readonly bucket?: RateLimiterPostgres;
  readonly queue: PasswordQueue;
}

const sourceOf = ({ account, network, knownDevice }: SignInAttempt): string =>
  knownDevice ? `${account}|${knownDevice}` : `${account}|${network}`;

const isStranger = ({ isKnownNetwork, knownDevice }: SignInAttempt): boolean =>
  !isKnownNetwork && knownDevice === undefined;

export function createSignInRateLimit(ctx: AppContext): SignInRateLimit {
  const byAddress = createRateLimiter(ctx, 'sign-in-address');
  const bySource = createRateLimiter(ctx, 'sign-in-pair');
  const firstTries = createRateLimiter(ctx, 'sign-in-first-try');
  const newNetworks = createRateLimiter(ctx, 'sign-in-strangers');
  const triedNetworks = createRateLimiter(ctx, 'sign-in-strangers-again');
  const offers = createRateLimiter(ctx, 'passkey-offer');
  const secondSteps = createRateLimiter(ctx, 'sign-in-second');
  const sideOf = (attempt: SignInAttempt): string =>
    isStranger(attempt) ? attempt.account : sourceOf(attempt);
  return {
    spend: async (attempt) => {
      // A neighbour behind the same address must not use up a known device's attempts.
      if (!attempt.knownDevice) await consume(byAddress, attempt.network);
      await consume(bySource, sourceOf(attempt));
    },
    spendAsStranger: async (attempt, provesWork) => {
      if (!isStranger(attempt)) return { ...attempt, queue: 'usual' };
      // The refused attempt counts too, so that a repeated try is not a first one.
      const isFirst = await tryConsume(firstTries, sourceOf(attempt));
      const bucket = isFirst ? newNetworks : triedNetworks;
      if (await tryConsume(bucket, attempt.account)) return { ...attempt, bucket, queue: 'usual' };
      if (!(await provesWork())) refuse('proof_of_work_required');
      return { ...attempt, queue: 'under-pressure' };
    },
    giveBack: async ({ bucket, ...attempt }) => {
      if (!attempt.knownDevice) await byAddress.reward(attempt.network);
      await bySource.reward(sourceOf(attempt));
      if (!bucket) return;
      await bucket.reward(attempt.account);
      if (bucket === newNetworks) await firstTries.reward(sourceOf(attempt));
    },
    spendSecondStep: (attempt) => consume(secondSteps, sideOf(attempt)),
    giveBackSecondStep: async (attempt) => void (await secondSteps.reward(sideOf(attempt))),
    spendAddress: (network) => consume(byAddress, network),
    giveAddressBack: async (network) => {
      await byAddress.reward(network);
    },
    spendOffer: (network) => consume(offers, network),
  };
}

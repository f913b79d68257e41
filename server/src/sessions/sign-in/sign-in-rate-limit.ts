/**
 * Rate limits of signing in (Q-HUMAN, Q-LOGINPRESSURE), counted in PostgreSQL for all processes
 * together and before any hashing. A success returns its attempts.
 *
 * A device or network that the account used before has a separate limit, which no other network can
 * use up. Unknown networks share twenty attempts a minute for each account. Fifteen are for
 * networks that try this account for the first time within the hour, five for the others. A
 * persistent attacker thus leaves the fifteen to an owner on a new network.
 *
 * Beyond this limit an unknown network must send a proof of work, and its password waits in a
 * separate queue. The limit of a user name alone never refuses the owner.
 */
import { refuse } from '@ramal/contract/api/errors';
import type { RateLimiterPostgres } from 'rate-limiter-flexible';
import type { PasswordQueue } from '../../access/access.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { consume, createRateLimiter, tryConsume } from '../../foundation/limits/rate-limiter.ts';

export interface SignInAttempt {
  /** `#` and the id of the account, or the typed name in lower case if no account has it. */
  readonly account: string;
  /** Network of the address, as `toNetwork` calculates it. */
  readonly network: string;
  readonly isKnownNetwork: boolean;
  /** Id of the device if the account signed in on it before; otherwise undefined. */
  readonly knownDevice: string | undefined;
}

export interface SignInRateLimit {
  /** Counts one attempt of a device or network; refuses if there were too many. */
  spend(attempt: SignInAttempt): Promise<void>;
  /**
   * Counts an attempt of an unknown network against the limit that all unknown networks share for
   * the account. An attempt of a known network or device is not counted here. Beyond the limit, an
   * attempt without a proof of work is refused. The caller requires the human check first, so that
   * each attempt costs an attacker some work. After a success it passes the result to `giveBack`.
   */
  spendAsStranger(
    attempt: SignInAttempt,
    provesWork: () => Promise<boolean>,
  ): Promise<SpentAttempt>;
  giveBack(attempt: SpentAttempt): Promise<void>;
  /**
   * Counts an attempt at the second step too, because nothing else delays an attacker who has the
   * password on the owner's network. Five attempts a minute for a day would find a code with a
   * probability of one in fifty. All unknown networks are counted together, because an attacker
   * with thousands of networks could try a code from each at the same time.
   */
  spendSecondStep(attempt: SignInAttempt): Promise<void>;
  giveBackSecondStep(attempt: SignInAttempt): Promise<void>;
  /** Counts the response of a passkey for its network only, because it contains no user name. */
  spendAddress(network: string): Promise<void>;
  giveAddressBack(network: string): Promise<void>;
  /** Counts the creation of a challenge, because many creations would cost much. */
  spendOffer(network: string): Promise<void>;
}

/**
 * Counted attempt. `bucket` is the limit of unknown networks that counted it; undefined if none
 * did. `queue` is the queue for its password check.
 */
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
      // A known device is not counted by its address, because other users of the same address could
      // use up its attempts.
      if (!attempt.knownDevice) await consume(byAddress, attempt.network);
      await consume(bySource, sourceOf(attempt));
    },
    spendAsStranger: async (attempt, provesWork) => {
      if (!isStranger(attempt)) return { ...attempt, queue: 'usual' };
      // The attempt counts as tried even if it is refused. The next attempt then does not count as
      // the first one.
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

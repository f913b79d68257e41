/**
 * How often one may try (Q-HUMAN): five a minute for an account from one address, twenty for an
 * address, counted in PostgreSQL so that every process counts alike, and spent before any hashing. A
 * success gives its attempt back. On top, failures from strange addresses delay further strange
 * addresses of that account, longer each time; an address the account signed in from never waits for
 * what strangers do.
 */
import { refuse } from '@ramal/contract/errors';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { House } from '../foundation/house.ts';

export interface Attempt {
  /** The account, or the name nobody has. */
  readonly account: string;
  /** See `networkOf`. */
  readonly network: string;
  /** The account signed in from this network before. */
  readonly isKnownNetwork: boolean;
}

export interface Attempts {
  /** Counts one attempt; refuses when there were too many. */
  spend(attempt: Attempt): Promise<void>;
  giveBack(attempt: Attempt): Promise<void>;
  failed(attempt: Attempt): Promise<void>;
}

const MINUTE_SECONDS = 60;
const FAILURES_REMEMBERED_SECONDS = 3600;
const FREE_FAILURES = 5;
const LONGEST_DELAY_SECONDS = 300;

export function makeAttempts(house: House): Attempts {
  const limiter = (keyPrefix: string, points: number, duration: number): RateLimiterPostgres =>
    new RateLimiterPostgres({
      storeClient: storeOf(house),
      storeType: 'client',
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: keyPrefix === 'sign-in-address',
      keyPrefix,
      points,
      duration,
    });
  const byAddress = limiter('sign-in-address', 20, MINUTE_SECONDS);
  const byPair = limiter('sign-in-pair', 5, MINUTE_SECONDS);
  const failures = limiter('sign-in-failures', FREE_FAILURES, FAILURES_REMEMBERED_SECONDS);
  const delays = limiter('sign-in-delay', 0, LONGEST_DELAY_SECONDS);
  const pairOf = ({ account, network }: Attempt): string => `${account}|${network}`;
  return {
    spend: async (attempt) => {
      await consume(byAddress, attempt.network);
      await consume(byPair, pairOf(attempt));
      if (attempt.isKnownNetwork) return;
      const delay = await delays.get(attempt.account);
      if (delay && delay.msBeforeNext > 0) tooMany(delay);
    },
    giveBack: async (attempt) => {
      await byAddress.reward(attempt.network);
      await byPair.reward(pairOf(attempt));
    },
    failed: async (attempt) => {
      if (attempt.isKnownNetwork) return;
      const { consumedPoints } = await failures.penalty(attempt.account);
      const over = consumedPoints - FREE_FAILURES;
      if (over > 0) await delays.block(attempt.account, Math.min(2 ** over, LONGEST_DELAY_SECONDS));
    },
  };
}

async function consume(limiter: RateLimiterPostgres, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (over) {
    if (over instanceof RateLimiterRes) tooMany(over);
    throw over;
  }
}

function tooMany({ msBeforeNext }: RateLimiterRes): never {
  const seconds = Math.max(2, Math.ceil(msBeforeNext / 1000));
  refuse('too_many_attempts', { values: { seconds }, retryAfterSeconds: seconds });
}

interface Query {
  readonly name?: string;
  readonly text: string;
  readonly values: unknown[];
}

/** The library names its statements, which a pooler in transaction mode does not bear. */
const storeOf = ({ db, config }: House) => ({
  query: ({ name, text, values }: Query) =>
    db.pool.query(name && !config.databasePooled ? { name, text, values } : { text, values }),
});

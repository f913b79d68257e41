/** Counters of attempts, kept in PostgreSQL so that every process counts alike. */
import { refuse } from '@ramal/contract/errors';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { AppContext } from './app-context.ts';

export interface RateLimit {
  /** Names the counter; each key counts below it. */
  readonly name: string;
  readonly points: number;
  readonly seconds: number;
  /** Clears what is over now and then: one of the house's counters does it for all of them. */
  readonly clears?: boolean;
}

export const rateLimiter = (
  ctx: AppContext,
  { name, points, seconds, clears = false }: RateLimit,
): RateLimiterPostgres =>
  new RateLimiterPostgres({
    storeClient: storeOf(ctx),
    storeType: 'client',
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: clears,
    keyPrefix: name,
    points,
    duration: seconds,
  });

/** Counts one attempt; refuses when there were too many. */
export async function consume(
  limiter: { consume(key: string): Promise<unknown> },
  key: string,
): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (over) {
    if (over instanceof RateLimiterRes) tooMany(over);
    throw over;
  }
}

export function tooMany({ msBeforeNext }: RateLimiterRes): never {
  const seconds = Math.max(2, Math.ceil(msBeforeNext / 1000));
  refuse('too_many_attempts', { values: { seconds }, retryAfterSeconds: seconds });
}

interface Query {
  readonly name?: string;
  readonly text: string;
  readonly values: unknown[];
}

/** The library names its statements, which a pooler in transaction mode does not bear. */
const storeOf = ({ db, config }: AppContext) => ({
  query: ({ name, text, values }: Query) =>
    db.pool.query(name && !config.databasePooled ? { name, text, values } : { text, values }),
});

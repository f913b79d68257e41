/** Applies the limits of `rate-limits.ts`. The counts are rows of the table `rate_limits`. */
import { refuse } from '@ramal/contract/api/errors';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { AppContext } from '../app-context.ts';
import { createBoundedCache } from '../bounded-cache.ts';
import { createGatheredReads } from '../queries/gather-reads.ts';
import { createGatheredWrites } from '../queries/gather-writes.ts';
import { type PointCount, addPoints, readPoints } from './add-points.ts';
import { type RateLimit, type RateLimitName, rateLimits } from './rate-limits.ts';

/** Limit whose limiter deletes the expired counts of all limits. */
const DELETES_EXPIRED: RateLimitName = 'sign-in-address';

export function createRateLimiter(ctx: AppContext, name: RateLimitName): RateLimiterPostgres {
  const { points, seconds, refusesFromMemory }: RateLimit = rateLimits[name];
  return new RateLimiterPostgres({
    storeClient: createStore(ctx),
    storeType: 'client',
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: name === DELETES_EXPIRED,
    keyPrefix: name,
    points,
    duration: seconds,
    ...(refusesFromMemory ? { inMemoryBlockOnConsumed: points + 1 } : {}),
  });
}

/** Counts one attempt. Rejects it if the limit is exceeded. */
export async function consume(limiter: RateLimiterPostgres, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (error) {
    if (error instanceof RateLimiterRes) refuseTooMany(error.msBeforeNext);
    throw error;
  }
}

/** Counts one attempt. Returns false if the limit is exceeded. */
export async function tryConsume(limiter: RateLimiterPostgres, key: string): Promise<boolean> {
  try {
    await limiter.consume(key);
    return true;
  } catch (error) {
    if (error instanceof RateLimiterRes) return false;
    throw error;
  }
}

/**
 * Creates a function that counts a request and returns the remaining requests and the time until
 * the reset. Used for limits that are reported to the caller.
 */
export function createRateMeter(ctx: AppContext, name: RateLimitName) {
  const limiter = createRateLimiter(ctx, name);
  const { points: limit } = rateLimits[name];
  const stateOf = (count: RateLimiterRes, isExceeded: boolean) => ({
    limit,
    remaining: Math.max(0, limit - count.consumedPoints),
    resetMs: count.msBeforeNext,
    isExceeded,
  });
  return async (key: number) => {
    try {
      return stateOf(await limiter.consume(key), false);
    } catch (error) {
      if (error instanceof RateLimiterRes) return stateOf(error, true);
      throw error;
    }
  };
}

export function refuseTooMany(waitMs: number): never {
  const seconds = Math.max(2, Math.ceil(waitMs / 1000));
  refuse('too_many_attempts', { values: { seconds }, retryAfterSeconds: seconds });
}

/** Counts only failures. After the last allowed failure, every attempt of the key is rejected. */
export interface FailureLimiter {
  /** Returns the milliseconds for which the key is still blocked; 0 if it is not blocked. */
  blockedForMs(key: string): Promise<number>;
  /** Rejects the attempt while the key is blocked. */
  check(key: string): Promise<void>;
  countFailure(key: string): Promise<void>;
}

/**
 * Time in milliseconds for which the count of a key is not read again, if it is below half of the
 * limit. A success then needs no query. A failure always reads the count of all processes.
 */
const TRUSTED_FOR_MS = 2_000;
/** Size of the cache in bytes, enough for about twenty thousand keys. */
const KEYS_BYTES = 5_000_000;

export function createFailureLimiter(ctx: AppContext, name: RateLimitName): FailureLimiter {
  const { points } = rateLimits[name];
  const counts = createPointCounts(ctx, name);
  /** Time until which each key is blocked, or 0. */
  const blockedUntil = createBoundedCache<number>({
    name: 'failure-limits',
    maxBytes: KEYS_BYTES,
    ttlMs: TRUSTED_FOR_MS,
  });

  function remember(key: string, count: PointCount | undefined): number {
    const failures = count?.consumedPoints ?? 0;
    const waitMs = failures >= points ? Math.max(0, count?.msBeforeNext ?? 0) : 0;
    if (waitMs > 0) blockedUntil.set(key, Date.now() + waitMs, { ttl: waitMs });
    else if (failures < points / 2) blockedUntil.set(key, 0);
    else blockedUntil.delete(key);
    return waitMs;
  }

  async function blockedForMs(key: string): Promise<number> {
    const until = blockedUntil.get(key);
    if (until === undefined) return remember(key, await counts.get(key));
    return Math.max(0, until - Date.now());
  }

  return {
    blockedForMs,
    check: async (key) => {
      const waitMs = await blockedForMs(key);
      if (waitMs > 0) refuseTooMany(waitMs);
    },
    countFailure: async (key) => void remember(key, await counts.add(key)),
  };
}

/** The counts of a limit. Simultaneous reads and additions are combined into one statement. */
interface PointCounts {
  /** Undefined if the key has no count. */
  get(key: string): Promise<PointCount | undefined>;
  /** Adds a point. Callers that add to a key at the same time receive the same final count. */
  add(key: string): Promise<PointCount>;
}

export const createPointCounts = ({ db }: AppContext, name: RateLimitName): PointCounts => ({
  get: createGatheredReads(String, async (keys: readonly string[]) => {
    const counts = await readPoints(db, name, keys);
    return (key: string) => counts.get(key);
  }),
  add: createGatheredWrites(async (keys: readonly string[]) => {
    const counts = await db.tx((tx) => addPoints(tx, name, keys));
    return keys.map((key) => counts.get(key)!);
  }),
});

interface Query {
  readonly name?: string;
  readonly text: string;
  readonly values: unknown[];
}

/**
 * Runs the statements of the library. Behind a pooler in transaction mode the names of the
 * statements are removed, because such a pooler does not allow them.
 */
const createStore = ({ db, config }: AppContext) => ({
  query: ({ name, text, values }: Query) =>
    db.pool.query(name && !config.databasePooled ? { name, text, values } : { text, values }),
});

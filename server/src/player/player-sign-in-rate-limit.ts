/**
 * Limits guesses of lines' passwords by players, apps and the portal: for an address, and for a
 * user name over all addresses (Q-LOGINPRESSURE).
 * The limit of a name alone never refuses a right password. Each network has a few attempts of its
 * own, and more if the name signed in correctly from there before. The portal accepts a known
 * browser or proof of work instead.
 * A sign-in with a name and password that were right from the same network within a day passes both
 * limits. Therefore neither a neighbour behind the same address nor an attacker in another network
 * can block a customer.
 * A failure is stored for admins with its password masked (Q-BLPASS). An app that repeats the same
 * wrong sign-in all day is no attacker, so it counts only once within a period.
 */
import { MINUTE_MS } from '@ramal/contract/rules/durations';
import { type SignInTry, blocklistOf } from '../blocklist/blocklist.ts';
import { digest } from '../foundation/digest.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { createBoundedCache } from '../foundation/bounded-cache.ts';
import { type Room, createRoom } from '../foundation/http/overload.ts';
import { toNetwork } from '../foundation/http/request-meta.ts';
import {
  createFailureLimiter,
  createPointCounts,
  refuseTooMany,
} from '../foundation/limits/rate-limiter.ts';
import { createRecentKeys } from '../foundation/limits/recent-keys.ts';
import { createSharedRuns } from '../foundation/shared-runs.ts';

export interface SignInAttempt extends SignInTry {
  /**
   * Counts the request in another room, which is a limit of simultaneous requests. Refuses the
   * request if that room is full.
   */
  readonly changeRoom?: (room: Room) => void;
}

interface PlayerSignInRateLimit {
  /**
   * Refuses an attempt above the limit of its address or name, unless this sign-in was right within
   * a day. Above the limit of the name, `passesName` decides instead of the attempts of each
   * network.
   */
  check(attempt: SignInAttempt, passesName?: () => Promise<void>): Promise<void>;
  countSuccess(attempt: SignInAttempt): Promise<void>;
  countFailure(attempt: SignInAttempt): Promise<void>;
}

type SignInKind = 'player-sign-in' | 'app-sign-in' | 'portal-sign-in';

const SAME_GUESS_MS = 10 * MINUTE_MS;
const NOTHING_TO_DO = Promise.resolve();

export function createPlayerSignInRateLimit(
  ctx: AppContext,
  kind: SignInKind,
): PlayerSignInRateLimit {
  const blocklist = blocklistOf(ctx);
  const addresses = createFailureLimiter(ctx, kind);
  const names = createFailureLimiter(ctx, `${kind}-name`);
  const lanes = createNetworkLanes(ctx, kind);
  const right = createRightSignIns(ctx, kind);
  const addGuess = createRecentKeys(ctx.clock, SAME_GUESS_MS);
  const addGuessOfName = createRecentKeys(ctx.clock, SAME_GUESS_MS);
  // Unknown sign-ins have their own room, so that attackers never fill the room of sign-ins that
  // were recently right.
  const strangers = createRoom(ctx.config.maxRequests);
  return {
    check: async (attempt, passesName) => {
      if (right.isRemembered(attempt)) return;
      attempt.changeRoom?.(strangers);
      // Several customers with working lines may share the address, so only its unknown sign-ins
      // are refused.
      const block = await blocklist.find(attempt.address);
      const addressWaitMs = Math.max(
        block ? +block.until - +ctx.clock.now() : 0,
        await addresses.blockedForMs(toNetwork(attempt.address)),
      );
      const nameWaitMs = await names.blockedForMs(digest(attempt.username));
      if (addressWaitMs <= 0 && nameWaitMs <= 0) return;
      if (await right.has(attempt)) return;
      if (addressWaitMs > 0) refuseTooMany(addressWaitMs);
      if (passesName) return passesName();
      const laneWaitMs = await lanes.blockedForMs(attempt);
      if (laneWaitMs > 0) refuseTooMany(Math.min(nameWaitMs, laneWaitMs));
    },
    countSuccess: right.add,
    countFailure: async (attempt) => {
      const { address, username, password } = attempt;
      const counting: Promise<void>[] = [];
      if (addGuessOfName(digest(username, password)))
        counting.push(names.countFailure(digest(username)));
      if (addGuess(digest(address, username, password)))
        counting.push(
          addresses.countFailure(toNetwork(address)),
          lanes.countFailure(attempt),
          blocklist.countWrong(attempt, 'player'),
        );
      await Promise.all(counting);
    },
  };
}

/** Limits the wrong attempts for a name separately for each network. */
function createNetworkLanes(ctx: AppContext, kind: SignInKind) {
  const firstTries = createFailureLimiter(ctx, `${kind}-network`);
  const knownTries = createFailureLimiter(ctx, `${kind}-known-network`);
  const rightBefore = createPointCounts(ctx, `${kind}-right-network`);
  return {
    blockedForMs: async (attempt: SignInAttempt): Promise<number> => {
      const key = networkKey(attempt);
      const waitMs = await firstTries.blockedForMs(key);
      if (waitMs === 0 || !(await rightBefore.get(key))) return waitMs;
      return knownTries.blockedForMs(key);
    },
    countFailure: async (attempt: SignInAttempt): Promise<void> => {
      const key = networkKey(attempt);
      await Promise.all([firstTries.countFailure(key), knownTries.countFailure(key)]);
    },
  };
}

const networkKey = ({ username, address }: SignInAttempt): string =>
  digest(username, toNetwork(address));

/** Memory for about fifty thousand customers. */
const KNOWN_BYTES = 12_000_000;

/**
 * Stores sign-ins that were right from a network within a day, for all processes. The key contains
 * the password, because another password from the same network is a guess like any other.
 */
function createRightSignIns(ctx: AppContext, kind: SignInKind) {
  const stored = createPointCounts(ctx, `${kind}-home`);
  const networks = createPointCounts(ctx, `${kind}-right-network`);
  const validSignIns = createBoundedCache<true>({ name: 'right-sign-ins', maxBytes: KNOWN_BYTES });
  const keyOf = ({ username, password, address }: SignInAttempt) =>
    digest(username, password, toNetwork(address));
  const addOnce = createSharedRuns();

  function remember(key: string, msBeforeNext: number): void {
    if (msBeforeNext > 0) validSignIns.set(key, true, { ttl: msBeforeNext });
  }

  async function isStored(key: string): Promise<boolean> {
    const entry = await stored.get(key);
    if (entry) remember(key, entry.msBeforeNext);
    return entry !== undefined;
  }

  async function add(key: string, attempt: SignInAttempt): Promise<void> {
    if (await isStored(key)) return;
    const { consumedPoints, msBeforeNext } = await stored.add(key);
    remember(key, msBeforeNext);
    if (consumedPoints !== 1) return;
    await networks.add(networkKey(attempt));
    await blocklistOf(ctx).countRight(attempt.address, attempt.username);
  }

  return {
    /** Returns true if the sign-in is in memory. Runs no query. */
    isRemembered: (attempt: SignInAttempt) => validSignIns.has(keyOf(attempt)),
    has: async (attempt: SignInAttempt): Promise<boolean> => {
      const key = keyOf(attempt);
      return validSignIns.has(key) || isStored(key);
    },
    // Stores a right sign-in, which needs one query a day although players sign in all day. An app
    // begins with several requests at once, which share one run.
    add: (attempt: SignInAttempt): Promise<void> => {
      const key = keyOf(attempt);
      if (validSignIns.has(key)) return NOTHING_TO_DO;
      return addOnce(key, () => add(key, attempt));
    },
  };
}

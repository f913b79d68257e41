/**
 * A failed sign-in of a player is stored for the admin with its password masked (Q-BLPASS), and counts
 * against its address. An app that repeats the same wrong sign-in all day counts only once in a while, so
 * that a customer whose line was deleted locks nobody out.
 */
import { isIP } from 'node:net';
import { MINUTE_MS } from '@ramal/contract/rules/durations';
import { digest } from '../foundation/digest.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { networkOf } from '../foundation/http/request-meta.ts';
import { createFailureLimiter } from '../foundation/rate-limiter.ts';
import { createRecentKeys } from '../foundation/recent-keys.ts';
import { insertRefusedPlayer } from './player.sql.ts';

export interface SignInAttempt {
  readonly address: string;
  /** The host name in the player's request. */
  readonly host: string;
  readonly username: string;
  readonly password: string;
}

export interface PlayerSignInRateLimit {
  /** Refuses an address with too many failures. */
  check(address: string): Promise<void>;
  countFailure(attempt: SignInAttempt): Promise<void>;
}

const SAME_GUESS_MS = 10 * MINUTE_MS;
const SAME_NAME_MS = MINUTE_MS;

export function createPlayerSignInRateLimit(
  ctx: AppContext,
  name: 'player-sign-in' | 'app-sign-in',
): PlayerSignInRateLimit {
  const limiter = createFailureLimiter(ctx, name);
  const addGuess = createRecentKeys(ctx.clock, SAME_GUESS_MS);
  const addName = createRecentKeys(ctx.clock, SAME_NAME_MS);
  return {
    check: (address) => limiter.check(networkOf(address)),
    countFailure: async (attempt) => {
      const { address, username, password } = attempt;
      if (!addGuess(digest(address, username, password))) return;
      await limiter.countFailure(networkOf(address));
      if (!addName(digest(address, username))) return;
      const row = rowOf(attempt, ctx.clock.now());
      await ctx.db.tx((tx) => tx.run(insertRefusedPlayer(row), 'prepared'));
    },
  };
}

const rowOf = (attempt: SignInAttempt, at: Date) => ({
  at,
  address: isIP(attempt.address) && !attempt.address.includes('%') ? attempt.address : '0.0.0.0',
  username: printable(attempt.username),
  passwordMasked: masked(attempt.password),
  host: printable(attempt.host),
});

const KEPT_CHARACTERS = 64;

/** Text from strangers that an admin will read: no control or direction characters, and a limited length. */
const printable = (text: string): string => characters(text).slice(0, KEPT_CHARACTERS).join('');

const characters = (text: string): string[] => Array.from(text.replace(/\p{C}/gu, ''));

/** First and last character and the length: enough to see a typo or a dictionary. */
export function masked(password: string): string {
  const letters = characters(password);
  const ends = letters.length < 4 ? ['', ''] : [letters[0], letters.at(-1)];
  return `${ends.join('•••')} (${letters.length})`;
}

/**
 * A failed sign-in of a player is kept for the admin with its password masked (Q-BLPASS), and counts
 * against its address. An app that repeats the same wrong sign-in all day is no guesser: it counts
 * once in a while, so that a customer whose line was deleted locks nobody out.
 */
import { isIP } from 'node:net';
import { digest } from '../foundation/digest.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { insertRefusedPlayer } from './player.sql.ts';
import { createRateLimiter } from './rate-limiter.ts';

export interface SignInAttempt {
  readonly address: string;
  /** The name the player reached us by. */
  readonly host: string;
  readonly username: string;
  readonly password: string;
}

export interface PlayerSignInRateLimit {
  /** Refuses an address that guesses. */
  check(address: string): Promise<void>;
  refused(attempt: SignInAttempt): Promise<void>;
}

export const FAILURES_PER_MINUTE = 100;
const SAME_GUESS_MS = 10 * 60_000;
const SAME_NAME_MS = 60_000;

export function createPlayerSignInRateLimit(ctx: AppContext): PlayerSignInRateLimit {
  const throttle = createRateLimiter(FAILURES_PER_MINUTE, 60);
  const guesses = rememberOnce(SAME_GUESS_MS);
  const names = rememberOnce(SAME_NAME_MS);
  return {
    check: (address) => throttle.check(address),
    refused: async (attempt) => {
      const { address, username, password } = attempt;
      const now = ctx.clock.now();
      if (!guesses(digest(address, username, password), now)) return;
      await throttle.miss(address);
      if (!names(digest(address, username), now)) return;
      await ctx.db.tx((tx) =>
        tx.run(insertRefusedPlayer(rowOf(attempt, now)), 'insert-refused-player'),
      );
    },
  };
}

const REMEMBERED = 20_000;

/** True the first time within the time; the oldest are forgotten when there are too many. */
export function rememberOnce(forMs: number): (key: string, now: Date) => boolean {
  const until = new Map<string, number>();
  return (key, now) => {
    if ((until.get(key) ?? 0) > now.getTime()) return false;
    until.delete(key);
    until.set(key, now.getTime() + forMs);
    for (const oldest of until.keys()) {
      if (until.size <= REMEMBERED) break;
      until.delete(oldest);
    }
    return true;
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

/** Strangers' text for an admin's eyes: no control or direction characters, no novels. */
const printable = (text: string): string => characters(text).slice(0, KEPT_CHARACTERS).join('');

const characters = (text: string): string[] => Array.from(text.replace(/\p{C}/gu, ''));

/** First and last character and the length: enough to see a typo or a dictionary. */
export function masked(password: string): string {
  const letters = characters(password);
  const ends = letters.length < 4 ? ['', ''] : [letters[0], letters.at(-1)];
  return `${ends.join('•••')} (${letters.length})`;
}

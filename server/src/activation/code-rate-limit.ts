/**
 * Holds back who guesses passwords of lines: an address, as the player's door does, and a name, so that
 * many addresses together get no further. A network from which the name was right goes on being answered
 * while strangers guess: nobody shuts a customer out by guessing badly. Counted in memory, as apps ask
 * all day and are right; wrong tries are kept for the admin with the password masked (Q-BLPASS).
 */
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { digest } from '../foundation/digest.ts';
import { networkOf } from '../foundation/http/request-meta.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { tooMany } from '../foundation/rate-limits.ts';
import {
  type SignInAttempt,
  createPlayerSignInRateLimit,
  rememberOnce,
} from '../player/player-sign-in-rate-limit.ts';

export interface CodeRateLimit {
  /** Refuses an address, or strangers to a name, with too many wrong ones. */
  check(guess: SignInAttempt): Promise<void>;
  right(guess: SignInAttempt): Promise<void>;
  wrong(guess: SignInAttempt): Promise<void>;
}

export const WRONG_FOR_A_NAME = 30;
const TEN_MINUTES_SECONDS = 600;
const DAY_SECONDS = 86_400;

export function createCodeRateLimit(ctx: AppContext): CodeRateLimit {
  const addresses = createPlayerSignInRateLimit(ctx);
  const names = new RateLimiterMemory({ points: WRONG_FOR_A_NAME, duration: TEN_MINUTES_SECONDS });
  const homes = new RateLimiterMemory({ points: 1, duration: DAY_SECONDS });
  // An app that repeats one wrong password all day guesses once.
  const fresh = rememberOnce(TEN_MINUTES_SECONDS * 1000);
  const homeOf = ({ username, address }: SignInAttempt) => digest(username, networkOf(address));
  const isAtHome = async (guess: SignInAttempt) => (await homes.get(homeOf(guess))) !== null;
  return {
    check: async (guess) => {
      await addresses.check(guess.address);
      const wrong = await names.get(guess.username);
      if (wrong && wrong.consumedPoints >= WRONG_FOR_A_NAME && !(await isAtHome(guess)))
        tooMany(wrong);
    },
    right: async (guess) => {
      if (!(await isAtHome(guess))) await homes.penalty(homeOf(guess));
    },
    wrong: async (guess) => {
      await addresses.refused(guess);
      const { username, password } = guess;
      if (fresh(digest(username, password), ctx.clock.now())) await names.penalty(username);
    },
  };
}

/**
 * Rate limit of confirmations by signed-in accounts with a code, a passkey or the current password.
 * Each account has five attempts a minute and twenty an hour, counted over all processes. A success
 * returns its attempt, so that only errors count.
 */
import type { AppContext } from '../foundation/app-context.ts';
import { consume, createRateLimiter } from '../foundation/limits/rate-limiter.ts';

export interface SecondFactorVerifier {
  /** Counts one attempt; refuses if there were too many. */
  spend(accountId: number): Promise<void>;
  giveBack(accountId: number): Promise<void>;
}

export function createSecondFactorVerifier(ctx: AppContext): SecondFactorVerifier {
  const minute = createRateLimiter(ctx, 'verification-minute');
  const hour = createRateLimiter(ctx, 'verification-hour');
  return {
    spend: async (accountId) => {
      await consume(minute, String(accountId));
      await consume(hour, String(accountId));
    },
    giveBack: async (accountId) => {
      await minute.reward(String(accountId));
      await hour.reward(String(accountId));
    },
  };
}

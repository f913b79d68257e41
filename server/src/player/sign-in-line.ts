/**
 * Finds the line with a user name and password, for every URL of the player that contains them. An
 * unknown name is refused like a wrong password. Only these two cases count as failures.
 */
import type { AppContext } from '../foundation/app-context.ts';
import { constantTimeEqual } from '../foundation/digest.ts';
import { createGatheredReads } from '../foundation/queries/gather-reads.ts';
import { type PlayingLine, linesByUsername } from './player.sql.ts';
import { type SignInAttempt, createPlayerSignInRateLimit } from './player-sign-in-rate-limit.ts';

/**
 * Returns the line in any state. Undefined if no line has this name and password. Refuses an
 * attempt above the limits.
 */
export type SignInLine = (attempt: SignInAttempt) => Promise<PlayingLine | undefined>;

export function createSignInLine(ctx: AppContext): SignInLine {
  const rateLimit = createPlayerSignInRateLimit(ctx, 'player-sign-in');
  const find = createFindLine(ctx);
  return async (attempt) => {
    if (!attempt.username && !attempt.password) return undefined;
    await rateLimit.check(attempt);
    const line = await find(attempt.username);
    // Compares with an empty password if no line was found, so that both cases take the same time.
    const matches = constantTimeEqual(attempt.password, line?.password ?? '');
    if (line && matches) {
      await rateLimit.countSuccess(attempt);
      return line;
    }
    await rateLimit.countFailure(attempt);
    return undefined;
  };
}

const MAX_NAME_LENGTH = 100;

/**
 * Finds lines by name. Sign-ins of the same moment share one query, because thousands arrive each
 * second in the evening.
 */
function createFindLine(ctx: AppContext): (username: string) => Promise<PlayingLine | undefined> {
  const read = createGatheredReads(String, async (usernames: readonly string[]) => {
    const now = ctx.clock.now();
    const rows = await ctx.db.many<PlayingLine>(linesByUsername(usernames, now), 'prepared');
    const byName = new Map(rows.map((row) => [row.username, row]));
    return (username) => byName.get(username);
  });
  return async (username) => {
    // No line has such a name. PostgreSQL cannot store the character NUL either.
    if (username.length > MAX_NAME_LENGTH || /\p{Cc}/u.test(username)) return undefined;
    return read(username);
  };
}

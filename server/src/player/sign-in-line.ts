/**
 * Finds the line behind a user name and password as players send them, on every address that carries
 * them. Who is not known is refused like who types a wrong password; only those count as guesses.
 */
import { sameText } from '../foundation/digest.ts';
import type { House } from '../foundation/house.ts';
import { type PlayingLine, lineByUsername } from './player.sql.ts';
import { type SignInAttempt, openRefusedPlayers } from './refused-players.ts';

/** The line in whatever state it is; undefined when there is none to this name and password. */
export type SignInLine = (attempt: SignInAttempt) => Promise<PlayingLine | undefined>;

export function makeSignInLine(house: House): SignInLine {
  const refusedPlayers = openRefusedPlayers(house);
  return async (attempt) => {
    if (!attempt.username && !attempt.password) return undefined;
    await refusedPlayers.check(attempt.address);
    const line = await find(house, attempt.username);
    // Compared with something even when there is no such line, so that both take the same time.
    const matches = sameText(attempt.password, line?.password ?? '');
    if (line && matches) return line;
    await refusedPlayers.refused(attempt);
    return undefined;
  };
}

const LONGEST_NAME = 100;

async function find(house: House, username: string): Promise<PlayingLine | undefined> {
  // No line is called like this, and PostgreSQL refuses NUL in a text.
  if (username.length > LONGEST_NAME || /\p{Cc}/u.test(username)) return undefined;
  return house.db.first<PlayingLine>(lineByUsername(username, house.clock.now()), 'player-sign-in');
}

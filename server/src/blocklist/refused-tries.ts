/** A wrong sign-in as an admin reads it later, with its password masked (Q-BLPASS). */
import { isIP } from 'node:net';
import type { RefusedTry } from './blocklist.sql.ts';

export interface SignInTry {
  readonly address: string;
  /** The host that was called. */
  readonly host: string;
  readonly username: string;
  readonly password: string;
  /** Stands in the history in place of the name: people type passwords there by mistake. */
  readonly shownAs?: string;
}

export const refusedTry = (attempt: SignInTry, at: Date): RefusedTry => ({
  at,
  address: isIP(attempt.address) && !attempt.address.includes('%') ? attempt.address : '0.0.0.0',
  username: printable(attempt.shownAs ?? attempt.username),
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

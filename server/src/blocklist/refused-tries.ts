/**
 * A wrong sign-in as an admin sees it later: password and unknown name are masked (Q-BLPASS,
 * Q-BLUSER).
 */
import { isIP } from 'node:net';
import type { RefusedTry } from './blocklist.sql.ts';

export interface SignInTry {
  readonly address: string;
  /** The requested host. */
  readonly host: string;
  readonly username: string;
  readonly password: string;
}

export const refusedTry = (attempt: SignInTry, at: Date): RefusedTry => ({
  at,
  address: isIP(attempt.address) && !attempt.address.includes('%') ? attempt.address : '0.0.0.0',
  username: printable(attempt.username),
  usernameMasked: masked(attempt.username),
  passwordMasked: masked(attempt.password),
  host: printable(attempt.host),
});

const KEPT_CHARACTERS = 64;

/**
 * Text from strangers that an admin will read: no control or direction characters, and a limited
 * length.
 */
const printable = (text: string): string => characters(text).slice(0, KEPT_CHARACTERS).join('');

const characters = (text: string): string[] => Array.from(text.replace(/\p{C}/gu, ''));

/**
 * Shows the first and last character and the length: enough to recognize a typing error or a
 * dictionary.
 */
export function masked(text: string): string {
  const letters = characters(text);
  const ends = letters.length < 4 ? ['', ''] : [letters[0], letters.at(-1)];
  return `${ends.join('•••')} (${letters.length})`;
}

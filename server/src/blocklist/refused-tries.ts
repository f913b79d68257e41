/**
 * Formats a wrong sign-in for admins. The password and an unknown name are masked (Q-BLPASS,
 * Q-BLUSER).
 */
import { isIP } from 'node:net';
import type { RefusedTry } from './blocklist.sql.ts';

export interface SignInTry {
  readonly address: string;
  /** Host that the request named. */
  readonly host: string;
  readonly username: string;
  readonly password: string;
}

export const refusedTry = (attempt: SignInTry, at: Date): RefusedTry => ({
  at,
  address: isIP(attempt.address) && !attempt.address.includes('%') ? attempt.address : '0.0.0.0',
  username: printable(attempt.username),
  usernameMasked: maskText(attempt.username),
  passwordMasked: maskText(attempt.password),
  host: printable(attempt.host),
});

const KEPT_CHARACTERS = 64;

/**
 * Makes the text of an unknown sender safe to display. Removes control and direction characters and
 * limits the length.
 */
const printable = (text: string): string => characters(text).slice(0, KEPT_CHARACTERS).join('');

const characters = (text: string): string[] => Array.from(text.replace(/\p{C}/gu, ''));

/**
 * Masks a text. Returns the first and last character and the length, or only the length of a text
 * shorter than four characters. The result still shows a typing error or a dictionary attack.
 */
export function maskText(text: string): string {
  const letters = characters(text);
  const ends = letters.length < 4 ? ['', ''] : [letters[0], letters.at(-1)];
  return `${ends.join('•••')} (${letters.length})`;
}

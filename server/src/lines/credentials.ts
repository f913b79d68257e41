/**
 * Generates user names and passwords. Customers read them aloud and type them with a remote control
 * (Q-USERNAME).
 */
import { randomInt } from 'node:crypto';

/**
 * Characters of generated passwords. The characters 0, O, 1, l and I are excluded, because some of
 * them look alike on a television.
 */
const LETTERS = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const PASSWORD_LENGTH = 8;
const NAME_DIGITS = 9;

export const newLinePassword = (): string =>
  Array.from({ length: PASSWORD_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** Returns nine digits; the first is not zero. */
export const newLineName = (): string =>
  String(randomInt(10 ** (NAME_DIGITS - 1), 10 ** NAME_DIGITS));

/** User names and passwords the server makes: read aloud and typed with a remote control (Q-USERNAME). */
import { randomInt } from 'node:crypto';

/** No 0 O, 1 l I: they look alike on a television. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const PASSWORD_LENGTH = 8;
const NAME_DIGITS = 9;

export const newLinePassword = (): string =>
  Array.from({ length: PASSWORD_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** Nine digits, never starting with zero. */
export const newLineName = (): string =>
  String(randomInt(10 ** (NAME_DIGITS - 1), 10 ** NAME_DIGITS));

/**
 * Defines the format of a key: `rml_`, ten characters that find the key, `_`, 43 random characters
 * (256 bits) and six characters of a checksum. The checksum is a CRC-32 of all the others, by which
 * scanners recognise a leaked key. The server refuses mistyped or guessed keys without a query. No
 * character needs escaping, and a double click selects the whole key.
 */
import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const KEY = /^rml_([0-9A-Za-z]{10})_[0-9A-Za-z]{49}$/;
const CHECKSUM_LENGTH = 6;

export interface NewSecret {
  /** The whole key. The response shows it once, and only its hash is stored. */
  readonly key: string;
  readonly publicId: string;
  readonly hash: Buffer;
}

/**
 * Hashes a secret with a fast function. A slow one is unnecessary, because nobody can guess 256
 * random bits.
 */
const hashOf = (key: string): Buffer => createHash('sha256').update(key).digest();

export function newSecret(): NewSecret {
  const publicId = randomLetters(10);
  const keyBody = `rml_${publicId}_${randomLetters(43)}`;
  const key = keyBody + checksumOf(keyBody);
  return { key, publicId, hash: hashOf(key) };
}

export const isApiKey = (token: string): boolean => token.startsWith('rml_');

export interface ParsedKey {
  readonly publicId: string;
  readonly hash: Buffer;
}

/** Parses a key. Returns undefined for a malformed key, which then costs no query. */
export function parseKey(token: string): ParsedKey | undefined {
  const publicId = KEY.exec(token)?.[1];
  if (publicId === undefined) return undefined;
  const keyBody = token.slice(0, -CHECKSUM_LENGTH);
  if (checksumOf(keyBody) !== token.slice(-CHECKSUM_LENGTH)) return undefined;
  return { publicId, hash: hashOf(token) };
}

const randomLetters = (count: number): string =>
  Array.from({ length: count }, () => LETTERS[randomInt(LETTERS.length)]).join('');

function checksumOf(text: string): string {
  let remainder = crc32(text);
  let letters = '';
  for (let n = 0; n < CHECKSUM_LENGTH; n += 1) {
    letters = LETTERS[remainder % LETTERS.length]! + letters;
    remainder = Math.floor(remainder / LETTERS.length);
  }
  return letters;
}

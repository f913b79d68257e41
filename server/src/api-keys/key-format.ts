/**
 * `rml_` + ten characters that find the key + `_` + 43 random ones (256 bits) + six of CRC-32 over all
 * before. The checksum lets scanners recognise a leaked key, and refuses what is mistyped or guessed
 * without a query. No character needs escaping, and a double click selects the whole.
 */
import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const KEY = /^rml_([0-9A-Za-z]{10})_[0-9A-Za-z]{49}$/;
const CHECKSUM_LENGTH = 6;

export interface NewSecret {
  /** Shown once, kept nowhere. */
  readonly key: string;
  readonly publicId: string;
  readonly hash: Buffer;
}

/** 256 bits need no slow hash: nobody tries them all. */
const hashOf = (key: string): Buffer => createHash('sha256').update(key).digest();

export function newSecret(): NewSecret {
  const publicId = randomLetters(10);
  const begun = `rml_${publicId}_${randomLetters(43)}`;
  const key = begun + checksumOf(begun);
  return { key, publicId, hash: hashOf(key) };
}

export const isApiKey = (token: string): boolean => token.startsWith('rml_');

export interface ReadKey {
  readonly publicId: string;
  readonly hash: Buffer;
}

/** Undefined for what cannot be a key, which costs no query. */
export function readKey(token: string): ReadKey | undefined {
  const publicId = KEY.exec(token)?.[1];
  if (publicId === undefined) return undefined;
  const begun = token.slice(0, -CHECKSUM_LENGTH);
  if (checksumOf(begun) !== token.slice(-CHECKSUM_LENGTH)) return undefined;
  return { publicId, hash: hashOf(token) };
}

const randomLetters = (count: number): string =>
  Array.from({ length: count }, () => LETTERS[randomInt(LETTERS.length)]).join('');

function checksumOf(text: string): string {
  let rest = crc32(text);
  let letters = '';
  for (let n = 0; n < CHECKSUM_LENGTH; n += 1) {
    letters = LETTERS[rest % LETTERS.length]! + letters;
    rest = Math.floor(rest / LETTERS.length);
  }
  return letters;
}

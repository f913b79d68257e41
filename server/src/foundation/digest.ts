import { hash, timingSafeEqual } from 'node:crypto';

/**
 * Compares two texts by their hashes, so that the time does not reveal how much of them is equal.
 */
export const constantTimeEqual = (a: string, b: string): boolean =>
  timingSafeEqual(hash('sha256', a, 'buffer'), hash('sha256', b, 'buffer'));

/** Returns a hash of several texts, for use as a key that does not contain the texts. */
export const digest = (...texts: string[]): string =>
  hash('sha256', JSON.stringify(texts), 'base64url');

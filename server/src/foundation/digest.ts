import { hash, timingSafeEqual } from 'node:crypto';

/**
 * Compares two texts in a time that depends neither on their common beginning nor on their length.
 */
export const constantTimeEqual = (a: string, b: string): boolean =>
  timingSafeEqual(hash('sha256', a, 'buffer'), hash('sha256', b, 'buffer'));

/** Returns a hash of several texts, for use as a key that does not contain the texts. */
export const digest = (...texts: string[]): string =>
  hash('sha256', JSON.stringify(texts), 'base64url');

import { hash, timingSafeEqual } from 'node:crypto';

/** Takes the same time for all texts, whatever they have in common and however long they are. */
export const constantTimeEqual = (a: string, b: string): boolean =>
  timingSafeEqual(hash('sha256', a, 'buffer'), hash('sha256', b, 'buffer'));

/** A hash of several texts, used as a key that does not contain them. */
export const digest = (...texts: string[]): string =>
  hash('sha256', JSON.stringify(texts), 'base64url');

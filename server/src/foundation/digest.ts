import { hash, timingSafeEqual } from 'node:crypto';

/** Takes the same time whatever the texts have in common, and however long they are. */
export const constantTimeEqual = (a: string, b: string): boolean =>
  timingSafeEqual(hash('sha256', a, 'buffer'), hash('sha256', b, 'buffer'));

/** Texts together as a key to remember them by, without keeping them. */
export const digest = (...texts: string[]): string =>
  hash('sha256', JSON.stringify(texts), 'base64url');

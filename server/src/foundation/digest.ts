import { createHash, timingSafeEqual } from 'node:crypto';

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Takes the same time whatever the texts have in common, and however long they are. */
export const constantTimeEqual = (a: string, b: string): boolean =>
  timingSafeEqual(sha256(a), sha256(b));

/** Texts together as a key to remember them by, without keeping them. */
export const digest = (...texts: string[]): string =>
  sha256(JSON.stringify(texts)).toString('base64url');

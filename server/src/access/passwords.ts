/**
 * Hashes and checks panel passwords: argon2id, 19 MiB, two passes. New passwords and sign-ins have
 * separate queues, so that setting many passwords delays no sign-in. An account that exceeds its
 * share of sign-ins uses a third queue, so that other accounts do not wait. While the third queue
 * is empty, one of the four libuv threads stays free for files and name lookups.
 */
import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import type { AppContext } from '../foundation/app-context.ts';
import { createBoundedQueue } from '../foundation/limits/bounded-queue.ts';
import { consume, createRateLimiter } from '../foundation/limits/rate-limiter.ts';

const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const newPasswords = createBoundedQueue({ running: 1, waiting: 200 });
const checkedPasswords = {
  usual: createBoundedQueue({ running: 2, waiting: 200 }),
  'under-pressure': createBoundedQueue({ running: 1, waiting: 100 }),
};
export type PasswordQueue = keyof typeof checkedPasswords;

export const hashPassword = (password: string): Promise<string> =>
  newPasswords(() => hash(password, cost));

/**
 * Hashes a password that this account sets for itself or for another account. Refuses if the
 * account sets too many passwords.
 */
export type HashPasswordFor = (accountId: number, password: string) => Promise<string>;

/**
 * Creates the function that hashes passwords. It limits the hashes per account, so that one account
 * cannot use the whole processor.
 */
export function createPasswordHasher(ctx: AppContext): HashPasswordFor {
  const limiter = createRateLimiter(ctx, 'password-setting');
  return async (accountId, password) => {
    await consume(limiter, String(accountId));
    return hashPassword(password);
  };
}

let dummyHash: Promise<string> | undefined;

/**
 * Checks a password. An unknown user is checked against a dummy hash, so that the answer takes as
 * long as for a wrong password.
 */
export async function verifyPassword(
  storedHash: string | undefined,
  password: string,
  queue: PasswordQueue = 'usual',
): Promise<boolean> {
  dummyHash ??= hash(randomBytes(18).toString('base64url'), cost);
  const compared = storedHash ?? (await dummyHash);
  const right = await checkedPasswords[queue](() => verify(compared, password));
  return right && storedHash !== undefined;
}

/** Generates a password with 96 random bits. Every form accepts its characters (V-29). */
export const randomPassword = (): string => randomBytes(12).toString('base64url');

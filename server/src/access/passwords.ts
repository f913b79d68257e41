/**
 * Panel passwords: argon2id, 19 MiB, two passes. Sessions check them; resellers also set them. New
 * passwords and sign-ins have separate queues, so that setting many passwords delays no sign-in.
 * One of the four threads for files and name lookups stays free. Sign-ins beyond the shared limit
 * of an account wait in a third queue and delay no other account.
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

/** Hashes a password that this account sets, for itself or somebody else. */
export type HashPasswordFor = (accountId: number, password: string) => Promise<string>;

/** Counts before it hashes, so that one account takes a share of the processor and no more. */
export function createPasswordHasher(ctx: AppContext): HashPasswordFor {
  const limiter = createRateLimiter(ctx, 'password-setting');
  return async (accountId, password) => {
    await consume(limiter, String(accountId));
    return hashPassword(password);
  };
}

let nobodys: Promise<string> | undefined;

/** An unknown user is checked against a dummy hash, so that it takes as long as a wrong password. */
export async function verifyPassword(
  storedHash: string | undefined,
  password: string,
  queue: PasswordQueue = 'usual',
): Promise<boolean> {
  nobodys ??= hash(randomBytes(18).toString('base64url'), cost);
  const compared = storedHash ?? (await nobodys);
  const right = await checkedPasswords[queue](() => verify(compared, password));
  return right && storedHash !== undefined;
}

/** For passwords that the server generates: 96 bits, and nothing that a form refuses (V-29). */
export const randomPassword = (): string => randomBytes(12).toString('base64url');

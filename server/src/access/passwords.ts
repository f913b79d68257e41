/** Panel passwords: argon2id, 19 MiB, two passes. Sessions check them; resellers set them too. */
import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, cost);

let nobodys: Promise<string> | undefined;

/** An unknown user is checked against a dummy hash, so that it takes as long as a wrong password. */
export async function verifyPassword(
  known: string | undefined,
  password: string,
): Promise<boolean> {
  nobodys ??= hashPassword(randomBytes(18).toString('base64url'));
  const right = await verify(known ?? (await nobodys), password);
  return right && known !== undefined;
}

/** For passwords that the server generates: 96 bits, and nothing that a form refuses (V-29). */
export const randomPassword = (): string => randomBytes(12).toString('base64url');

/**
 * Last step of every kind of sign-in: opens a session and returns its token, or records the
 * refusal.
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { HOUR_MS } from '@ramal/contract/rules/durations';
import { type ErrorCode, refuse } from '@ramal/contract/api/errors';
import type { signedIn } from '@ramal/contract/sessions';
import type { z } from 'zod';
import { recordEvent } from '../events/events.ts';
import type { RequestMeta } from '../foundation/caller.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { insertSignIn } from './sign-in/sign-in.sql.ts';
import { SIGN_IN_HOURS, type Tokens } from './token.ts';

/** How the account proved its identity. */
export type SignInMethod =
  | 'password'
  | 'code'
  | 'recovery-code'
  | 'password-and-passkey'
  | 'passkey';

interface OpenSignInInput {
  readonly id: number;
  readonly username: string;
  /** Hash of the password that matched; undefined if no password was required. */
  readonly passwordHash?: string;
  /** Token that identifies this device as known at its next sign-in. */
  readonly deviceMark: string;
}

interface NewSignIn {
  readonly account: OpenSignInInput;
  readonly requestMeta: RequestMeta;
  readonly how: SignInMethod;
}

export async function openSignIn(
  ctx: AppContext,
  tokens: Tokens,
  { account: { id, username, passwordHash, deviceMark }, requestMeta, how }: NewSignIn,
): Promise<z.output<typeof signedIn>> {
  const signInId = randomUUID();
  const regPassword = randomBytes(24).toString('base64url');
  const at = ctx.clock.now();
  const expiresAt = new Date(at.getTime() + SIGN_IN_HOURS * HOUR_MS);
  const isOpen = await ctx.db.tx(async (tx) => {
    const inserted = await insertSignIn(tx, {
      id: signInId,
      accountId: id,
      passwordHash,
      regPasswordHash: createHash('sha256').update(regPassword).digest(),
      address: requestMeta.ip,
      userAgent: requestMeta.userAgent,
      at,
      expiresAt,
    });
    if (inserted === 0) return false;
    await recordEvent(tx, requestMeta, {
      kind: 'signed-in',
      actorId: id,
      after: { how },
    });
    return true;
  });
  if (!isOpen)
    return denySignIn(
      ctx,
      id,
      requestMeta,
      how === 'passkey' ? 'passkey_refused' : 'wrong_credentials',
    );
  return {
    accessToken: await tokens.issue(signInId, id, expiresAt),
    id,
    username,
    cryptPass: regPassword,
    deviceMark,
  };
}

/**
 * Records a refused sign-in. An unknown user name is not stored, because users sometimes type their
 * password into the field for the name.
 */
export async function denySignIn(
  ctx: AppContext,
  accountId: number | null,
  requestMeta: RequestMeta,
  code: ErrorCode,
): Promise<never> {
  await ctx.db.tx((tx) =>
    recordEvent(tx, requestMeta, {
      kind: 'sign-in-refused',
      actorId: null,
      accountId,
      after: { because: code },
    }),
  );
  refuse(code);
}

/**
 * The bearer token: a JWT with the id of a session. The signature rejects forged tokens without a
 * query; the row of the session decides whether it is valid (Q-TOKEN).
 */
import { createSecretKey } from 'node:crypto';
import { refuse } from '@ramal/contract/api/errors';
import { errors, jwtVerify, SignJWT } from 'jose';
import type { AppContext } from '../foundation/app-context.ts';
import { createBoundedCache } from '../foundation/bounded-cache.ts';

export const SIGN_IN_HOURS = 12;
/** Memory for about ten thousand tokens. */
const KNOWN_BYTES = 5_500_000;
/** Memory for the id and the date of a token. */
const VALUE_BYTES = 150;

export interface Tokens {
  issue(signInId: string, accountId: number, expiresAt: Date): Promise<string>;
  /** Returns the session's id; refuses forged and expired tokens. */
  read(token: string): Promise<string>;
}

export function createTokens(ctx: AppContext): Tokens {
  const key = createSecretKey(ctx.secrets.key('token'));
  // The signature of a token is checked once and then cached. The row of the session is checked on
  // every request.
  const checkedTokens = createBoundedCache<{ readonly signInId: string; readonly expiresAt: Date }>(
    {
      name: 'checked-tokens',
      maxBytes: KNOWN_BYTES,
      bytesOf: () => VALUE_BYTES,
    },
  );
  const seconds = (at: Date): number => Math.floor(at.getTime() / 1000);
  return {
    issue: (signInId, accountId, expiresAt) =>
      new SignJWT()
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(String(accountId))
        .setJti(signInId)
        .setIssuedAt(seconds(ctx.clock.now()))
        .setExpirationTime(seconds(expiresAt))
        .sign(key),
    read: async (token) => {
      const now = ctx.clock.now();
      const before = checkedTokens.get(token);
      if (before && now < before.expiresAt) return before.signInId;
      const { jti, exp } = await verified(token, key, now);
      if (jti === undefined || exp === undefined) return refuse('token_forged');
      checkedTokens.set(token, { signInId: jti, expiresAt: new Date(exp * 1000) });
      return jti;
    },
  };
}

async function verified(token: string, key: ReturnType<typeof createSecretKey>, now: Date) {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      currentDate: now,
      requiredClaims: ['jti', 'sub', 'exp'],
    });
    return payload;
  } catch (error) {
    if (error instanceof errors.JWTExpired) refuse('token_expired');
    if (error instanceof errors.JOSEError) refuse('token_forged');
    throw error;
  }
}

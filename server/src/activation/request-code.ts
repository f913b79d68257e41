/**
 * Creates an activation code and a secret for an app. The app shows the code, and a reseller enters
 * it. The app uses the secret to poll the state. The code is valid for a few minutes and creates
 * one line. Only a hash of the secret is stored.
 */
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { MINUTE_MS } from '@ramal/contract/rules/durations';
import { CODE_DIGITS, CODE_MINUTES, type requestActivationCode } from '@ramal/contract/activation';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { unixSeconds } from '../foundation/clock.ts';
import type { Call } from '../foundation/http/bind.ts';
import { toNetwork } from '../foundation/http/request-meta.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { consume, createRateLimiter } from '../foundation/limits/rate-limiter.ts';
import { insertCode } from './activation.sql.ts';

const INTERVAL_SECONDS = 5;
const CODE_TRIES = 5;

export function createRequestCode(ctx: AppContext) {
  const requests = createRateLimiter(ctx, 'activation-asked');
  return async ({
    body,
    requestMeta,
  }: Call<typeof requestActivationCode>): Promise<HandlerResult<typeof requestActivationCode>> => {
    await consume(requests, toNetwork(requestMeta.ip));
    const secret = randomBytes(32).toString('base64url');
    const askedAt = ctx.clock.now();
    const expiresAt = new Date(askedAt.getTime() + CODE_MINUTES * MINUTE_MS);
    const row = { secretHash: hashSecret(secret), device: body.device, askedAt, expiresAt };
    for (let attempt = 1; attempt <= CODE_TRIES; attempt += 1) {
      const code = newCode();
      const written = await ctx.db.tx((tx) => tx.run(insertCode({ ...row, code }), 'prepared'));
      if (written === 0) continue;
      return {
        code,
        secret,
        expiresAt: expiresAt.toISOString(),
        expiresAtTimestamp: unixSeconds(expiresAt),
        intervalSeconds: INTERVAL_SECONDS,
      };
    }
    throw new Error('no free activation code');
  };
}

/** Returns a random code. Never returns 00000000, which means «no code» (K-24). */
export const newCode = (): string =>
  String(randomInt(1, 10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');

export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

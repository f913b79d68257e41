/**
 * Returns the state of a code to the app that has its secret, including the line once it exists.
 */
import type { checkActivationCode } from '@ramal/contract/activation';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { unixSeconds } from '../foundation/clock.ts';
import type { Call } from '../foundation/http/bind.ts';
import { toNetwork } from '../foundation/http/request-meta.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { consume, createRateLimiter } from '../foundation/limits/rate-limiter.ts';
import { readCodeBySecret } from './activation.sql.ts';
import { hashSecret } from './request-code.ts';
import { serializeLine } from './serialize-line.ts';

export function createCheckCode(ctx: AppContext) {
  const checked = createRateLimiter(ctx, 'activation-checked');
  return async ({
    body,
    requestMeta,
  }: Call<typeof checkActivationCode>): Promise<HandlerResult<typeof checkActivationCode>> => {
    await consume(checked, toNetwork(requestMeta.ip));
    const activation = await readCodeBySecret(ctx.db, hashSecret(body.secret));
    if (activation?.line) {
      const { line } = activation;
      return {
        status: 'activated',
        name: line.username,
        pass: line.password,
        line: serializeLine(ctx, line),
      };
    }
    const waits =
      activation && activation.lineId === null && activation.expiresAt > ctx.clock.now();
    if (!waits) return { status: 'expired' };
    return { status: 'waiting', expiresAtTimestamp: unixSeconds(activation.expiresAt) };
  };
}

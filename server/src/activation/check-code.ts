/** Tells the app that holds the secret how its code stands, and hands it the line once there is one. */
import type { checkActivationCode } from '@ramal/contract/activation';
import type { Given } from '@ramal/contract/endpoint';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { unixSeconds } from '../foundation/clock.ts';
import type { Call } from '../foundation/http/bind.ts';
import { networkOf } from '../foundation/http/origin.ts';
import type { House } from '../foundation/house.ts';
import { consume } from '../foundation/rate-limits.ts';
import { codeBySecret } from './activation.sql.ts';
import { hashSecret } from './ask-code.ts';
import { tellLine } from './tell-line.ts';

/** A hundred apps behind one address, each at its pace: counted in memory, for asking costs one look. */
const CHECKED_A_MINUTE = 1_200;

export function makeCheckCode(house: House) {
  const checked = new RateLimiterMemory({ points: CHECKED_A_MINUTE, duration: 60 });
  return async ({
    body,
    origin,
  }: Call<typeof checkActivationCode>): Promise<Given<typeof checkActivationCode>> => {
    await consume(checked, networkOf(origin.address));
    const found = await codeBySecret(house.db, hashSecret(body.secret));
    if (found?.line) {
      const { line } = found;
      return {
        status: 'activated',
        name: line.username,
        pass: line.password,
        line: tellLine(house, line),
      };
    }
    const waits = found && found.lineId === null && found.expiresAt > house.clock.now();
    if (!waits) return { status: 'expired' };
    return { status: 'waiting', expires_at_timestamp: unixSeconds(found.expiresAt) };
  };
}

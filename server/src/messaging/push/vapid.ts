/**
 * Proves to push services which installation sends a message (VAPID, RFC 8292). Browsers receive
 * the public key when they subscribe. The key is derived from the master key like every other key.
 * All processes therefore have the same key.
 */
import { createECDH, createPrivateKey } from 'node:crypto';
import { HOUR_MS } from '@ramal/contract/rules/durations';
import { SignJWT } from 'jose';
import type { AppContext } from '../../foundation/app-context.ts';
import { CURVE } from './encrypt-push.ts';

type WithSecrets = Pick<AppContext, 'secrets'>;

/** Order of the curve P-256. Private keys are the numbers from 1 to the order minus one. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
/** Push services accept a validity of at most a day. */
const VALID_MS = 12 * HOUR_MS;

function keyPair({ secrets }: WithSecrets) {
  const drawn = BigInt(`0x${secrets.key('web-push').toString('hex')}`);
  const number = (drawn % (ORDER - 1n)) + 1n;
  const privateKey = Buffer.from(number.toString(16).padStart(64, '0'), 'hex');
  const pair = createECDH(CURVE);
  pair.setPrivateKey(privateKey);
  return { privateKey, publicKey: pair.getPublicKey() };
}

export const publicPushKey = (ctx: WithSecrets): string =>
  keyPair(ctx).publicKey.toString('base64url');

/**
 * Returns the header `Authorization` of a message. `site` is the contact address for the push
 * service.
 */
export async function pushAuthorization(
  ctx: WithSecrets & Pick<AppContext, 'clock'>,
  endpoint: string,
  site: string,
): Promise<string> {
  const { privateKey, publicKey } = keyPair(ctx);
  const key = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      d: privateKey.toString('base64url'),
      x: publicKey.subarray(1, 33).toString('base64url'),
      y: publicKey.subarray(33).toString('base64url'),
    },
  });
  const token = await new SignJWT()
    .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
    .setAudience(new URL(endpoint).origin)
    .setExpirationTime(Math.floor((ctx.clock.now().getTime() + VALID_MS) / 1_000))
    .setSubject(site)
    .sign(key);
  return `vapid t=${token}, k=${publicKey.toString('base64url')}`;
}

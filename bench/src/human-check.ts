/**
 * The human verification of a sign-in, which a browser solves before the user has typed the
 * password.
 */
import { solveAltcha } from '../../server/test/solve-altcha.ts';
import type { Send } from './http.ts';

interface Offer {
  readonly provider: 'altcha' | 'off';
  readonly challenge?: Parameters<typeof solveAltcha>[0];
}

/** Returns the field for a sign-in. Empty if the server requires none. */
export async function passHumanCheck(
  send: Send,
): Promise<{ readonly g_recaptcha_response?: string }> {
  const { challenge } = JSON.parse(String(await send({ path: '/api/captcha' }))) as Offer;
  return challenge ? { g_recaptcha_response: await solveAltcha(challenge) } : {};
}

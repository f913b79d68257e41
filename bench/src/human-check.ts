/** The human check of a sign-in, as a browser does it before a person has typed the password. */
import { solveAltcha } from '../../server/test/solve-altcha.ts';
import type { Send } from './http.ts';

interface Offer {
  readonly provider: 'altcha' | 'off';
  readonly challenge?: Parameters<typeof solveAltcha>[0];
}

/** The field of a sign-in; empty where the server asks for none. */
export async function passHumanCheck(
  send: Send,
): Promise<{ readonly g_recaptcha_response?: string }> {
  const { challenge } = JSON.parse(String(await send({ path: '/api/captcha' }))) as Offer;
  return challenge ? { g_recaptcha_response: await solveAltcha(challenge) } : {};
}

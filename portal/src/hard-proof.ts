/**
 * Proof of work for a sign-in while strangers guess passwords of the user name. The code is loaded
 * only then. The panel's sign-in requires the same proof.
 */
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import type { getCaptcha } from '@ramal/contract/sessions';
import { solveAltcha } from '../../packages/pages/src/solve-altcha.ts';

export async function solveHardProof(): Promise<string> {
  const response = await fetch('/api/captcha?level=high');
  const { challenge } = (await response.json()) as ResponseOf<typeof getCaptcha>;
  const solved = challenge as unknown as Parameters<typeof solveAltcha>[0];
  return solveAltcha(solved, new AbortController().signal);
}

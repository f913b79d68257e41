/** Loaded only while strangers guess at a name; the panel's sign-in does the same work. */
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import type { getCaptcha } from '@ramal/contract/sessions';
// oxlint-disable-next-line ramal/directions -- moves to packages/pages with its library
import { solveAltcha } from '../../panel/src/sessions/sign-in/solve-altcha.ts';

export async function solveHardProof(): Promise<string> {
  const response = await fetch('/api/captcha?level=high');
  const { challenge } = (await response.json()) as ResponseOf<typeof getCaptcha>;
  const solved = challenge as unknown as Parameters<typeof solveAltcha>[0];
  return solveAltcha(solved, new AbortController().signal);
}

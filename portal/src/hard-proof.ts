/** Loaded only while strangers guess at a name; the panel's sign-in does the same work. */
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import type { getCaptcha } from '@ramal/contract/sessions';
import { solveAltcha } from '../../packages/pages/src/solve-altcha.ts';

export async function solveHardProof(): Promise<string> {
  const response = await fetch('/api/captcha?level=high');
  const { challenge } = (await response.json()) as ResponseOf<typeof getCaptcha>;
  const solved = challenge as unknown as Parameters<typeof solveAltcha>[0];
  return solveAltcha(solved, new AbortController().signal);
}

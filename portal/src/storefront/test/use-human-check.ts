/**
 * Human check of the storefront. The browser solves it without a press, while the visitor types. No
 * script of another company is needed.
 */
import type { getCaptcha } from '@ramal/contract/sessions';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type Challenge, solveAltcha } from '../../../../packages/pages/src/solve-altcha.ts';
import { type HumanProof, PortalError } from '../api.ts';
import { request } from '../../request.ts';

export type CheckState = 'working' | 'solved' | 'failed' | 'none';

/** Maximum age of a solution in ms. The server accepts a solution for ten minutes. */
const STALE_MS = 8 * 60_000;

export interface HumanCheck {
  readonly state: CheckState;
  /** Begins another check, after a failure or after a call that used the proof and failed. */
  readonly retry: () => void;
  /** Returns the proof for one call, and waits for it if necessary. */
  readonly take: () => Promise<HumanProof>;
}

async function solve(signal: AbortSignal): Promise<HumanProof> {
  const { challenge } = await request<typeof getCaptcha>('/api/captcha?level=usual');
  if (!challenge) return {};
  return { gRecaptchaResponse: await solveAltcha(challenge as unknown as Challenge, signal) };
}

/** `isNeeded` is false if the server needs no proof, for example for a visitor with a test. */
export function useHumanCheck(isNeeded = true): HumanCheck {
  const [state, setState] = useState<CheckState>(isNeeded ? 'working' : 'none');
  const attempt = useRef<{ proof: Promise<HumanProof>; stop: () => void }>(undefined);
  const begin = useCallback(() => {
    attempt.current?.stop();
    const withdrawn = new AbortController();
    const begun = { proof: solve(withdrawn.signal), stop: () => withdrawn.abort() };
    attempt.current = begun;
    setState('working');
    begun.proof.then(
      (proof) =>
        attempt.current === begun && setState(proof.gRecaptchaResponse ? 'solved' : 'none'),
      () => attempt.current === begun && setState('failed'),
    );
  }, []);
  useEffect(() => {
    if (!isNeeded) return undefined;
    begin();
    const timer = setInterval(begin, STALE_MS);
    return () => {
      clearInterval(timer);
      attempt.current?.stop();
      attempt.current = undefined;
    };
  }, [isNeeded, begin]);
  return {
    state,
    retry: begin,
    take: async () => {
      try {
        return (await attempt.current?.proof) ?? {};
      } catch {
        throw new PortalError('Não deu para verificar. Tente de novo.');
      }
    },
  };
}

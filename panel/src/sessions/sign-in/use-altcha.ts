import { getCaptcha } from '@ramal/contract/sessions';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../foundation/api/api.ts';
import { type Challenge, solveAltcha } from '../../../../packages/pages/src/solve-altcha.ts';

export type CheckState = 'idle' | 'working' | 'solved' | 'failed';

/** Maximum age of a solution in ms. The server accepts a solution for ten minutes. */
const STALE_MS = 8 * 60_000;

interface Attempt {
  readonly solution: Promise<string>;
  readonly stop: () => void;
}

interface Altcha {
  readonly state: CheckState;
  /** Starts to solve a challenge, unless that has already started. */
  readonly start: () => void;
  /**
   * Returns the solution, and waits for it if necessary. A solution is valid once, so call `renew`
   * after it was sent.
   */
  readonly take: () => Promise<string>;
  /** Replaces the existing solution by a new one. Does nothing if no solution exists. */
  readonly renew: () => void;
}

/** Solves Ramal's human check in advance, and again after a solution was used or expired. */
export function useAltcha(): Altcha {
  const [state, setState] = useState<CheckState>('idle');
  const work = useRef<Attempt>(undefined);

  const begin = useCallback((): Attempt => {
    work.current?.stop();
    const begun = startSolving();
    work.current = begun;
    setState('working');
    begun.solution.then(
      () => work.current === begun && setState('solved'),
      () => {
        if (work.current !== begun) return;
        work.current = undefined;
        setState('failed');
      },
    );
    return begun;
  }, []);

  const start = useCallback(() => void (work.current ?? begin()), [begin]);
  const take = useCallback(() => (work.current ?? begin()).solution, [begin]);
  const renew = useCallback(() => void (work.current && begin()), [begin]);

  useEffect(() => {
    if (state !== 'solved') return;
    const old = setTimeout(renew, STALE_MS);
    return () => clearTimeout(old);
  }, [state, renew]);
  useEffect(
    () => () => {
      work.current?.stop();
      work.current = undefined;
    },
    [],
  );
  return { state, start, take, renew };
}

/** Solves the extra work that the server requires while strangers try passwords for an account. */
export async function solveHardProof(): Promise<string> {
  const { challenge } = await call(getCaptcha, { query: { level: 'high' } });
  return solveAltcha(challenge as unknown as Challenge, new AbortController().signal);
}

function startSolving(): Attempt {
  const withdrawn = new AbortController();
  const { signal } = withdrawn;
  const solution = call(getCaptcha, {}, { signal }).then(({ challenge }) =>
    solveAltcha(challenge as unknown as Challenge, signal),
  );
  return { solution, stop: () => withdrawn.abort() };
}

import type { Challenge } from 'altcha-lib/types';

export type { Challenge } from 'altcha-lib/types';
import type { SolveResult } from './altcha.worker.ts';

/**
 * Returns the solution in the form that the server accepts: base64 of JSON. An abort of `signal`
 * stops the work.
 */
export function solveAltcha(challenge: Challenge, signal: AbortSignal): Promise<string> {
  const worker = new Worker(new URL('./altcha.worker.ts', import.meta.url), { type: 'module' });
  const stop = () => worker.terminate();
  const solved = new Promise<string>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('withdrawn')));
    worker.addEventListener('error', (event) => reject(new Error(event.message)));
    worker.addEventListener('message', ({ data }: MessageEvent<SolveResult>) => {
      if ('error' in data) reject(new Error(data.error));
      else resolve(btoa(JSON.stringify({ challenge, solution: data.solution })));
    });
    worker.postMessage(challenge);
  });
  return solved.finally(stop);
}

/** Runs in a worker thread, so that the sign-in page stays responsive during the calculation. */
import { pbkdf2 } from '@noble/hashes/pbkdf2.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { solveChallenge } from 'altcha-lib';
import { deriveKey as deriveByBrowser } from 'altcha-lib/algorithms/web/pbkdf2';
import type { Challenge, DeriveKeyFunction, Solution } from 'altcha-lib/types';

export type SolveResult = { readonly solution: Solution } | { readonly error: string };

/**
 * Browsers have no crypto.subtle on a plain http address. The calculation in JavaScript takes a few
 * times as long.
 */
const deriveByHand: DeriveKeyFunction = async ({ algorithm, cost, keyLength }, salt, password) => {
  if (algorithm !== 'PBKDF2/SHA-256') throw new Error(`Unknown algorithm ${algorithm}`);
  return { derivedKey: pbkdf2(sha256, password, salt, { c: cost, dkLen: keyLength }) };
};

self.addEventListener('message', ({ data }: MessageEvent<Challenge>) => {
  void solve(data).then((answer) => self.postMessage(answer));
});

async function solve(challenge: Challenge): Promise<SolveResult> {
  const deriveKey = (self.crypto.subtle as SubtleCrypto | undefined)
    ? deriveByBrowser
    : deriveByHand;
  try {
    const solution = await solveChallenge({ challenge, deriveKey });
    return solution ? { solution } : { error: 'No solution in time' };
  } catch (error) {
    return { error: String(error) };
  }
}

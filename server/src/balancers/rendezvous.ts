/**
 * Weighted rendezvous hashing: each viewer has an order of balancers of its own, so when one goes only its
 * viewers move, and when it returns only they come back.
 */
import { createHash } from 'node:crypto';

export interface Weighted {
  readonly id: number;
  readonly weight: number;
}

export function chooseByWeight<T extends Weighted>(
  candidates: readonly T[],
  viewer: string,
): T | undefined {
  let best: { readonly candidate: T; readonly score: number } | undefined;
  for (const candidate of candidates) {
    const score = -candidate.weight / Math.log(fraction(`${viewer} ${candidate.id}`));
    if (candidate.weight > 0 && (!best || score > best.score)) best = { candidate, score };
  }
  return best?.candidate;
}

/** Between 0 and 1, neither included. */
const fraction = (text: string): number =>
  (createHash('sha1').update(text).digest().readUIntBE(0, 6) + 1) / (2 ** 48 + 1);

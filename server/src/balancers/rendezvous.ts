/**
 * Weighted rendezvous hashing: the hash gives each viewer a fixed order of balancers. When a
 * balancer falls, only its viewers move. When it recovers, only they return.
 */
import { createHash } from 'node:crypto';

interface WeightedItem {
  readonly id: number;
  readonly weight: number;
}

export function chooseByWeight<T extends WeightedItem>(
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

/** Returns a number between 0 and 1, both exclusive. */
const fraction = (text: string): number =>
  (createHash('sha1').update(text).digest().readUIntBE(0, 6) + 1) / (2 ** 48 + 1);

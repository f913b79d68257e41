import { seed } from '../property-runs.ts';
import { seeded } from '../seeded.ts';

/**
 * Random values for the faults. They are the same in every `npm test`, and different in every `npm
 * run test:long`.
 */
export interface Draw {
  below(count: number): number;
  between(low: number, high: number): number;
  from<T>(things: readonly T[]): T;
}

/** Prints the seed of the test, so that a failure can be repeated with RAMAL_SEED. */
export function announceSeed(test: string): number {
  console.log(`${test}: RAMAL_SEED=${seed}`);
  return seed;
}

export function makeDraw(seed: number): Draw {
  const next = seeded(seed);
  const below = (count: number): number => Math.floor(next() * count);
  return {
    below,
    between: (low, high) => low + below(high - low + 1),
    from: (things) => things[below(things.length)]!,
  };
}

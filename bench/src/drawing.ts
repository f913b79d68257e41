import { seeded } from '../../server/test/seeded.ts';

/** Draws that are the same on every run, so that two runs ask for the same things. */
export interface Drawing {
  /** A whole number from 0 to below `count`. */
  below(count: number): number;
  from<T>(things: readonly T[]): T;
}

export function makeDrawing(seed: number): Drawing {
  const next = seeded(seed);
  const below = (count: number): number => Math.floor(next() * count);
  return { below, from: (things) => things[below(things.length)]! };
}

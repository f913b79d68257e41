import { seeded } from '../../server/test/seeded.ts';

/** Random choices that are the same on every run, so that two runs send the same requests. */
export interface Random {
  /** An integer from 0 to less than `count`. */
  below(count: number): number;
  from<T>(things: readonly T[]): T;
}

export function createRandom(seed: number): Random {
  const next = seeded(seed);
  const below = (count: number): number => Math.floor(next() * count);
  return { below, from: (things) => things[below(things.length)]! };
}

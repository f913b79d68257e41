import { seeded } from '../seeded.ts';

/** Every run draws anew and says from what; RAMAL_FAULTS_SEED draws the same again. */
export interface Draw {
  below(count: number): number;
  between(low: number, high: number): number;
  from<T>(things: readonly T[]): T;
}

export function announceSeed(test: string): number {
  const seed = Number(process.env.RAMAL_FAULTS_SEED ?? Date.now() % 1_000_000_000);
  console.log(`${test}: RAMAL_FAULTS_SEED=${seed}`);
  return seed;
}

export const isLong = process.env.RAMAL_FAULTS === 'long';

export function makeDraw(seed: number): Draw {
  const next = seeded(seed);
  const below = (count: number): number => Math.floor(next() * count);
  return {
    below,
    between: (low, high) => low + below(high - low + 1),
    from: (things) => things[below(things.length)]!,
  };
}

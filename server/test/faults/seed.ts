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
  let state = seed >>> 0;
  // mulberry32
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const below = (count: number): number => Math.floor(next() * count);
  return {
    below,
    between: (low, high) => low + below(high - low + 1),
    from: (things) => things[below(things.length)]!,
  };
}

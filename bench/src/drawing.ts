/** Draws that are the same on every run, so that two runs ask for the same things. */
export interface Drawing {
  /** A whole number from 0 to below `count`. */
  below(count: number): number;
  from<T>(things: readonly T[]): T;
}

export function makeDrawing(seed: number): Drawing {
  let state = seed >>> 0;
  // mulberry32
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const below = (count: number): number => Math.floor(next() * count);
  return { below, from: (things) => things[below(things.length)]! };
}

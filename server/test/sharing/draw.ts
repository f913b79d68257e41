/** Draws that are the same on every run. */
export interface Draw {
  /** A number between two others. */
  (from: number, to: number): number;
}

export function makeDraw(seed: number): Draw {
  let state = seed >>> 0;
  // mulberry32
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  return (from, to) => from + next() * (to - from);
}

export const whole = (draw: Draw, from: number, to: number): number =>
  Math.floor(draw(from, to + 1));
export const happens = (draw: Draw, chance: number): boolean => draw(0, 1) < chance;
export const oneOf = <T>(draw: Draw, things: readonly T[]): T =>
  things[whole(draw, 0, things.length - 1)]!;

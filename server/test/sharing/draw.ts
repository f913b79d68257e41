import { seeded } from '../seeded.ts';

/** Draws random values that are the same on every run. */
export interface Draw {
  (from: number, to: number): number;
}

export function makeDraw(seed: number): Draw {
  const next = seeded(seed);
  return (from, to) => from + next() * (to - from);
}

export const whole = (draw: Draw, from: number, to: number): number =>
  Math.floor(draw(from, to + 1));
export const happens = (draw: Draw, chance: number): boolean => draw(0, 1) < chance;
export const drawOne = <T>(draw: Draw, things: readonly T[]): T =>
  things[whole(draw, 0, things.length - 1)]!;

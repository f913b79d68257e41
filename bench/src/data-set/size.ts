/** How much of everything there is, from the number of lines (design: performance.md). */
export interface Size {
  readonly lines: number;
  readonly resellers: number;
  /** The first resellers below the admin own this many lines each. */
  readonly largeOwners: number;
  readonly linesOfLarge: number;
  readonly entries: number;
  readonly events: number;
  readonly viewers: number;
  /** Whatever the number of lines: lists of channels are as long as they are. */
  readonly channels: number;
  /** Channels with a week of programmes. */
  readonly guided: number;
}

export const SMALLEST = 10_000;

export function sizeFor(lines: number): Size {
  return {
    lines,
    resellers: lines / 50,
    largeOwners: 5,
    linesOfLarge: Math.min(10_000, lines / 10),
    entries: lines * 3,
    events: lines * 5,
    viewers: lines / 50,
    channels: 50_000,
    guided: 2_000,
  };
}

/** Number of rows of each kind. Most numbers are derived from the number of lines. */
export interface Size {
  readonly lines: number;
  readonly resellers: number;
  /** Number of resellers directly below the admin that own `linesOfLarge` lines each. */
  readonly largeOwners: number;
  readonly linesOfLarge: number;
  readonly entries: number;
  readonly events: number;
  readonly viewers: number;
  /** Number of channels. It is independent of the number of lines. */
  readonly channels: number;
  /** Number of channels whose guide contains one week of programmes. */
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

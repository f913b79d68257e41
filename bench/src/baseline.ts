/** Figures of the fastest comparable panel, measured once on a similar machine. */
import type { Figures } from './figures.ts';

export interface BaselineGoal {
  readonly in: 'firstPage' | 'search' | 'creates';
  readonly times: number;
}

/**
 * By number of lines: milliseconds at the median with one client, and creations a second with
 * eight.
 */
const BASELINE: Record<number, Record<BaselineGoal['in'], number>> = {
  100_000: { firstPage: 41, search: 65, creates: 115 },
  1_000_000: { firstPage: 372, search: 420, creates: 66 },
};

/** The ratio of the baseline to our figure. Undefined if the baseline was not measured. */
export function timesBaseline(
  ours: Figures,
  against: BaselineGoal,
  lines: number,
): number | undefined {
  const theirs = BASELINE[lines]?.[against.in];
  if (theirs === undefined) return undefined;
  return against.in === 'creates' ? ours.perSecond / theirs : theirs / ours.p50;
}

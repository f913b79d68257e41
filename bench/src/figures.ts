/**
 * Figures are medians of the percentiles of each round, so that one bad round has little effect.
 */
import type { Round } from './load.ts';

export interface Figures {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly perSecond: number;
}

export function figuresOf(rounds: readonly Round[]): Figures {
  const across = (figure: (round: Round) => number): number => median(rounds.map(figure));
  return {
    p50: across(({ millis }) => percentile(millis, 50)),
    p95: across(({ millis }) => percentile(millis, 95)),
    p99: across(({ millis }) => percentile(millis, 99)),
    perSecond: across(({ perSecond }) => perSecond),
  };
}

/** Returns the p95 of each labelled kind of work, the slowest first. */
export function slowestKinds(rounds: readonly Round[]): { label: string; p95: number }[] {
  const labels = new Set(rounds.flatMap(({ byLabel }) => [...byLabel.keys()]));
  return [...labels]
    .map((label) => ({
      label,
      p95: median(
        rounds.flatMap(({ byLabel }) => {
          const millis = byLabel.get(label);
          return millis ? [percentile(millis, 95)] : [];
        }),
      ),
    }))
    .toSorted((a, b) => b.p95 - a.p95);
}

export function percentile(rising: readonly number[], percent: number): number {
  const index = Math.ceil((percent / 100) * rising.length) - 1;
  return rising[Math.max(0, index)] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  const rising = values.toSorted((a, b) => a - b);
  const middle = rising.length >> 1;
  return rising.length % 2 === 1 ? rising[middle]! : (rising[middle - 1]! + rising[middle]!) / 2;
}

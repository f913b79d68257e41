/** Accuracy of the detection in the simulated town. */
import type { Viewer } from './play-day.ts';

interface KindScore {
  readonly kind: string;
  readonly sharing: Viewer['sharing'];
  readonly lines: number;
  readonly found: number;
}

export interface Score {
  /** Share of the found lines that are really shared. */
  readonly precision: number;
  /** Share of the lines above the criteria that were found. */
  readonly recall: number;
  readonly kinds: readonly KindScore[];
}

export function scoreFindings(viewers: readonly Viewer[], foundIds: ReadonlySet<number>): Score {
  const kinds = new Map<string, KindScore>();
  for (const { kind, sharing, lineId } of viewers) {
    const key = `${kind} ${sharing}`;
    const before = kinds.get(key) ?? { kind, sharing, lines: 0, found: 0 };
    kinds.set(key, {
      ...before,
      lines: before.lines + 1,
      found: before.found + Number(foundIds.has(lineId)),
    });
  }
  const sum = (scores: readonly KindScore[], what: 'lines' | 'found') =>
    scores.reduce((total, score) => total + score[what], 0);
  const all = [...kinds.values()];
  const above = all.filter(({ sharing }) => sharing === 'above');
  const sharing = all.filter((score) => score.sharing !== 'no');
  return {
    precision: sum(sharing, 'found') / sum(all, 'found'),
    recall: sum(above, 'found') / sum(above, 'lines'),
    kinds: all,
  };
}

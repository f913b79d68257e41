/** One charging run: who stands in it, what became of each, and where it is. It outlives a reload. */
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import type { listLinesToCharge } from '@ramal/contract/lines/charging';
import { useState } from 'react';
import { calendarDays } from '../../foundation/dates.ts';

export type LineToCharge = ResponseOf<typeof listLinesToCharge>['lines'][number] & {
  /** The reminder that goes to it today, with its text; without one the account's text for charges is sent. */
  readonly reminder?: { readonly id: number; readonly text: string };
};

/** `charged`: the conversation was opened; whether it was sent nobody knows. */
export type Outcome =
  | { readonly what: 'charged'; readonly at: Date }
  | { readonly what: 'renewed'; readonly until: Date }
  | { readonly what: 'skipped' };

export interface Run {
  readonly lines: readonly LineToCharge[];
  readonly outcomeOf: (line: LineToCharge) => Outcome | undefined;
  /** Past the last one when all were passed. */
  readonly place: number;
  readonly current: LineToCharge | undefined;
  readonly next: LineToCharge | undefined;
  readonly settle: (line: LineToCharge, outcome: Outcome) => void;
  /** Another number was written for this line, in this run at least. */
  readonly renumber: (line: LineToCharge, whatsapp: string) => void;
  /** What was noted did not reach the server. */
  readonly reopen: (line: LineToCharge) => void;
  readonly back: () => void;
}

/** The lines stay as they were when the run began: who renews meanwhile does not shift the others. */
export function useRun(found: readonly LineToCharge[], name: string): Run {
  const [lines, setLines] = useState(found);
  const [outcomes, setOutcomes] = useState<ReadonlyMap<number, Outcome>>(() => {
    const skipped = readSkipped(name);
    return new Map(
      lines.flatMap((line): [number, Outcome][] => {
        if (line.chargedAt && calendarDays(line.chargedAt, new Date()) === 0)
          return [[line.id, { what: 'charged', at: line.chargedAt }]];
        return skipped.includes(line.id) ? [[line.id, { what: 'skipped' }]] : [];
      }),
    );
  });
  /** Where one went back to. */
  const [chosen, setChosen] = useState<number>();
  const openFrom = (from: number, known: ReadonlyMap<number, Outcome>): number => {
    const found = lines.findIndex((line, at) => at >= from && !known.has(line.id));
    return found === -1 ? lines.length : found;
  };
  const place = chosen ?? openFrom(0, outcomes);
  const keep = (changed: ReadonlyMap<number, Outcome>) => {
    setOutcomes(changed);
    const skipped = lines.filter(({ id }) => changed.get(id)?.what === 'skipped');
    sessionStorage.setItem(name, JSON.stringify(skipped.map(({ id }) => id)));
  };
  return {
    lines,
    outcomeOf: ({ id }) => outcomes.get(id),
    place,
    current: lines[place],
    next: lines[openFrom(place + 1, outcomes)],
    settle: (line, outcome) => {
      const changed = new Map(outcomes).set(line.id, outcome);
      keep(changed);
      setChosen(undefined);
    },
    renumber: ({ id }, whatsapp) =>
      setLines((before) => before.map((line) => (line.id === id ? { ...line, whatsapp } : line))),
    reopen: ({ id }) =>
      setOutcomes((before) => new Map([...before].filter(([other]) => other !== id))),
    back: () => setChosen(Math.max(0, place - 1)),
  };
}

function readSkipped(name: string): readonly unknown[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(name) ?? '[]');
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

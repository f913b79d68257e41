/** One charging run: who stands in it, what became of each, and where it is. It outlives a reload. */
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import type { listLinesToCharge } from '@ramal/contract/lines/charging';
import { useEffect, useState } from 'react';
import { calendarDays } from '../../foundation/dates.ts';

export type LineToCharge = ResponseOf<typeof listLinesToCharge>['lines'][number] & {
  /** The reminder that goes to it today, with its text; without one the account's text for charges is sent. */
  readonly reminder?: { readonly id: number; readonly text: string };
};

/** Customers are asked for money, or told that their line was renewed. */
export type RunOccasion = 'charge' | 'renewed';

/** `charged`: the conversation was opened; whether it was sent nobody knows. */
export type Outcome =
  | { readonly what: 'charged'; readonly at: Date }
  | { readonly what: 'renewed'; readonly until: Date }
  | { readonly what: 'skipped' };

export interface Run {
  readonly occasion: RunOccasion;
  readonly lines: readonly LineToCharge[];
  readonly outcomeOf: (line: LineToCharge) => Outcome | undefined;
  /** Past the last one when all were passed. */
  readonly place: number;
  readonly current: LineToCharge | undefined;
  readonly next: LineToCharge | undefined;
  readonly settle: (line: LineToCharge, outcome: Outcome) => void;
  /** Another number was written for this line, in this run at least. */
  readonly renumber: (line: LineToCharge, whatsapp: string) => void;
  /** What was noted did not reach the server: this line comes next, and the one that is shown stays. */
  readonly reopen: (line: LineToCharge) => void;
  readonly back: () => void;
}

type Outcomes = ReadonlyMap<number, Outcome>;

interface Progress {
  readonly outcomes: Outcomes;
  /** The place that is shown although another line is the first open one. */
  readonly chosen?: number;
}

/** The lines stay as they were when the run began: who renews meanwhile does not shift the others. */
interface RunIdentity {
  readonly name: string;
  readonly occasion: RunOccasion;
}

export function useRun(found: readonly LineToCharge[], { name, occasion }: RunIdentity): Run {
  const [lines, setLines] = useState(found);
  const [progress, setProgress] = useState<Progress>(() => ({
    outcomes: outcomesBefore(found, readSkipped(name)),
  }));
  const { outcomes } = progress;
  useEffect(() => {
    // The server keeps who was charged; nothing keeps who was told of a renewal.
    const skipped = lines.filter(({ id }) =>
      occasion === 'renewed' ? outcomes.has(id) : outcomes.get(id)?.what === 'skipped',
    );
    keepSkipped(name, skipped);
  }, [lines, name, occasion, outcomes]);
  const place = placeIn(lines, progress);
  return {
    occasion,
    lines,
    outcomeOf: ({ id }) => outcomes.get(id),
    place,
    current: lines[place],
    next: lines.find(({ id }, at) => at !== place && !outcomes.has(id)),
    settle: ({ id }, outcome) =>
      setProgress((before) => ({ outcomes: new Map(before.outcomes).set(id, outcome) })),
    renumber: ({ id }, whatsapp) =>
      setLines((before) => before.map((line) => (line.id === id ? { ...line, whatsapp } : line))),
    reopen: ({ id }) => setProgress((before) => reopened(lines, before, id)),
    back: () =>
      setProgress((before) => ({ ...before, chosen: Math.max(0, placeIn(lines, before) - 1) })),
  };
}

function outcomesBefore(lines: readonly LineToCharge[], skipped: readonly unknown[]): Outcomes {
  return new Map(
    lines.flatMap((line): [number, Outcome][] => {
      if (line.chargedAt && calendarDays(line.chargedAt, new Date()) === 0)
        return [[line.id, { what: 'charged', at: line.chargedAt }]];
      return skipped.includes(line.id) ? [[line.id, { what: 'skipped' }]] : [];
    }),
  );
}

function placeIn(lines: readonly LineToCharge[], { outcomes, chosen }: Progress): number {
  if (chosen !== undefined) return chosen;
  const open = lines.findIndex(({ id }) => !outcomes.has(id));
  return open === -1 ? lines.length : open;
}

/** The seller may be writing to another customer, who stays; past the last one nobody is shown. */
function reopened(lines: readonly LineToCharge[], before: Progress, id: number): Progress {
  const outcomes = new Map([...before.outcomes].filter(([other]) => other !== id));
  const place = placeIn(lines, before);
  return place < lines.length ? { outcomes, chosen: place } : { outcomes };
}

/** Where the browser keeps nothing, the run goes on and only a reload forgets who was skipped. */
function keepSkipped(name: string, skipped: readonly LineToCharge[]): void {
  try {
    sessionStorage.setItem(name, JSON.stringify(skipped.map(({ id }) => id)));
  } catch {
    // Full or forbidden.
  }
}

function readSkipped(name: string): readonly unknown[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(name) ?? '[]');
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

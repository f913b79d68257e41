/**
 * State of one charging run: its lines, their results and the current position. It survives a
 * reload.
 */
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import type { listLinesToCharge } from '@ramal/contract/lines/charging';
import { useEffect, useState } from 'react';
import { calendarDays } from '../../foundation/dates.ts';

export type LineToCharge = ResponseOf<typeof listLinesToCharge>['lines'][number] & {
  /** Today's reminder with its text. Without one the account's text for charges is sent. */
  readonly reminder?: { readonly id: number; readonly text: string };
};

/** Reason of the message: a charge, or the notification of a renewal. */
export type RunOccasion = 'charge' | 'renewed';

/** `charged`: the conversation was opened. It is unknown whether the message was sent. */
export type Outcome =
  | { readonly what: 'charged'; readonly at: Date }
  | { readonly what: 'renewed'; readonly until: Date }
  | { readonly what: 'skipped' };

export interface Run {
  readonly occasion: RunOccasion;
  readonly lines: readonly LineToCharge[];
  readonly outcomeOf: (line: LineToCharge) => Outcome | undefined;
  /** Position of the shown line; past the last one when all lines have a result. */
  readonly place: number;
  readonly current: LineToCharge | undefined;
  readonly next: LineToCharge | undefined;
  readonly settle: (line: LineToCharge, outcome: Outcome) => void;
  /** Replaces the number of this line, at least in this run. */
  readonly renumber: (line: LineToCharge, whatsapp: string) => void;
  /**
   * Marks a line as open again because the server did not receive its result. The line comes next,
   * and the shown one stays.
   */
  readonly reopen: (line: LineToCharge) => void;
  readonly back: () => void;
}

type Outcomes = ReadonlyMap<number, Outcome>;

interface Progress {
  readonly outcomes: Outcomes;
  /** Position chosen by the seller, if it is not the first open line. */
  readonly chosen?: number;
}

/**
 * Identifies a run. Its lines stay as they were at the start, so that a renewal during the run does
 * not move the others.
 */
interface RunIdentity {
  readonly name: string;
  readonly occasion: RunOccasion;
}

export function useRun(
  initialLines: readonly LineToCharge[],
  { name, occasion }: RunIdentity,
): Run {
  const [lines, setLines] = useState(initialLines);
  const [progress, setProgress] = useState<Progress>(() => ({
    outcomes: outcomesBefore(initialLines, readSkipped(name)),
  }));
  const { outcomes } = progress;
  useEffect(() => {
    // The server stores charges. It does not store notifications of a renewal, so this run does.
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

/**
 * Keeps the shown line, because the seller may be writing to that customer. Past the last line
 * nobody is shown.
 */
function reopened(lines: readonly LineToCharge[], before: Progress, id: number): Progress {
  const outcomes = new Map([...before.outcomes].filter(([other]) => other !== id));
  const place = placeIn(lines, before);
  return place < lines.length ? { outcomes, chosen: place } : { outcomes };
}

/**
 * Stores the skipped lines for a reload. Without storage the run continues, and a reload loses
 * them.
 */
function keepSkipped(name: string, skipped: readonly LineToCharge[]): void {
  try {
    sessionStorage.setItem(name, JSON.stringify(skipped.map(({ id }) => id)));
  } catch {
    // Storage is full or blocked.
  }
}

function readSkipped(name: string): readonly unknown[] {
  try {
    const storedIds: unknown = JSON.parse(sessionStorage.getItem(name) ?? '[]');
    return Array.isArray(storedIds) ? storedIds : [];
  } catch {
    return [];
  }
}

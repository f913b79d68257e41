/**
 * State of one charging run: its lines, their results and the current position. The state survives
 * a reload.
 */
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import type { listLinesToCharge } from '@ramal/contract/lines/charging';
import { useEffect, useState } from 'react';
import { calendarDays } from '../../foundation/dates.ts';

export type LineToCharge = ResponseOf<typeof listLinesToCharge>['lines'][number] & {
  /** Today's reminder with its text. If absent, the account's text for charges is used. */
  readonly reminder?: { readonly id: number; readonly text: string };
};

/** Reason of the message: a charge, or the notification of a renewal. */
export type RunOccasion = 'charge' | 'renewed';

/**
 * Result of a line. `charged` means that the conversation was opened; it is unknown whether the
 * message was sent.
 */
export type Outcome =
  | { readonly what: 'charged'; readonly at: Date }
  | { readonly what: 'renewed'; readonly until: Date }
  | { readonly what: 'skipped' };

export interface Run {
  readonly occasion: RunOccasion;
  readonly lines: readonly LineToCharge[];
  readonly outcomeOf: (line: LineToCharge) => Outcome | undefined;
  /** Index of the shown line. Equals the number of lines when all lines have a result. */
  readonly index: number;
  readonly current: LineToCharge | undefined;
  readonly next: LineToCharge | undefined;
  readonly settle: (line: LineToCharge, outcome: Outcome) => void;
  /** Replaces the WhatsApp number of this line in the run. */
  readonly renumber: (line: LineToCharge, whatsapp: string) => void;
  /**
   * Removes the result of a line, because the server did not receive it. The run shows this line
   * again later. The shown line does not change.
   */
  readonly reopen: (line: LineToCharge) => void;
  readonly back: () => void;
}

type Outcomes = ReadonlyMap<number, Outcome>;

interface Progress {
  readonly outcomes: Outcomes;
  /** Index chosen by the seller, if it is not the first open line. */
  readonly chosen?: number;
}

/** Storage key of a run's skipped customers, and the reason for its messages. */
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
    // The server stores charges, but not the messages about a renewal. This browser therefore
    // stores for which lines they were opened.
    const skipped = lines.filter(({ id }) =>
      occasion === 'renewed' ? outcomes.has(id) : outcomes.get(id)?.what === 'skipped',
    );
    keepSkipped(name, skipped);
  }, [lines, name, occasion, outcomes]);
  const index = currentIndex(lines, progress);
  return {
    occasion,
    lines,
    outcomeOf: ({ id }) => outcomes.get(id),
    index,
    current: lines[index],
    next: lines.find(({ id }, at) => at !== index && !outcomes.has(id)),
    settle: ({ id }, outcome) =>
      setProgress((before) => ({ outcomes: new Map(before.outcomes).set(id, outcome) })),
    renumber: ({ id }, whatsapp) =>
      setLines((before) => before.map((line) => (line.id === id ? { ...line, whatsapp } : line))),
    reopen: ({ id }) => setProgress((before) => reopened(lines, before, id)),
    back: () =>
      setProgress((before) => ({
        ...before,
        chosen: Math.max(0, currentIndex(lines, before) - 1),
      })),
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

function currentIndex(lines: readonly LineToCharge[], { outcomes, chosen }: Progress): number {
  if (chosen !== undefined) return chosen;
  const open = lines.findIndex(({ id }) => !outcomes.has(id));
  return open === -1 ? lines.length : open;
}

/**
 * Removes the result of a line. The shown line does not change, because the seller may be writing
 * to that customer. If all lines had a result, the reopened line is shown.
 */
function reopened(lines: readonly LineToCharge[], before: Progress, id: number): Progress {
  const outcomes = new Map([...before.outcomes].filter(([other]) => other !== id));
  const index = currentIndex(lines, before);
  return index < lines.length ? { outcomes, chosen: index } : { outcomes };
}

/**
 * Stores the skipped lines, so that they survive a reload. If storage is blocked, the run works,
 * but a reload loses them.
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

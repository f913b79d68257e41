/**
 * State of one charging run: its lines, their results and the current position. The state survives
 * a reload.
 */
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import type { listLinesToCharge } from '@ramal/contract/lines/charging';
import type { MessageReason } from '@ramal/contract/lines/messages';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { calendarDays, formatDate } from '../../foundation/dates.ts';

type LineToCharge = ResponseOf<typeof listLinesToCharge>['lines'][number];

/** Customer of a run. */
export type RunLine = Omit<LineToCharge, 'chargedAt'> & {
  /** Time of the last charge. Absent in «Mensagens de hoje», which has no charged customers. */
  readonly chargedAt?: Date | null;
  /** Reason of the message. If absent, the seller charges the customer. */
  readonly reason?: MessageReason;
  /** Amount in R$ that the customer paid for the renewal. */
  readonly value?: number | null;
  /** Today's reminder with its text. If absent, the account's text for charges is used. */
  readonly reminder?: { readonly id: number; readonly text: string };
};

/** Kind of the text: a charge, or the notification of a renewal. */
export type RunOccasion = 'charge' | 'renewed';

export const runOccasion = ({ reason }: RunLine): RunOccasion =>
  reason === 'paid' || reason === 'renewed' ? 'renewed' : 'charge';

/**
 * Result of a line. `charged` means that the conversation was opened; it is unknown whether the
 * message was sent.
 */
export type Outcome =
  | { readonly what: 'charged'; readonly at: Date }
  | { readonly what: 'renewed'; readonly until: Date }
  /** The message about the renewal was sent before, or goes out automatically. */
  | { readonly what: 'informed' }
  | { readonly what: 'skipped' };

export interface Run {
  readonly lines: readonly RunLine[];
  readonly outcomeOf: (line: RunLine) => Outcome | undefined;
  /** Index of the shown line. Equals the number of lines when all lines have a result. */
  readonly index: number;
  readonly current: RunLine | undefined;
  readonly next: RunLine | undefined;
  readonly settle: (line: RunLine, outcome: Outcome) => void;
  /** Replaces the WhatsApp number of this line in the run. */
  readonly renumber: (line: RunLine, whatsapp: string) => void;
  /**
   * Removes the result of a line, because the server did not receive it. The run shows this line
   * again later. The shown line does not change.
   */
  readonly reopen: (line: RunLine) => void;
  /** Shows this line next. */
  readonly choose: (line: RunLine) => void;
  /** Shows the first line without a result. */
  readonly proceed: () => void;
  /** Shows the skipped lines again. */
  readonly reopenSkipped: () => void;
  readonly back: () => void;
}

type Outcomes = ReadonlyMap<number, Outcome>;

interface Progress {
  readonly outcomes: Outcomes;
  /** Index chosen by the seller, if it is not the first open line. */
  readonly chosen?: number;
}

/**
 * `name` is the storage key of the skipped customers. A run without a name starts without results,
 * so that it always shows its customer.
 */
export function useRun(initialLines: readonly RunLine[], name: string | undefined): Run {
  const [lines, setLines] = useState(initialLines);
  const [progress, setProgress] = useState<Progress>(() => ({
    outcomes: name === undefined ? new Map() : outcomesBefore(initialLines, readSkipped(name)),
  }));
  const { outcomes } = progress;
  useEffect(() => {
    if (name === undefined) return;
    keepSkipped(
      name,
      lines.filter(
        (line) => outcomes.get(line.id)?.what === 'skipped' && runOccasion(line) === 'charge',
      ),
    );
  }, [lines, name, outcomes]);
  const index = currentIndex(lines, progress);
  return {
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
    choose: (line) =>
      setProgress((before) => ({ ...before, chosen: lines.findIndex(({ id }) => id === line.id) })),
    proceed: () => setProgress(({ outcomes: results }) => ({ outcomes: results })),
    reopenSkipped: () =>
      setProgress((before) => ({
        outcomes: new Map([...before.outcomes].filter(([, { what }]) => what !== 'skipped')),
      })),
    back: () =>
      setProgress((before) => ({
        ...before,
        chosen: Math.max(0, currentIndex(lines, before) - 1),
      })),
  };
}

function outcomesBefore(lines: readonly RunLine[], skipped: readonly string[]): Outcomes {
  return new Map(
    lines.flatMap((line): [number, Outcome][] => {
      if (line.chargedAt && calendarDays(line.chargedAt, new Date()) === 0)
        return [[line.id, { what: 'charged', at: line.chargedAt }]];
      return skipped.includes(skipKey(line)) ? [[line.id, { what: 'skipped' }]] : [];
    }),
  );
}

function currentIndex(lines: readonly RunLine[], { outcomes, chosen }: Progress): number {
  if (chosen !== undefined) return chosen;
  const open = lines.findIndex(({ id }) => !outcomes.has(id));
  return open === -1 ? lines.length : open;
}

/**
 * Removes the result of a line. The shown line does not change, because the seller may be writing
 * to that customer. If all lines had a result, the reopened line is shown.
 */
function reopened(lines: readonly RunLine[], before: Progress, id: number): Progress {
  const outcomes = new Map([...before.outcomes].filter(([other]) => other !== id));
  const index = currentIndex(lines, before);
  return index < lines.length ? { outcomes, chosen: index } : { outcomes };
}

/** A line that waits for another reason later was not skipped for it. */
const skipKey = ({ id, reason }: RunLine): string => `${reason ?? 'charge'}-${id}`;

/**
 * Stores the skipped charges of today, so that they survive a reload. The server stores the skipped
 * messages about renewals. If storage is blocked, the run works, but a reload loses the charges.
 */
function keepSkipped(name: string, skipped: readonly RunLine[]): void {
  const stored = { day: formatDate(new Date()), lines: skipped.map(skipKey) };
  try {
    sessionStorage.setItem(name, JSON.stringify(stored));
  } catch {
    // Storage is full or blocked.
  }
}

function readSkipped(name: string): readonly string[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(name) ?? '{}');
    const { day, lines } = skippedLines.parse(stored);
    return day === formatDate(new Date()) ? lines : [];
  } catch {
    return [];
  }
}

const skippedLines = z.object({ day: z.string(), lines: z.array(z.string()) });

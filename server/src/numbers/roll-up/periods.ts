/** Periods of figures at a moment: the last 30 days, the 30 days before, and months. */
import { DAY_MS } from '@ramal/contract/rules/durations';
import { addDays, localDay, startOfDay, startOfMonth } from '../../foundation/clock.ts';
import type { CohortMonth } from './cohorts.sql.ts';
import type { FigurePeriod } from './flows.sql.ts';

/** A month: yyyy-mm, its first day, its start, its end, and the moment of its figures. */
export interface FigureMonth extends CohortMonth {
  readonly key: string;
}

/** Returns the start of the last 30 days: the beginning of the day 30 days ago. */
export const startOf30Days = (now: Date, timeZone: string, days = 30): Date =>
  startOfDay(addDays(localDay(now, timeZone), -days), timeZone);

export function openPeriods(now: Date, timeZone: string): readonly FigurePeriod[] {
  const from = startOf30Days(now, timeZone);
  const current = monthAt(now, timeZone);
  return [
    { key: '30d', from, until: now },
    { key: '30d-before', from: startOf30Days(now, timeZone, 60), until: from },
    { key: current.key, from: current.from, until: now },
  ];
}

/** Returns the month that contains `now`, counted up to `now`. */
export function monthAt(now: Date, timeZone: string): FigureMonth {
  const from = startOfMonth(now, timeZone);
  const key = localDay(from, timeZone).slice(0, 7);
  return { key, month: `${key}-01`, from, until: now, end: endOfMonth(from, timeZone) };
}

/** Returns the whole month that begins at `from`. */
export function wholeMonth(from: Date, timeZone: string): FigureMonth {
  const month = monthAt(from, timeZone);
  return { ...month, until: month.end };
}

const endOfMonth = (from: Date, timeZone: string): Date =>
  startOfMonth(new Date(from.getTime() + 32 * DAY_MS), timeZone);

/** Returns the start of the month that is a number of months earlier. */
export function monthsBefore(from: Date, months: number, timeZone: string): Date {
  const [year, month] = localDay(from, timeZone).split('-').map(Number);
  const first = new Date(Date.UTC(year!, month! - 1 - months, 1)).toISOString().slice(0, 10);
  return startOfDay(first, timeZone);
}

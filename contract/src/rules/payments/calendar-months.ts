/**
 * Renewals by calendar months. A renewal returns to the anchor day of the line. From 31 January it
 * moves to the last day of February, and from there to 31 March.
 */
import { MINUTE_MS, DAY_MS } from '../durations.ts';
import { addWallClockDays } from '../wall-clock.ts';

const daysInMonth = (year: number, month: number): number =>
  new Date(Date.UTC(year, month, 0)).getUTCDate();

const two = (part: number): string => String(part).padStart(2, '0');

const partsOf = (day: string): [number, number, number] =>
  day.split('-').map(Number) as [number, number, number];

/** True if the day (yyyy-mm-dd) is the anchor day of its month, or its last day before the anchor. */
export function isAnchoredDay(day: string, anchorDay: number): boolean {
  const [year, month, date] = partsOf(day);
  return date === Math.min(anchorDay, daysInMonth(year, month));
}

/** Returns the anchor day in the month that is `months` later. */
export function addCalendarMonths(day: string, months: number, anchorDay: number): string {
  const [year, month] = partsOf(day);
  const index = year * 12 + (month - 1) + months;
  const [laterYear, laterMonth] = [Math.floor(index / 12), (index % 12) + 1];
  const date = Math.min(anchorDay, daysInMonth(laterYear, laterMonth));
  return `${laterYear}-${two(laterMonth)}-${two(date)}`;
}

const dayFormats = new Map<string, Intl.DateTimeFormat>();

/** Returns the day (yyyy-mm-dd) of a moment in a time zone. */
export function dayInZone(at: Date, timeZone: string): string {
  const format =
    dayFormats.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
  dayFormats.set(timeZone, format);
  return format.format(at);
}

interface MonthlyRenewal {
  readonly expiresAt: Date;
  /** Day of the month that the line last returned to. Another day of the expiry replaces it. */
  readonly anchorDay: number;
  /** Number of days that the renewal adds. */
  readonly days: number;
}

/**
 * Adds calendar months to an expiry, at the same time of day. An expired line begins at the current
 * minute. An expiry that was moved by hand becomes the new anchor.
 */
export function extendByMonths(
  line: { readonly expiresAt: Date; readonly anchorDay: number },
  months: number,
  now: Date,
  timeZone: string,
): MonthlyRenewal {
  const isRunning = line.expiresAt > now;
  const base = isRunning
    ? line.expiresAt
    : new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS);
  const day = dayInZone(base, timeZone);
  const isKept = isRunning && isAnchoredDay(day, line.anchorDay);
  const anchorDay = isKept ? line.anchorDay : partsOf(day)[2];
  const later = addCalendarMonths(day, months, anchorDay);
  const days = Math.round((Date.parse(later) - Date.parse(day)) / DAY_MS);
  return { expiresAt: addWallClockDays(base, days, timeZone), anchorDay, days };
}

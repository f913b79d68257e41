/**
 * Renewals by calendar months. The anchor day is the day of the month on which the line normally
 * expires. A shorter month uses its last day instead. With anchor day 31, a line expires on 31
 * January, on 28 or 29 February, and on 31 March.
 */
import { MINUTE_MS, DAY_MS } from '../durations.ts';
import { addWallClockDays } from '../wall-clock.ts';

const daysInMonth = (year: number, month: number): number =>
  new Date(Date.UTC(year, month, 0)).getUTCDate();

const two = (part: number): string => String(part).padStart(2, '0');

const partsOf = (day: string): [number, number, number] =>
  day.split('-').map(Number) as [number, number, number];

/**
 * True if the day (yyyy-mm-dd) is the anchor day of its month. The last day counts if the month is
 * too short.
 */
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
  /**
   * Day of the month on which the line normally expires. If the expiry was moved to another day,
   * the new day replaces it.
   */
  readonly anchorDay: number;
  /** Number of days that the renewal adds. */
  readonly days: number;
}

/**
 * Adds calendar months to an expiry and keeps the time of day. If the line has expired, the months
 * begin at the current minute. In this case, or if a person moved the expiry, the start day becomes
 * the anchor day.
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

/** Days on which Brazilian banks work. Some periods of recurring Pix are counted in bank days. */
import { DAY_MS } from '../durations.ts';

/** Holidays of the whole country with a fixed date: mm-dd. */
const fixedHolidays = new Set([
  '01-01',
  '04-21',
  '05-01',
  '09-07',
  '10-12',
  '11-02',
  '11-15',
  '11-20',
  '12-25',
]);

/**
 * Movable holidays as the number of days from Easter Sunday: Carnival Monday and Tuesday, Good
 * Friday, Corpus Christi.
 */
const movableHolidays = new Set([-48, -47, -2, 60]);

/** Returns Easter Sunday in milliseconds, by the anonymous Gregorian algorithm. */
function easterMs(year: number): number {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const h =
    (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const month = Math.floor((h + l - 7 * m + 114) / 31);
  const date = ((h + l - 7 * m + 114) % 31) + 1;
  return Date.UTC(year, month - 1, date);
}

/** True if banks work on this day (yyyy-mm-dd). */
export function isBankDay(day: string): boolean {
  const at = Date.parse(day);
  const weekday = new Date(at).getUTCDay();
  if (weekday === 0 || weekday === 6 || fixedHolidays.has(day.slice(5))) return false;
  const fromEaster = Math.round((at - easterMs(Number(day.slice(0, 4)))) / DAY_MS);
  return !movableHolidays.has(fromEaster);
}

/** Number of bank days after the first day, up to and including the second (yyyy-mm-dd). */
export function bankDaysBetween(from: string, to: string): number {
  let count = 0;
  for (let at = Date.parse(from) + DAY_MS; at <= Date.parse(to); at += DAY_MS)
    if (isBankDay(new Date(at).toISOString().slice(0, 10))) count += 1;
  return count;
}

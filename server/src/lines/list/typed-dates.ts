/**
 * Dates as people type them into a search, complete or partial: 20/12/2026, 20/12, 12/2026, 2026,
 * and an hour after a date. They are compared with the expiry in the panel's zone (V-27).
 */
import sql, { type Sql, join } from 'sql-template-tag';

/** Lines end between these years; a day without a year is searched in each of them. */
const FIRST_YEAR = 2020;
const YEARS_AHEAD = 6;

/** First day of a range and the day after it, as yyyy-mm-dd. */
type Days = readonly [from: string, until: string];

/**
 * The condition that the expiry is in the range of a typed date; undefined if the text is not a
 * date.
 */
export function expiresWithin(word: string, now: Date): Sql | undefined {
  const ranges = daysOf(word, now.getUTCFullYear() + YEARS_AHEAD);
  if (ranges.length === 0) return undefined;
  const conditions = ranges.map(
    ([from, until]) =>
      sql`(expires_at >= (${from}::date)::timestamp at time zone ramal_timezone()
        and expires_at < (${until}::date)::timestamp at time zone ramal_timezone())`,
  );
  return sql`(${join(conditions, ' or ')})`;
}

/**
 * The condition that a line ends at this hour of its day (hh:mm); undefined if the text is not an
 * hour.
 */
export const expiresAtHour = (word: string): Sql | undefined =>
  /^\d{2}:\d{2}$/.test(word)
    ? sql`to_char(expires_at at time zone ramal_timezone(), 'HH24:MI') = ${word}`
    : undefined;

function daysOf(word: string, lastYear: number): Days[] {
  const years = Array.from({ length: lastYear - FIRST_YEAR + 1 }, (_, n) => FIRST_YEAR + n);
  const year = /^(20\d{2})$/.exec(word);
  if (year) return years.includes(Number(year[1])) ? [yearDays(Number(year[1]))] : [];
  const month = /^(\d{1,2})\/(20\d{2})$/.exec(word);
  if (month) return monthDays(Number(month[2]), Number(month[1]));
  const day = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{0,4}))?$/.exec(word);
  if (!day) return [];
  const typedYear = day[3] ?? '';
  return years
    .filter((candidateYear) => isTypedYear(typedYear, candidateYear))
    .flatMap((candidateYear) => dayDays(candidateYear, Number(day[2]), Number(day[1])));
}

/** «26» is short for 2026, and «202» the beginning of every year of this decade. */
const isTypedYear = (typed: string, year: number): boolean =>
  String(year).startsWith(typed) || (typed.length === 2 && String(year).endsWith(typed));

const yearDays = (year: number): Days => [`${year}-01-01`, `${year + 1}-01-01`];

function monthDays(year: number, month: number): Days[] {
  if (month < 1 || month > 12) return [];
  return [[isoDay(year, month, 1), isoDay(year, month + 1, 1)]];
}

function dayDays(year: number, month: number, day: number): Days[] {
  const from = isoDay(year, month, day);
  // The 30th of February would become a day of March.
  const isDay =
    from === `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  return isDay ? [[from, isoDay(year, month, day + 1)]] : [];
}

const isoDay = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);

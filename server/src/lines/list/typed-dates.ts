/**
 * Conditions for dates that users type into a search: 20/12/2026, 20/12, 12/2026, 2026, and a time
 * of day after a date. They are compared with the expiry in the panel's time zone (V-27).
 */
import sql, { type Sql, join } from 'sql-template-tag';

/** First year that a search covers. A date without a year is searched in each year of the range. */
const FIRST_YEAR = 2020;
const YEARS_AHEAD = 6;

/** First day of a range and the day after it, as yyyy-mm-dd. */
type DayRange = readonly [from: string, until: string];

/**
 * Returns the condition that the expiry is in the range of a typed date. Undefined if the text is
 * not a date.
 */
export function expiresWithin(word: string, now: Date): Sql | undefined {
  const ranges = parseRanges(word, now.getUTCFullYear() + YEARS_AHEAD);
  if (ranges.length === 0) return undefined;
  const conditions = ranges.map(
    ([from, until]) =>
      sql`(expires_at >= (${from}::date)::timestamp at time zone ramal_timezone()
        and expires_at < (${until}::date)::timestamp at time zone ramal_timezone())`,
  );
  return sql`(${join(conditions, ' or ')})`;
}

/**
 * Returns the condition that a line expires at a time of day (hh:mm) on any date. Undefined if the
 * text is not a time.
 */
export const expiresAtHour = (word: string): Sql | undefined =>
  /^\d{2}:\d{2}$/.test(word)
    ? sql`to_char(expires_at at time zone ramal_timezone(), 'HH24:MI') = ${word}`
    : undefined;

function parseRanges(word: string, lastYear: number): DayRange[] {
  const years = Array.from({ length: lastYear - FIRST_YEAR + 1 }, (_, n) => FIRST_YEAR + n);
  const year = /^(20\d{2})$/.exec(word);
  if (year) return years.includes(Number(year[1])) ? [yearRange(Number(year[1]))] : [];
  const month = /^(\d{1,2})\/(20\d{2})$/.exec(word);
  if (month) return monthRanges(Number(month[2]), Number(month[1]));
  const day = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{0,4}))?$/.exec(word);
  if (!day) return [];
  const typedYear = day[3] ?? '';
  return years
    .filter((candidateYear) => isTypedYear(typedYear, candidateYear))
    .flatMap((candidateYear) => dayRanges(candidateYear, Number(day[2]), Number(day[1])));
}

/** True if the typed text is the year, its beginning («202») or its last two digits («26»). */
const isTypedYear = (typed: string, year: number): boolean =>
  String(year).startsWith(typed) || (typed.length === 2 && String(year).endsWith(typed));

const yearRange = (year: number): DayRange => [`${year}-01-01`, `${year + 1}-01-01`];

function monthRanges(year: number, month: number): DayRange[] {
  if (month < 1 || month > 12) return [];
  return [[isoDay(year, month, 1), isoDay(year, month + 1, 1)]];
}

function dayRanges(year: number, month: number, day: number): DayRange[] {
  const from = isoDay(year, month, day);
  // `isoDay` converts 30 February to a day in March.
  const isDay =
    from === `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  return isDay ? [[from, isoDay(year, month, day + 1)]] : [];
}

const isoDay = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);

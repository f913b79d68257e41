/**
 * Conditions of a search text on a line: each word is in the line's texts, or is a date of its
 * expiry (V-27).
 */
import sql, { type Sql, join } from 'sql-template-tag';
import { containsFolded, containsLineWords } from '../../foundation/like.ts';
import { expiresAtHour, expiresWithin } from './typed-dates.ts';

interface SearchConditions {
  /** All words are in the texts. */
  readonly texts: Sql;
  /**
   * At least one word is a date of the expiry, and the texts do not contain all words. Undefined if
   * no word is a date.
   */
  readonly dates: Sql | undefined;
}

/**
 * Returns the conditions. `column` is the search column of `lines`, or an expression of it to avoid
 * its index.
 */
export function searchConditions(
  text: string,
  now: Date,
  { showsOwners, column = sql`search` }: { showsOwners: boolean; column?: Sql },
): SearchConditions {
  const texts = containsLineWords(column, sql`owner_id`, text, showsOwners);
  const words = text.trim().split(/\s+/);
  const dates = words.map((word) => expiresWithin(word, now));
  const ranges = dates.filter((range) => range !== undefined);
  if (ranges.length === 0) return { texts, dates: undefined };
  const each = words.map((word, n) => {
    const isText = sql`${column} like ${containsFolded(word)}`;
    const isDate = dates[n] ?? expiresAtHour(word);
    return isDate ? sql`(${isDate} or ${isText})` : isText;
  });
  // The date ranges are a separate first condition, so that the index of expiries can be used.
  return {
    texts,
    dates: sql`(${join(ranges, ' or ')}) and ${join(each, ' and ')} and not ${texts}`,
  };
}

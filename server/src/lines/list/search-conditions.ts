/**
 * Conditions under which a search text matches a line. Each word must be in the line's texts or be
 * a date that matches its expiry (V-27).
 */
import sql, { type Sql, join } from 'sql-template-tag';
import { containsFolded, containsLineWords } from '../../foundation/like.ts';
import { expiresAtHour, expiresWithin } from './typed-dates.ts';

interface SearchConditions {
  /** All words are in the texts. */
  readonly texts: Sql;
  /**
   * At least one word matches the expiry as a date, and the texts do not contain all words.
   * Undefined if no word is a date.
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
  // `ranges` is a separate first condition. PostgreSQL can then use the index of expiries.
  return {
    texts,
    dates: sql`(${join(ranges, ' or ')}) and ${join(each, ' and ')} and not ${texts}`,
  };
}

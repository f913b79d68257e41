/** LIKE patterns from typed text: `%`, `_` and the backslash match themselves. */
import { phoneSearchDigits } from '@ramal/contract/rules/phone';
import sql, { type Sql, empty, join, raw } from 'sql-template-tag';

export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, String.raw`\$&`);

/**
 * Matches a folded column that contains every typed word, in any order. A telephone number is also
 * searched in its stored form, in digits.
 */
export function containsWords(column: Sql, search: string): Sql {
  const holds = (part: string): Sql => sql`${column} like ${containsFolded(part)}`;
  const words = join(search.trim().split(/\s+/).map(holds), ' and ');
  const digits = phoneSearchDigits(search);
  return digits === undefined || digits === search
    ? sql`(${words})`
    : sql`(${words} or ${holds(digits)})`;
}

/** Matches a folded column (lower case, no accents) that contains the text anywhere. */
export const containsFolded = (text: string): Sql => sql`'%' || fold(${escapeLike(text)}) || '%'`;

/** Returns the id in a text of digits. Undefined for other texts (Q-SEARCHID). */
export const parseSearchedId = (search: string | undefined): string | undefined =>
  /^\d{1,15}$/.exec(search?.trim() ?? '')?.[0];

/** Minimum number of digits with which telephone numbers are searched. */
const MIN_NUMBER_LENGTH = 4;

/**
 * Matches accounts by words of their name and WhatsApp number. A text of digits matches the account
 * with exactly this id, never a part of an id (Q-SEARCHID). It also matches parts of names and,
 * from four digits, parts of numbers.
 */
export function matchesAccount(alias: string, search: string): Sql {
  const column = (name: string): Sql => raw(`${alias}.${name}`);
  const words = containsWords(column('search'), search);
  const id = parseSearchedId(search);
  if (id === undefined) return words;
  const text =
    id.length < MIN_NUMBER_LENGTH
      ? sql`(${words} and fold(${column('username')}) like ${containsFolded(id)})`
      : words;
  return sql`(${text} or ${column('id')} = ${id}::bigint)`;
}

/** First sort key: the row with exactly the searched id comes first. */
export const exactIdFirst = (
  id: Sql,
  search: string | undefined,
  direction: 'asc' | 'desc' = 'desc',
): Sql => {
  const exact = parseSearchedId(search);
  return exact === undefined ? empty : sql`${id} = ${exact}::bigint ${raw(direction)}, `;
};

/**
 * Matches lines by the words of their texts. A line's search column also contains its owner's id,
 * at the end. Digits match this id only as a whole, and only if the list shows several owners
 * (Q-SEARCHID).
 */
export function containsLineWords(
  texts: Sql,
  ownerId: Sql,
  search: string,
  showsOwners: boolean,
): Sql {
  const words = search.trim().split(/\s+/);
  const digits = words.flatMap((word) => parseSearchedId(word) ?? []);
  const whole = containsWords(texts, search);
  if (digits.length === 0) return whole;
  const ownTexts = sql`left(${texts}, -1 - length(${ownerId}::text))`;
  const exact = digits.map((word) => {
    const inTexts = sql`${ownTexts} like ${containsFolded(word)}`;
    return showsOwners ? sql`(${inTexts} or ${ownerId} = ${word}::bigint)` : inTexts;
  });
  return sql`(${whole} and ${join(exact, ' and ')})`;
}

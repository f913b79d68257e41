/** Patterns of LIKE from what people type: `%`, `_` and the backslash stand for themselves. */
import { phoneSearchDigits } from '@ramal/contract/rules/phone';
import sql, { type Sql, empty, join, raw } from 'sql-template-tag';

export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, String.raw`\$&`);

/**
 * A folded column holds every word of what was typed, in any order; a telephone number is also looked for
 * as it is stored, in digits.
 */
export function containsWords(column: Sql, search: string): Sql {
  const holds = (part: string): Sql => sql`${column} like ${containsFolded(part)}`;
  const words = join(search.trim().split(/\s+/).map(holds), ' and ');
  const digits = phoneSearchDigits(search);
  return digits === undefined || digits === search
    ? sql`(${words})`
    : sql`(${words} or ${holds(digits)})`;
}

/** Matches a column that was folded (lower case, no accents) and holds the text anywhere. */
export const containsFolded = (text: string): Sql => sql`'%' || fold(${escapeLike(text)}) || '%'`;

/** The id that a text of digits names; undefined for other texts (Q-SEARCHID). */
export const idIn = (search: string | undefined): string | undefined =>
  /^\d{1,15}$/.exec(search?.trim() ?? '')?.[0];

/** Digits of a telephone number that are long enough to identify it. */
const SHORTEST_NUMBER = 4;

/**
 * Matches accounts by words of name and WhatsApp. A text of digits matches exactly that id, parts of names,
 * and from four digits parts of numbers; parts of an id never match (Q-SEARCHID).
 */
export function matchesAccount(alias: string, search: string): Sql {
  const column = (name: string): Sql => raw(`${alias}.${name}`);
  const words = containsWords(column('search'), search);
  const id = idIn(search);
  if (id === undefined) return words;
  const text =
    id.length < SHORTEST_NUMBER
      ? sql`(${words} and fold(${column('username')}) like ${containsFolded(id)})`
      : words;
  return sql`(${text} or ${column('id')} = ${id}::bigint)`;
}

/** First key of an order: the row with exactly the searched id comes first. */
export const exactIdFirst = (
  id: Sql,
  search: string | undefined,
  direction: 'asc' | 'desc' = 'desc',
): Sql => {
  const exact = idIn(search);
  return exact === undefined ? empty : sql`${id} = ${exact}::bigint ${raw(direction)}, `;
};

/**
 * Matches lines by words of their texts. The search column of a line ends with its owner's id: a word of digits
 * matches that id only as a whole, and only where the list shows several owners (Q-SEARCHID).
 */
export function containsLineWords(
  texts: Sql,
  ownerId: Sql,
  search: string,
  showsOwners: boolean,
): Sql {
  const words = search.trim().split(/\s+/);
  const digits = words.flatMap((word) => idIn(word) ?? []);
  const whole = containsWords(texts, search);
  if (digits.length === 0) return whole;
  const ownTexts = sql`left(${texts}, -1 - length(${ownerId}::text))`;
  const exact = digits.map((word) => {
    const inTexts = sql`${ownTexts} like ${containsFolded(word)}`;
    return showsOwners ? sql`(${inTexts} or ${ownerId} = ${word}::bigint)` : inTexts;
  });
  return sql`(${whole} and ${join(exact, ' and ')})`;
}

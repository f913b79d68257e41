/** Patterns of LIKE from what people type: `%`, `_` and the backslash stand for themselves. */
import { phoneSearchDigits } from '@ramal/contract/rules/phone';
import sql, { type Sql, join } from 'sql-template-tag';

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

/** Only digits may also be the id of the row itself. */
export const orIsId = (id: Sql, search: string, found: Sql): Sql =>
  /^\d{1,15}$/.test(search.trim()) ? sql`(${found} or ${id} = ${search.trim()}::bigint)` : found;

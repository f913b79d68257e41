/** Patterns of LIKE from what people type: `%`, `_` and the backslash stand for themselves. */
import sql, { type Sql } from 'sql-template-tag';

export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, String.raw`\$&`);

/** Matches a column that was folded (lower case, no accents) and holds the text anywhere. */
export const containsFolded = (text: string): Sql => sql`'%' || fold(${escapeLike(text)}) || '%'`;

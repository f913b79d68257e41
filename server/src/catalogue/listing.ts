import sql, { type Sql } from 'sql-template-tag';

/** The pattern under which folded text holds what was looked for. */
export const searchCondition = (text: string): Sql =>
  sql`'%' || fold(${text.replace(/[\\%_]/g, String.raw`\$&`)}) || '%'`;

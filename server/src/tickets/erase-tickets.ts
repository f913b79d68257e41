/** Erases personal data of lines in tickets (Q-RETENTION). */
import sql, { type Sql } from 'sql-template-tag';

/**
 * Removes name, note and last title of these lines from their tickets; questions and answers stay.
 * The state of the channels contains no personal data.
 */
export const eraseTicketsOfLinesCte = (lineIds: Sql): Sql => sql`
  update tickets set user_text = '',
    facts = case when facts is null then null else facts || '{"line": null}' end
  where line_id in (${lineIds})`;

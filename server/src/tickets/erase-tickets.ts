/** Erases personal data of lines in tickets (Q-RETENTION). */
import sql, { type Sql } from 'sql-template-tag';

/**
 * Removes the name, the note and the last watched title of these lines from their tickets.
 * Questions, answers and the state of the channels remain, because the state contains no personal
 * data.
 */
export const eraseTicketsOfLinesCte = (lineIds: Sql): Sql => sql`
  update tickets set user_text = '',
    facts = case when facts is null then null else facts || '{"line": null}' end
  where line_id in (${lineIds})`;

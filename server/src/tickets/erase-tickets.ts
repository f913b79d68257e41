/** What tickets hold of lines whose personal data is erased (Q-RETENTION). */
import sql, { type Sql } from 'sql-template-tag';

/**
 * Takes name, note and last title of these lines out of their tickets; what was asked and answered stays.
 * The channels' part of the facts is about no person.
 */
export const eraseTicketsOfLinesCte = (lineIds: Sql): Sql => sql`
  update tickets set user_text = '',
    facts = case when facts is null then null else facts || '{"line": null}' end
  where line_id in (${lineIds})`;

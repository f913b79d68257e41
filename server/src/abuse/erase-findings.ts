/**
 * CTEs that erase findings, for transactions that erase the viewings or lines to which they refer.
 */
import sql, { type Sql } from 'sql-template-tag';

/** Erases all findings of the lines in a list of ids. */
export const eraseFindingsOfLinesCte = (lineIds: Sql): Sql =>
  sql`delete from abuse_findings where line_id in (${lineIds})`;

/** Erasing findings: parts of the transactions that erase what they were found in. */
import sql, { type Sql } from 'sql-template-tag';

/** Erases what was found before then: addresses are personal, and the viewings behind it go as well (Q-RETENTION). */
export const eraseFindingsCte = (before: Date): Sql =>
  sql`delete from abuse_findings where until < ${before}`;

/** The same of the lines in a list of ids, however recent. */
export const eraseFindingsOfLinesCte = (lineIds: Sql): Sql =>
  sql`delete from abuse_findings where line_id in (${lineIds})`;

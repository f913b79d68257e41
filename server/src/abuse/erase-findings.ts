/** CTEs that erase findings, for the transactions that erase the viewings or lines behind them. */
import sql, { type Sql } from 'sql-template-tag';

/**
 * Erases findings older than `before`: addresses are personal, and their viewings are erased too
 * (Q-RETENTION).
 */
export const eraseFindingsCte = (before: Date): Sql =>
  sql`delete from abuse_findings where until < ${before}`;

/** Erases all findings of the lines in a list of ids. */
export const eraseFindingsOfLinesCte = (lineIds: Sql): Sql =>
  sql`delete from abuse_findings where line_id in (${lineIds})`;

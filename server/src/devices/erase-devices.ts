/** CTE that erases devices, for the transaction that erases their lines. */
import sql, { type Sql } from 'sql-template-tag';

/** A line that is erased leaves no device behind. */
export const eraseDevicesOfCte = (lines: Sql): Sql =>
  sql`delete from devices where line_id in (${lines})`;

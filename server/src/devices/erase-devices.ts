/** CTE that erases devices, for the transaction that erases their lines. */
import sql, { type Sql } from 'sql-template-tag';

export const eraseDevicesOfCte = (lines: Sql): Sql =>
  sql`delete from devices where line_id in (${lines})`;

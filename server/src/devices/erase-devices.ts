/** CTEs that erase devices, for the transactions that erase their lines and old addresses. */
import sql, { type Sql } from 'sql-template-tag';

/** The address a device last asked from is kept as long as other addresses (Q-RETENTION). */
export const eraseDeviceIpsCte = (before: Date): Sql =>
  sql`update devices set last_address = null where last_asked_at < ${before} and last_address is not null`;

/** A line that is erased leaves no device behind. */
export const eraseDevicesOfCte = (lines: Sql): Sql =>
  sql`delete from devices where line_id in (${lines})`;

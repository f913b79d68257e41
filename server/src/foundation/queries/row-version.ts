/**
 * Prevents users from overwriting each other's changes unnoticed. A save contains the version that
 * the user read. It is rejected if the row now has another version.
 * The version is `xmin`, the id of the transaction that last wrote the row. It needs no column, and
 * a lock does not change it. Every save must write the row, even if it changes only dependent rows
 * (hosts of a brand, bouquets of a package). Nothing else may write the row. If a job also wrote
 * it, saves would be rejected for no reason.
 */
import { refuse } from '@ramal/contract/api/errors';
import sql from 'sql-template-tag';

export interface VersionedRow {
  readonly version: string;
}

/**
 * SQL column with the version, for `select` and `returning`. The FROM clause must contain only one
 * table, because every table has a column `xmin`.
 */
export const versionColumn = sql`xmin::text as version`;

/**
 * Rejects a save if the row changed since it was read. The row must be locked. Programs send no
 * version, so their last save wins.
 */
export function refuseIfChanged(row: VersionedRow, readVersion: string | undefined): void {
  if (readVersion !== undefined && readVersion !== row.version) refuse('changed_meanwhile');
}

/**
 * Prevents users from overwriting each other's changes unnoticed. A save contains the version that
 * was read, and is rejected if the row has another version now.
 *
 * The version is `xmin`, the transaction that last wrote the row. It needs no column, and a lock
 * does not change it. It works only for tables in which every save writes the row. This includes
 * saves that change only dependent rows (hosts of a brand, bouquets of a package). Nothing else may
 * write the row. If a job wrote it too, saves would be rejected for no reason.
 */
import { refuse } from '@ramal/contract/api/errors';
import sql from 'sql-template-tag';

export interface VersionedRow {
  readonly version: string;
}

/**
 * SQL column with the version. Use it only with a single table in the FROM clause, for `select` and
 * for `returning`.
 */
export const versionColumn = sql`xmin::text as version`;

/**
 * Rejects a save if the row changed since it was read. The row must be locked. Programs send no
 * version, so their last save wins.
 */
export function refuseIfChanged(row: VersionedRow, readVersion: string | undefined): void {
  if (readVersion !== undefined && readVersion !== row.version) refuse('changed_meanwhile');
}

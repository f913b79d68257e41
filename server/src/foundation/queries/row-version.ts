/**
 * Two people who edit the same thing do not overwrite each other unseen: a save brings the version that was read,
 * and is refused where the row has another one by then.
 *
 * The version is `xmin`, the transaction that wrote the row last. It needs no column and no list of those that are
 * edited, and a lock does not change it. So it suits a table whose row is written by every save of its editor, what
 * hangs on it included (hosts of a brand, bouquets of a package), and by nothing else: a job that wrote the row too
 * would have editors refused for no reason.
 */
import { refuse } from '@ramal/contract/api/errors';
import sql from 'sql-template-tag';

export interface Versioned {
  readonly version: string;
}

/** Of the only table in the FROM clause, for `select` and for `returning`. */
export const versionColumn = sql`xmin::text as version`;

/** To be asked of a row that is locked. Calls of programs send no version, and their last save stands. */
export function refuseIfChanged(row: Versioned, readVersion: string | undefined): void {
  if (readVersion !== undefined && readVersion !== row.version) refuse('changed_meanwhile');
}

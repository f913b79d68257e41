/**
 * The restores of this database. A restore that no admin has released yet puts the panel in
 * quarantine.
 */
import sql, { type Sql } from 'sql-template-tag';
import type { Reader, Tx } from '../foundation/database.ts';

export interface Restore {
  readonly restoredAt: Date;
  readonly file: string;
  /** Time of the restored data. */
  readonly madeAt: Date;
}

export const readQuarantine = (db: Reader): Promise<Restore | undefined> =>
  db.first<Restore>(sql`
    select restored_at, file, made_at
    from restores where released_at is null`);

/** Reads the time of the last restore, released or not. */
export const readLastRestore = (db: Reader): Promise<Pick<Restore, 'restoredAt'> | undefined> =>
  db.first<Pick<Restore, 'restoredAt'>>(sql`
    select restored_at from restores order by id desc limit 1`);

export const isInQuarantine = async (db: Reader): Promise<boolean> =>
  (await readQuarantine(db)) !== undefined;

/** Condition for other queries: the panel is in quarantine. */
export const quarantineCondition: Sql = sql`exists (select from restores where released_at is null)`;

/** Releases the panel; undefined without a quarantine. */
export const endQuarantine = (
  tx: Tx,
  { at, by }: { readonly at: Date; readonly by: number },
): Promise<Pick<Restore, 'restoredAt'> | undefined> =>
  tx.first<Pick<Restore, 'restoredAt'>>(sql`
    update restores set released_at = ${at}, released_by = ${by}
    where released_at is null returning restored_at`);

/** Records a restore. A restore of a backup made in quarantine replaces that quarantine. */
export async function recordRestore(tx: Tx, { restoredAt, file, madeAt }: Restore): Promise<void> {
  await tx.run(sql`delete from restores where released_at is null`);
  await tx.run(sql`
    insert into restores (restored_at, file, made_at) values (${restoredAt}, ${file}, ${madeAt})`);
}

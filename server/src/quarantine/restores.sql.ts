/** The restores of this database; one that nobody released yet holds it. */
import sql from 'sql-template-tag';
import type { Reader, Tx } from '../foundation/database.ts';

export interface Restore {
  readonly restoredAt: Date;
  readonly file: string;
  /** Of which moment the data is. */
  readonly madeAt: Date;
}

export const readQuarantine = (db: Reader): Promise<Restore | undefined> =>
  db.first<Restore>(sql`
    select restored_at as "restoredAt", file, made_at as "madeAt"
    from restores where released_at is null`);

export const isInQuarantine = async (db: Reader): Promise<boolean> =>
  (await readQuarantine(db)) !== undefined;

/** A restore of a backup that was held itself replaces that hold. */
export async function recordRestore(tx: Tx, { restoredAt, file, madeAt }: Restore): Promise<void> {
  await tx.run(sql`delete from restores where released_at is null`);
  await tx.run(sql`
    insert into restores (restored_at, file, made_at) values (${restoredAt}, ${file}, ${madeAt})`);
}

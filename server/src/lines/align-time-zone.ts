/**
 * Expiry texts are searched in the zone of RAMAL_TIMEZONE, so the zone is part of the stored search
 * column. When the operator changes it, every line's column is written again, in batches.
 */
import sql, { raw } from 'sql-template-tag';
import { type Db, openDatabase } from '../foundation/database.ts';

const BATCH = 10_000;

export async function alignTimeZone(ownerUrl: string, timeZone: string): Promise<void> {
  const db = openDatabase({ url: ownerUrl, connections: 1 });
  try {
    const now = await db.first<{ zone: string }>(sql`select ramal_timezone() as zone`);
    if (now?.zone === timeZone) return;
    await db.tx(async (tx) => {
      // The zone was checked against the list of known zones when the configuration was read.
      const zone = raw(`'${timeZone.replaceAll("'", "''")}'`);
      await tx.run(sql`create or replace function ramal_timezone() returns text
        language sql immutable parallel safe return ${zone}::text`);
    });
    await rewriteSearch(db);
  } finally {
    await db.close();
  }
}

async function rewriteSearch(db: Db): Promise<void> {
  for (let after = 0; ;) {
    const last = await db.tx(async (tx) =>
      tx.first<{ id: number | null }>(sql`
        with page as (select id from lines where id > ${after} order by id limit ${BATCH}),
          written as (update lines set note = note where id in (select id from page))
        select max(id) as id from page`),
    );
    if (!last?.id) return;
    after = last.id;
  }
}

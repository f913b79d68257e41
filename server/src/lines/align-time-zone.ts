/** The database knows the zone of RAMAL_TIMEZONE: months are counted and expiries are searched in it. */
import sql, { raw } from 'sql-template-tag';
import { openDatabase } from '../foundation/database.ts';

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
  } finally {
    await db.close();
  }
}

/**
 * Sets the time zone of the database to RAMAL_TIMEZONE, because queries count months and search
 * expiries in it.
 */
import sql, { raw } from 'sql-template-tag';
import { openDatabase } from '../foundation/database.ts';

export async function alignTimeZone(ownerUrl: string, timeZone: string): Promise<void> {
  const db = openDatabase({ url: ownerUrl, connections: 1 });
  try {
    const now = await db.first<{ zone: string }>(sql`select ramal_timezone() as zone`);
    if (now?.zone === timeZone) return;
    await db.tx(async (tx) => {
      // The configuration has checked that this is a known time zone.
      const zone = raw(`'${timeZone.replaceAll("'", "''")}'`);
      await tx.run(sql`create or replace function ramal_timezone() returns text
        language sql immutable parallel safe return ${zone}::text`);
    });
  } finally {
    await db.close();
  }
}

import sql from 'sql-template-tag';
import type { Reader } from '../src/foundation/database.ts';
import { linkHostnameColumn } from '../src/hostnames/choose-hostname.ts';

/** Returns the hostname in the links of an account. Null for the default hostname. */
export async function chooseHostname(db: Reader, accountId: number): Promise<string | null> {
  const chosen = await db.first<{ name: string | null }>(
    sql`select ${linkHostnameColumn(accountId)} as name`,
  );
  return chosen!.name;
}

/** Public ids of accounts and offers: ten random characters that reveal nothing about the row. */
import { randomInt } from 'node:crypto';
import sql from 'sql-template-tag';
import type { Reader } from '../foundation/database.ts';

const CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

export const newPublicId = (): string =>
  Array.from({ length: 10 }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('');

/** Returns the public id of an account and creates it at the first use. */
export async function readAccountPublicId(reader: Reader, accountId: number): Promise<string> {
  const existing = await reader.first<{ publicId: string }>(
    sql`select public_id from account_public_ids where account_id = ${accountId}`,
    'prepared',
  );
  if (existing) return existing.publicId;
  // The update without effect makes the statement return a row that was created in the meantime.
  const row = await reader.first<{ publicId: string }>(sql`
    insert into account_public_ids (account_id, public_id) values (${accountId}, ${newPublicId()})
    on conflict (account_id) do update set public_id = account_public_ids.public_id
    returning public_id`);
  return row!.publicId;
}

export async function findAccountByPublicId(
  reader: Reader,
  publicId: string,
): Promise<number | undefined> {
  const row = await reader.first<{ id: number }>(
    sql`select account_id as id from account_public_ids where public_id = ${publicId}`,
    'prepared',
  );
  return row?.id;
}

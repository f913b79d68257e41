/**
 * User names are unique among all accounts, regardless of case. A constraint of the database
 * enforces it.
 */
import { refuse } from '@ramal/contract/api/errors';
import sql from 'sql-template-tag';
import type { Reader } from '../foundation/database.ts';

export async function isNameTaken(
  reader: Reader,
  username: string,
  exceptId?: number,
): Promise<boolean> {
  const holder = await reader.first(sql`
    select from accounts where lower(username) = lower(${username}) and id <> ${exceptId ?? 0}`);
  return holder !== undefined;
}

export const refuseTakenName = (): never =>
  refuse('account_taken', { fields: { username: 'Já existe uma conta com este usuário.' } });

/** Ensures that at least one admin can sign in. */
import { refuse } from '@ramal/contract/api/errors';
import sql from 'sql-template-tag';
import type { Tx } from '../foundation/database.ts';
import type { Account } from './resellers.sql.ts';

/**
 * Refuses to remove the last admin that can sign in. Callers lock the tree exclusively, so that two
 * admins cannot remove each other at the same time.
 */
export async function refuseLastAdmin(tx: Tx, { id, profile }: Account): Promise<void> {
  if (profile !== 'admin') return;
  const other = await tx.first(sql`
    select id from accounts
    where profile = 'admin' and id <> ${id} and deleted_at is null and blocked_at is null
      and blocked_by_admin_at is null
    limit 1`);
  if (!other) refuse('last_admin');
}

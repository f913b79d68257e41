/**
 * Who may reach whom: the one condition every query about somebody's things carries. Outside one's
 * tree a thing does not exist (404). Admins reach everything; everyone else themselves and whoever
 * sells below them, at any depth.
 */
import { refuse } from '@ramal/contract/errors';
import sql, { type Sql } from 'sql-template-tag';
import type { ReaderAccount } from '../foundation/caller.ts';
import type { Reader, Tx } from '../foundation/database.ts';

/** Condition: `column` (an account id) is the actor or below. */
export function inTree(actor: ReaderAccount, column: Sql): Sql {
  if (actor.profile === 'admin') return sql`true`;
  return sql`exists (
    select from accounts reached where reached.id = ${column} and reached.ancestors @> ${[actor.id]}::bigint[]
  )`;
}

/** Ids of the actor and everyone below, for joins that start from the tree. */
export const idsInTree = (accountId: number): Sql =>
  sql`select id from accounts where ancestors @> ${[accountId]}::bigint[]`;

/** The account, when the actor may reach it and it is not deleted; refuses otherwise. */
export async function findAccessibleAccount(
  reader: Reader,
  actor: ReaderAccount,
  id: number,
): Promise<number> {
  const row = await reader.first<{ id: number }>(
    sql`select id from accounts where id = ${id} and deleted_at is null and ${inTree(actor, sql`accounts.id`)}`,
  );
  return row?.id ?? refuse('reseller_not_found');
}

/**
 * The tree's shape is changed by one act at a time: moves, deletions, restorations and blocks of whole
 * networks hold it alone, creations share it. Taken before anything else but a key, so that whatever
 * is read afterwards stands until the commit: no cycle, no child of a deleted account, no old path.
 */
export async function lockTree(tx: Tx): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtext('reseller-tree'))`);
}

/** For who adds a leaf: many may, while nobody changes the tree. */
export async function shareTree(tx: Tx): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock_shared(hashtext('reseller-tree'))`);
}

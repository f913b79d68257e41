/**
 * Access by tree: the condition of every query for rows that an account owns. A request for a row
 * outside the caller's tree gets 404. Admins can access all accounts. Other accounts can access
 * themselves and their descendants.
 */
import { refuse } from '@ramal/contract/api/errors';
import sql, { type Sql } from 'sql-template-tag';
import type { ReaderAccount } from '../foundation/caller.ts';
import type { Reader, Tx } from '../foundation/database.ts';

/** SQL condition: `column` (an account id) is the actor or a descendant. */
export function inTree(actor: ReaderAccount, column: Sql): Sql {
  if (actor.profile === 'admin') return sql`true`;
  return sql`exists (
    select from accounts reached where reached.id = ${column} and reached.ancestors @> ${[actor.id]}::bigint[]
  )`;
}

/** Selects the ids of the account and its descendants, for joins that start from the tree. */
export const idsInTree = (accountId: number): Sql =>
  sql`select id from accounts where ancestors @> ${[accountId]}::bigint[]`;

/**
 * Selects the same ids as `idsInTree`, but reads only the index of paths. This takes a quarter of
 * the time, because the paths of a tree share a prefix. Use this query only to read a whole tree.
 * PostgreSQL underestimates its rows, so tests of single rows would be slow.
 */
export const gatherTree = (accountId: number): Sql => sql`
  select id from accounts
  where ancestors >= (select ancestors from accounts where id = ${accountId})
    and ancestors < (select trim_array(ancestors, 1) || id + 1 from accounts where id = ${accountId})`;

/**
 * Returns the id of an account that is not deleted and that the actor may access. Refuses any other
 * id.
 */
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
 * Locks the shape of the tree exclusively until the commit. Moves, deletions, restorations and
 * network blocks need this lock. Creations use the shared lock. Take this lock before all others
 * except the lock of the idempotency key, so that later reads stay valid. The lock prevents cycles,
 * children of deleted accounts and outdated paths.
 */
export async function lockTree(tx: Tx): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtext('reseller-tree'))`);
}

/**
 * Takes the shared lock, which is enough to add a leaf. Many transactions can have it at once, but
 * only while no transaction changes the tree.
 */
export async function lockTreeShared(tx: Tx): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock_shared(hashtext('reseller-tree'))`);
}

/**
 * Calculates the effects of a deletion and checks the permission, for the preview and for the
 * deletion.
 */
import type { DeletionScope, deletionImpact } from '@ramal/contract/resellers/reseller-acts';
import { refuse } from '@ramal/contract/api/errors';
import { fromHundredths } from '@ramal/contract/rules/money';
import sql, { type Sql } from 'sql-template-tag';
import type { z } from 'zod';
import { readBalances } from '../../credits/credits.ts';
import type { Actor } from '../../foundation/caller.ts';
import type { Reader } from '../../foundation/database.ts';
import { type Account, readAccount } from '../resellers.sql.ts';

export interface DeletionImpact {
  /** The account on which the deletion was called. */
  readonly account: Account;
  /**
   * The account above the deleted ones. Its wallet receives the credits, and accounts that are not
   * deleted move below it.
   */
  readonly owner: Account;
  /** Ids of the deleted accounts, from the top down. */
  readonly deletedIds: readonly number[];
  /** Ids of the direct children of the deleted account, which move up. */
  readonly movedIds: readonly number[];
  readonly counts: z.input<typeof deletionImpact>;
}

interface DeletionQuery {
  readonly id: number;
  readonly reach: DeletionScope;
  readonly now: Date;
}

/**
 * Calculates the effects. Refuses the caller's own account and a network with an admin, because
 * admins are deleted one by one (Q-RESACTIONS).
 */
export async function readDeletionImpact(
  reader: Reader,
  actor: Actor,
  { id, reach, now }: DeletionQuery,
): Promise<DeletionImpact> {
  const account = (await readAccount(reader, id)) ?? refuse('reseller_not_found');
  if (account.id === actor.id) refuse('forbidden');
  const reached = await reader.many<{ id: number; profile: string }>(sql`
    select id, profile from accounts where deleted_at is null and ${accountsReached[reach](id)}
    order by cardinality(ancestors), id`);
  const holdsAdmin = [account, ...reached].some(({ profile }) => profile === 'admin');
  if (reach !== 'reseller' && holdsAdmin) refuse('forbidden');
  const owner = reach === 'network' ? account : await ownerOf(reader, actor, account);
  const deletedIds = reached.map((account) => account.id);
  const movedIds = reach === 'reseller' ? await findNotDeletedBelow(reader, id) : [];
  const lines = await countLines(reader, deletedIds, now);
  const impact = {
    resellers: deletedIds.length,
    ...lines,
    credits: fromHundredths(await readBalances(reader, deletedIds)),
    owner: owner.profile === 'admin' ? null : owner.username,
    moving: movedIds.length,
  };
  return { account, owner, deletedIds, movedIds, counts: impact };
}

const accountsReached: Record<DeletionScope, (id: number) => Sql> = {
  reseller: (id) => sql`id = ${id}`,
  network: (id) => sql`ancestors @> ${[id]}::bigint[] and id <> ${id}`,
  tree: (id) => sql`ancestors @> ${[id]}::bigint[]`,
};

/**
 * Returns the account above, or the caller if the account is at the top. The ancestors of an
 * existing account are never deleted.
 */
const ownerOf = async (reader: Reader, actor: Actor, { parentId }: Account): Promise<Account> =>
  (await readAccount(reader, parentId ?? actor.id)) ?? refuse('reseller_not_found');

async function findNotDeletedBelow(reader: Reader, id: number): Promise<number[]> {
  const rows = await reader.many<{ id: number }>(
    sql`select id from accounts where parent_id = ${id} and deleted_at is null order by id`,
  );
  return rows.map((row) => row.id);
}

type LineCounts = Pick<DeletionImpact['counts'], 'lines' | 'activeLines' | 'activeTests'>;

async function countLines(reader: Reader, ids: readonly number[], now: Date): Promise<LineCounts> {
  const row = await reader.first<LineCounts>(sql`
    select count(*)::int as lines,
      (count(*) filter (where status = 1 and expires_at > ${now}))::int as active_lines,
      (count(*) filter (where status = 2 and expires_at > ${now}))::int as active_tests
    from lines where owner_id = any(${ids}::bigint[]) and deleted_at is null`);
  return row!;
}

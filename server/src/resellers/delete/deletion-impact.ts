/** Effects of a deletion, and its permission; used by the preview and the deletion. */
import type { DeletionReach, deletionToll } from '@ramal/contract/resellers/reseller-acts';
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
   * The account above the deleted ones: its wallet gets the credits, and accounts that stay move
   * below it.
   */
  readonly owner: Account;
  /** The deleted accounts, from above downwards. */
  readonly going: readonly number[];
  /** The accounts right below the deleted one, which move up. */
  readonly moving: readonly number[];
  readonly toll: z.input<typeof deletionToll>;
}

interface DeletionQuery {
  readonly id: number;
  readonly reach: DeletionReach;
  readonly now: Date;
}

/**
 * Never the caller itself, never a network with an admin: admins are deleted one by one
 * (Q-RESACTIONS).
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
  const going = reached.map((account) => account.id);
  const moving = reach === 'reseller' ? await findNotDeletedBelow(reader, id) : [];
  const lines = await countLines(reader, going, now);
  const impact = {
    resellers: going.length,
    ...lines,
    credits: fromHundredths(await readBalances(reader, going)),
    owner: owner.profile === 'admin' ? null : owner.username,
    moving: moving.length,
  };
  return { account, owner, going, moving, toll: impact };
}

const accountsReached: Record<DeletionReach, (id: number) => Sql> = {
  reseller: (id) => sql`id = ${id}`,
  network: (id) => sql`ancestors @> ${[id]}::bigint[] and id <> ${id}`,
  tree: (id) => sql`ancestors @> ${[id]}::bigint[]`,
};

/** The caller, where no account is above. Above an account that exists, none is deleted. */
const ownerOf = async (reader: Reader, actor: Actor, { parentId }: Account): Promise<Account> =>
  (await readAccount(reader, parentId ?? actor.id)) ?? refuse('reseller_not_found');

async function findNotDeletedBelow(reader: Reader, id: number): Promise<number[]> {
  const rows = await reader.many<{ id: number }>(
    sql`select id from accounts where parent_id = ${id} and deleted_at is null order by id`,
  );
  return rows.map((row) => row.id);
}

type LineCounts = Pick<DeletionImpact['toll'], 'lines' | 'activeLines' | 'activeTests'>;

async function countLines(reader: Reader, ids: readonly number[], now: Date): Promise<LineCounts> {
  const row = await reader.first<LineCounts>(sql`
    select count(*)::int as lines,
      (count(*) filter (where status = 1 and expires_at > ${now}))::int as active_lines,
      (count(*) filter (where status = 2 and expires_at > ${now}))::int as active_tests
    from lines where owner_id = any(${ids}::bigint[]) and deleted_at is null`);
  return row!;
}

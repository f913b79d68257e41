/** What a deletion would take, and whether it may: read alike to be shown beforehand and to be done. */
import type { DeletionReach, deletionToll } from '@ramal/contract/reseller-acts';
import { refuse } from '@ramal/contract/errors';
import { fromHundredths } from '@ramal/contract/money';
import sql, { type Sql } from 'sql-template-tag';
import type { z } from 'zod';
import { readBalances } from '../../credits/credits.ts';
import type { Actor } from '../../foundation/caller.ts';
import type { Reader } from '../../foundation/database.ts';
import { type Account, readAccount } from '../resellers.sql.ts';

export interface DeletionImpact {
  /** The account the act is about. */
  readonly account: Account;
  /** Stands above what goes: its wallet gets the credits, and who stays below goes to it. */
  readonly owner: Account;
  /** Who goes, from above downwards. */
  readonly going: readonly number[];
  /** Who stood right below the deleted account, and moves up. */
  readonly moving: readonly number[];
  readonly toll: z.input<typeof deletionToll>;
}

/** Never oneself, never a network that holds an admin: those are deleted one by one (Q-RESACTIONS). */
export async function readDeletionImpact(
  reader: Reader,
  actor: Actor,
  id: number,
  reach: DeletionReach,
  now: Date,
): Promise<DeletionImpact> {
  const account = (await readAccount(reader, id)) ?? refuse('reseller_not_found');
  if (account.id === actor.id) refuse('forbidden');
  const reached = await reader.many<{ id: number; profile: string }>(sql`
    select id, profile from accounts where deleted_at is null and ${within[reach](id)}
    order by cardinality(ancestors), id`);
  const holdsAdmin = [account, ...reached].some(({ profile }) => profile === 'admin');
  if (reach !== 'reseller' && holdsAdmin) refuse('forbidden');
  const owner = reach === 'network' ? account : await ownerOf(reader, actor, account);
  const going = reached.map((one) => one.id);
  const moving = reach === 'reseller' ? await standingBelow(reader, id) : [];
  const lines = await countLines(reader, going, now);
  const toll = {
    resellers: going.length,
    ...lines,
    credits: fromHundredths(await readBalances(reader, going)),
    owner: owner.profile === 'admin' ? null : owner.username,
    moving: moving.length,
  };
  return { account, owner, going, moving, toll };
}

const within: Record<DeletionReach, (id: number) => Sql> = {
  reseller: (id) => sql`id = ${id}`,
  network: (id) => sql`ancestors @> ${[id]}::bigint[] and id <> ${id}`,
  tree: (id) => sql`ancestors @> ${[id]}::bigint[]`,
};

/** Where nobody stands above, whoever acts does. Above who stands, nobody is deleted. */
const ownerOf = async (reader: Reader, actor: Actor, { parentId }: Account): Promise<Account> =>
  (await readAccount(reader, parentId ?? actor.id)) ?? refuse('reseller_not_found');

async function standingBelow(reader: Reader, id: number): Promise<number[]> {
  const rows = await reader.many<{ id: number }>(
    sql`select id from accounts where parent_id = ${id} and deleted_at is null order by id`,
  );
  return rows.map((row) => row.id);
}

async function countLines(
  reader: Reader,
  ids: readonly number[],
  now: Date,
): Promise<{ lines: number; active_lines: number }> {
  const row = await reader.first<{ lines: number; active_lines: number }>(sql`
    select count(*)::int as lines,
      (count(*) filter (where status <> 0 and expires_at > ${now}))::int as active_lines
    from lines where owner_id = any(${ids}::bigint[]) and deleted_at is null`);
  return row!;
}

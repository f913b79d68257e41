/** What a deletion is about, and what is written by it and by its undoing. */
import { type DeletionReach, type deletionToll } from '@ramal/contract/reseller-acts';
import { refuse } from '@ramal/contract/errors';
import { fromHundredths } from '@ramal/contract/money';
import sql, { type Sql } from 'sql-template-tag';
import type { z } from 'zod';
import { readHeld } from '../credits/credits.ts';
import type { Actor } from '../foundation/actor.ts';
import type { Reader, Tx } from '../foundation/database.ts';
import { type Account, readAccount } from './resellers.sql.ts';

export interface Survey {
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
export async function survey(
  reader: Reader,
  actor: Actor,
  id: number,
  reach: DeletionReach,
  now: Date,
): Promise<Survey> {
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
    credits: fromHundredths(await readHeld(reader, going)),
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

/**
 * Opens the deletion; its id. Its moment is the clock's and some microseconds, which nothing else the
 * application writes has: whatever carries it in `deleted_at` went with this deletion.
 */
export async function insertDeletion(
  tx: Tx,
  actor: Actor,
  reach: DeletionReach,
  { account, owner, moving }: Survey,
  hundredths: number,
  now: Date,
): Promise<number> {
  const row = await tx.first<{ id: number }>(sql`
    insert into deletions (id, at, actor_id, account_id, owner_id, reach, hundredths, moved_ids)
    overriding system value
    select next.id, ${now}::timestamptz + (1 + next.id % 999) * interval '1 microsecond', ${actor.id},
      ${account.id}, ${owner.id}, ${reach}, ${hundredths}, ${moving}::bigint[]
    from (select nextval(pg_get_serial_sequence('deletions', 'id')) as id) next
    returning id`);
  return row!.id;
}

const momentOf = (deletion: number): Sql => sql`(select at from deletions where id = ${deletion})`;

/** Part: the accounts go. */
export const deletingAccounts = (ids: readonly number[], deletion: number): Sql => sql`
  update accounts set deleted_at = ${momentOf(deletion)}, deletion_id = ${deletion}
  where id = any(${ids}::bigint[])`;

/** A statement may take thirty seconds, and a network may have hundreds of thousands of lines. */
const LINES_A_STATEMENT = 20_000;

async function inSlices(write: () => Promise<number>): Promise<number> {
  let all = 0;
  for (let written = LINES_A_STATEMENT; written === LINES_A_STATEMENT;)
    all += written = await write();
  return all;
}

/** How many. */
export const deleteLinesOf = (tx: Tx, ids: readonly number[], deletion: number): Promise<number> =>
  inSlices(() =>
    tx.run(sql`
      update lines set deleted_at = ${momentOf(deletion)}
      where id in (
        select id from lines where owner_id = any(${ids}::bigint[]) and deleted_at is null
        limit ${LINES_A_STATEMENT}
      )`),
  );

/** How many. A line that was brought back or deleted again meanwhile is left as it is. */
export const restoreLinesOf = (tx: Tx, deletion: number): Promise<number> =>
  inSlices(() =>
    tx.run(sql`
      update lines set deleted_at = null
      where id in (
        select id from lines where deleted_at = ${momentOf(deletion)} limit ${LINES_A_STATEMENT}
      )`),
  );

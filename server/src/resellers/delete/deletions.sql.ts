/** Writes the changes of accounts and lines in a deletion and its restoration. */
import type { DeletionScope } from '@ramal/contract/resellers/reseller-acts';
import sql, { type Sql } from 'sql-template-tag';
import { insertLineEventsCte } from '../../events/events.ts';
import type { Actor, Caller } from '../../foundation/caller.ts';
import type { Tx } from '../../foundation/database.ts';
import type { DeletionImpact } from './deletion-impact.ts';

interface NewDeletion {
  readonly reach: DeletionScope;
  readonly impact: DeletionImpact;
  readonly hundredths: number;
  readonly now: Date;
}

/**
 * Inserts the deletion and returns its id. Its time is the clock's time plus some microseconds, so
 * that deletions in the same millisecond differ. Rows with this time in `deleted_at` belong to this
 * deletion.
 */
export async function insertDeletion(
  tx: Tx,
  actor: Actor,
  { reach, impact: { account, owner, movedIds }, hundredths, now }: NewDeletion,
): Promise<number> {
  const row = await tx.first<{ id: number }>(sql`
    insert into deletions (id, at, actor_id, account_id, owner_id, reach, hundredths, moved_ids)
    overriding system value
    select next.id, ${now}::timestamptz + (1 + next.id % 999) * interval '1 microsecond', ${actor.id},
      ${account.id}, ${owner.id}, ${reach}, ${hundredths}, ${movedIds}::bigint[]
    from (select nextval(pg_get_serial_sequence('deletions', 'id')) as id) next
    returning id`);
  return row!.id;
}

const momentOf = (deletion: number): Sql => sql`(select at from deletions where id = ${deletion})`;

export const deleteAccountsCte = (ids: readonly number[], deletion: number): Sql => sql`
  update accounts set deleted_at = ${momentOf(deletion)}, deletion_id = ${deletion}
  where id = any(${ids}::bigint[])`;

/**
 * Maximum number of lines per statement. A statement may take thirty seconds, and a network may
 * have hundreds of thousands of lines.
 */
const LINES_A_STATEMENT = 20_000;

/**
 * Repeats the write until it changes no line. A write may change fewer lines than its maximum,
 * because another transaction changed some of them first.
 */
async function inSlices(write: () => Promise<number>): Promise<number> {
  let all = 0;
  for (let written = Number.NaN; written !== 0;) all += written = await write();
  return all;
}

/**
 * Deletes the lines of these accounts and returns their number. Each line gets an event, because
 * its history consists of events.
 */
export const deleteLines = (
  tx: Tx,
  caller: Caller,
  ids: readonly number[],
  deletion: number,
): Promise<number> =>
  inSlices(() =>
    changeLines(tx, caller, {
      because: 'reseller-deleted',
      deletion,
      update: sql`
      update lines set deleted_at = ${momentOf(deletion)}
      where id in (
        select id from lines where owner_id = any(${ids}::bigint[]) and deleted_at is null
        limit ${LINES_A_STATEMENT}
      ) and deleted_at is null`,
    }),
  );

/**
 * Restores the lines of a deletion and returns their number. A line that was restored or deleted
 * again in the meantime is not changed.
 */
export const restoreLines = (tx: Tx, caller: Caller, deletion: number): Promise<number> =>
  inSlices(() =>
    changeLines(tx, caller, {
      because: 'reseller-restored',
      deletion,
      update: sql`
      update lines set deleted_at = null
      where id in (
        select id from lines where deleted_at = ${momentOf(deletion)} limit ${LINES_A_STATEMENT}
      )`,
    }),
  );

interface ChangedLines {
  readonly because: 'reseller-deleted' | 'reseller-restored';
  readonly deletion: number;
  readonly update: Sql;
}

async function changeLines(
  tx: Tx,
  { actor, requestMeta }: Caller,
  { because, deletion, update }: ChangedLines,
): Promise<number> {
  const insertEvents = insertLineEventsCte(requestMeta, sql`changed`, {
    kind: because === 'reseller-deleted' ? 'line-deleted' : 'line-restored',
    actorId: actor.id,
    after: { because, deletion },
  });
  const row = await tx.first<{ count: number }>(sql`
    with changed as (
      ${update} returning id, owner_id, platform,
        jsonb_build_object('username', username, 'expiresAt', expires_at) as before
    ), inserted as (${insertEvents})
    select count(*) from changed`);
  return row!.count;
}

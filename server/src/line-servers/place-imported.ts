/**
 * Writes the placements of imported lines. Lines that a server already has are assigned to it, and
 * nothing is sent until they change.
 */
import sql, { type Sql } from 'sql-template-tag';
import type { Tx } from '../foundation/database.ts';

/**
 * Stops the trigger on `lines` from assigning servers until the transaction ends. The caller writes
 * the placements.
 */
const disablePlacementTrigger: Sql = sql`select set_config('ramal.placing', 'off', true)`;

interface ImportedPlacement {
  readonly lineId: number;
  readonly username: string;
  readonly remoteId: string;
}

/**
 * Assigns imported lines to the server that already has them. The lines that `insertLines` inserts
 * are not pushed.
 */
export async function placeImported<T extends readonly ImportedPlacement[]>(
  tx: Tx,
  serverId: number,
  insertLines: () => Promise<T>,
): Promise<T> {
  await tx.first(disablePlacementTrigger);
  const placements = await insertLines();
  await tx.run(sql`
    with placed as (
      insert into server_lines (server_id, line_id, is_first, username, remote_id)
      select ${serverId}::bigint, p."lineId", false, p.username, p."remoteId"
      from jsonb_to_recordset(${JSON.stringify(placements)}::jsonb)
        as p ("lineId" bigint, username text, "remoteId" text)
      returning remote_id
    )
    delete from line_differences d using placed p
    where d.server_id = ${serverId} and d.kind = 'missing-here' and d.remote_id = p.remote_id`);
  return placements;
}

/**
 * Marks lines from a dump, so that they stay in the panel if their server rejects them. The list of
 * pushes then shows them. Other new lines that a server rejects are undone.
 */
export const retainRejectedLines = (tx: Tx, lineIds: readonly number[]): Promise<number> =>
  tx.run(sql`update server_lines set is_first = false where line_id = any(${lineIds}::bigint[])`);

/** Deletes the placements without a push, so the server keeps its lines. */
export async function releaseImported(tx: Tx, lineIds: readonly number[]): Promise<void> {
  await tx.first(disablePlacementTrigger);
  await tx.run(sql`delete from server_lines where line_id = any(${lineIds}::bigint[])`);
}

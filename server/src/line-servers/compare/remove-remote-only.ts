/** Deletes a line on the server that a difference reports as superfluous. */
import sql from 'sql-template-tag';
import type { Db, Reader } from '../../foundation/database.ts';
import { isNameOfLine } from '../line-servers.sql.ts';
import type { LinePlatform, RemoteLine } from '../port.ts';

/** A difference of kind `left-behind` or `missing-here`. */
export interface RemoteOnlyLine {
  readonly id: number;
  readonly serverId: number;
  /** Null if the line has no mark of this installation. */
  readonly lineId: number | null;
  readonly remoteId: string;
  readonly username: string;
}

/**
 * Deletes a remote line that a difference reports. The difference may be old. The line is therefore
 * deleted only if it is still the same one and is not in use. Returns the reason if the line was
 * not deleted. The difference is deleted in both cases. The next comparison reports the line again
 * if it still exists.
 */
export async function removeRemoteOnlyLine(
  db: Db,
  platform: LinePlatform,
  difference: RemoteOnlyLine,
): Promise<string | undefined> {
  const remote = await platform.read(difference.remoteId);
  const reason = remote && (await findReasonToKeep(db, difference, remote));
  if (remote && reason === undefined) await platform.remove(remote);
  await db.tx((tx) => tx.run(sql`delete from line_differences where id = ${difference.id}`));
  return reason;
}

async function findReasonToKeep(
  reader: Reader,
  { serverId, lineId, username }: RemoteOnlyLine,
  remote: RemoteLine,
): Promise<string | undefined> {
  if (remote.mark === 'foreign') return 'A linha é de outra instalação do painel.';
  if (remote.username !== username) return 'Outra linha está no lugar da que foi listada.';
  // A pending push finds the line by its remote id or by these names.
  const row = (await reader.first<{ owner: number | null; isInUse: boolean }>(sql`
    select (
      select l.id from lines l where l.id = ${remote.lineId ?? null}
        and (${remote.mark} = 'ours' or ${isNameOfLine(sql`l.id`, sql`${username}`)})) as owner,
    exists (
      select from server_lines sl join lines l on l.id = sl.line_id
      where sl.server_id = ${serverId} and (sl.remote_id = ${remote.id}
        or l.id = ${lineId} and ${username} in (l.username, sl.username)
          and (sl.revision > sl.pushed_revision or sl.is_current and l.deleted_at is null))) as is_in_use`))!;
  if (row.isInUse) return 'O painel usa esta linha agora.';
  if (row.owner !== lineId) return 'A linha não tem mais a marca que foi listada.';
  return undefined;
}

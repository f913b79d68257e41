/**
 * Places of lines that are brought in. Those that a server has already are on it from the start, as it has them, and
 * nothing of them is sent there until they change.
 */
import sql, { type Sql } from 'sql-template-tag';
import type { Tx } from '../foundation/database.ts';

/** Until the transaction ends, the trigger on `lines` leaves their places to whoever writes them. */
const withoutPlacing: Sql = sql`select set_config('ramal.placing', 'off', true)`;

export interface BroughtPlace {
  readonly lineId: number;
  readonly username: string;
  readonly remoteId: string;
}

/** Whatever `make` writes into `lines` is not sent anywhere. */
export async function placeBrought<T extends readonly BroughtPlace[]>(
  tx: Tx,
  serverId: number,
  make: () => Promise<T>,
): Promise<T> {
  await tx.first(withoutPlacing);
  const places = await make();
  await tx.run(sql`
    with placed as (
      insert into server_lines (server_id, line_id, is_first, username, remote_id)
      select ${serverId}::bigint, p."lineId", false, p.username, p."remoteId"
      from jsonb_to_recordset(${JSON.stringify(places)}::jsonb)
        as p ("lineId" bigint, username text, "remoteId" text)
      returning remote_id
    )
    delete from line_differences d using placed p
    where d.server_id = ${serverId} and d.kind = 'missing-here' and d.remote_id = p.remote_id`);
  return places;
}

/** Lines of a dump go to a server as new ones do, but one that it refuses stays here and is listed. */
export const keepWhenRefused = (tx: Tx, lineIds: readonly number[]): Promise<number> =>
  tx.run(sql`update server_lines set is_first = false where line_id = any(${lineIds}::bigint[])`);

/** These lines go from here alone: the server keeps what it has. */
export async function releaseBrought(tx: Tx, lineIds: readonly number[]): Promise<void> {
  await tx.first(withoutPlacing);
  await tx.run(sql`delete from server_lines where line_id = any(${lineIds}::bigint[])`);
}

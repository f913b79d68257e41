/**
 * Stores the differences of a comparison. An ignored difference stays ignored while both sides keep
 * their values.
 */
import sql from 'sql-template-tag';
import type { Tx } from '../../foundation/database.ts';
import type { Difference } from './find-differences.ts';

const PIECE = 2_000;

export async function storeDifferences(
  tx: Tx,
  serverId: number,
  differences: readonly Difference[],
  at: Date,
): Promise<void> {
  for (let from = 0; from < differences.length; from += PIECE)
    await tx.run(sql`
      insert into line_differences (server_id, kind, line_id, remote_id, username, ours, theirs, found_at)
      select ${serverId}::bigint, f.kind, f."lineId", f."remoteId", f.username, f.ours, f.theirs, ${at}
      from jsonb_to_recordset(${JSON.stringify(differences.slice(from, from + PIECE))}::jsonb)
        as f (kind text, "lineId" bigint, "remoteId" text, username text, ours text, theirs text)
      on conflict on constraint line_differences_once do update set
        username = excluded.username, ours = excluded.ours, theirs = excluded.theirs,
        found_at = excluded.found_at,
        ignored_at = case when (line_differences.ours, line_differences.theirs) = (excluded.ours, excluded.theirs)
          then line_differences.ignored_at end`);
  await tx.run(
    sql`delete from line_differences where server_id = ${serverId} and found_at <> ${at}`,
  );
}

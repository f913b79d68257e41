/**
 * Settles differences automatically by the rules of the administration: the server receives the
 * values of the panel.
 */
import { ruledKinds } from '@ramal/contract/operations/line-servers';
import sql from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import { isNameOfLine, type LineServer } from '../line-servers.sql.ts';
import type { LinePlatform } from '../port.ts';
import { type RemoteOnlyLine, removeRemoteOnlyLine } from './remove-remote-only.ts';

/** Maximum number of left-behind lines per comparison, because they are deleted one by one. */
const MAX_REMOVED = 200;

export async function settleByRule(
  { db }: AppContext,
  { id, rules }: LineServer,
  platform: LinePlatform,
): Promise<void> {
  const kinds = ruledKinds.filter((kind) => rules[kind] === 'ours');
  await db.tx((tx) =>
    tx.run(sql`
      with settled as (
        delete from line_differences where server_id = ${id} and kind = any(${kinds}::text[])
          and kind <> 'left-behind' and ignored_at is null
        returning line_id
      ), stuck as (
        select subject_id from deliveries where queue = ${`line-server:${id}`} and state = 'unknown'
      )
      select push_server_lines(array(
        select sl.id from server_lines sl
        where sl.server_id = ${id}
          and (sl.line_id in (select line_id from settled) or sl.id in (select subject_id from stuck))
        order by sl.id))`),
  );
  if (!kinds.includes('left-behind')) return;
  // The notes of a line on the server contain the id of the line in the panel. After a restore,
  // this id may belong to another line. The line is deleted only if the user name also matches.
  const left = await db.many<RemoteOnlyLine>(sql`
    select d.id, d.server_id, d.line_id, d.remote_id, d.username
    from line_differences d
    where d.server_id = ${id} and d.kind = 'left-behind' and d.ignored_at is null
      and ${isNameOfLine(sql`d.line_id`, sql`d.username`)}
    order by d.id limit ${MAX_REMOVED}`);
  for (const difference of left) await removeRemoteOnlyLine(db, platform, difference);
}

/** What the administration said is to be done by itself: the line is made on the server as it is here. */
import { ruledKinds } from '@ramal/contract/operations/line-servers';
import sql from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import type { LineServer } from '../line-servers.sql.ts';
import type { LinePlatform } from '../port.ts';

/** Of lines that were left there, which are deleted one by one. */
const MOST_REMOVED = 200;

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
  const left = await db.many<{ id: number; lineId: number; remoteId: string }>(sql`
    select id, line_id as "lineId", remote_id as "remoteId" from line_differences
    where server_id = ${id} and kind = 'left-behind' and ignored_at is null order by id limit ${MOST_REMOVED}`);
  for (const difference of left) await removeLeft(db, platform, difference);
}

/** Only what still carries the mark of our line is deleted. */
export async function removeLeft(
  db: AppContext['db'],
  platform: LinePlatform,
  difference: { readonly id: number; readonly lineId: number | null; readonly remoteId: string },
): Promise<void> {
  const there = await platform.read(difference.remoteId);
  const isTheSame = difference.lineId === null || there?.lineId === difference.lineId;
  if (there && isTheSame) await platform.remove(there);
  await db.tx((tx) => tx.run(sql`delete from line_differences where id = ${difference.id}`));
}

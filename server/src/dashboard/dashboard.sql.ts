/** A person's own figures, always current: each reads one index and no line. */
import { platformKeys } from '@ramal/contract/rules/platforms';
import sql, { join, raw } from 'sql-template-tag';
import type { Actor } from '../foundation/caller.ts';
import type { Reader } from '../foundation/database.ts';
import { type CountedAt, counts, linesToCount, onlineByOwner } from './line-counts.ts';

export type OwnCounts = Readonly<Record<keyof typeof counts | 'online', number>>;

const counted = join(
  Object.entries(counts).map(([name, count]) => sql`${count} as ${raw(`"${name}"`)}`),
  ', ',
);

export async function countOwnLines(
  reader: Reader,
  { id }: Actor,
  moment: CountedAt,
): Promise<OwnCounts> {
  const own = sql`owner_id = ${id}`;
  const row = await reader.first<OwnCounts>(sql`
    select standing.*, coalesce(watched.online, 0) as online
    from (select ${counted} from (${linesToCount(own, moment)}) mine) standing
    left join (${onlineByOwner(own, moment)}) watched on true`);
  return row!;
}

/** Official lines made this month; tests and deleted lines do not count. */
export async function countNewUsers(
  reader: Reader,
  { id }: Actor,
  { month }: CountedAt,
): Promise<number> {
  const row = await reader.first<{ total: number }>(sql`
    select count(*) as total from lines
    where deleted_at is null and owner_id = ${id} and platform = any(${[...platformKeys]}::text[])
      and created_at >= ${month} and not is_trial`);
  return row!.total;
}

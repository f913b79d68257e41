/** A person's own figures, always as they are now: each part reads one index and no line. */
import type { EventGroup } from '@ramal/contract/logs';
import sql, { type Sql, join, raw } from 'sql-template-tag';
import { isInGroup } from '../events/events.ts';
import type { Actor } from '../foundation/caller.ts';
import type { Reader } from '../foundation/database.ts';
import { type CountedAt, counts, linesToCount } from './line-counts.ts';
import { onlineByOwner } from '../watching/watching.ts';

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
    left join (${onlineByOwner(moment.now, own)}) watched on true`);
  return row!;
}

export interface MonthCounts {
  readonly newUsers: number;
  readonly newTests: number;
  readonly imported: number;
}

const countOf = (group: EventGroup): Sql => sql`count(*) filter (where ${isInGroup(group)})`;

/** What began this month among one's own lines, deleted ones included. */
export async function countMonth(
  reader: Reader,
  { id }: Actor,
  { month }: CountedAt,
): Promise<MonthCounts> {
  const row = await reader.first<MonthCounts>(sql`
    select ${countOf('new')} as "newUsers", ${countOf('test')} as "newTests", ${countOf('imported')} as imported
    from events where account_id = ${id} and at >= ${month} and kind in ('line-created', 'line-promoted', 'line-imported')`);
  return row!;
}

/**
 * Mark of a moment in the events: the newest id, and the older ids without an event. Their
 * transactions were still open or were rolled back.
 */
import sql from 'sql-template-tag';
import type { Copying } from '../foundation/copying.ts';
import type { Reader } from '../foundation/database.ts';

export interface EventMark {
  readonly lastEventId: number;
  readonly missingEventIds: number[];
}

/**
 * Number of newest ids that are searched for open transactions. Every transaction is assumed to end
 * before this many later events are recorded.
 */
const OPEN_WINDOW = 1_000;

export async function readEventMark(copying: Copying): Promise<EventMark> {
  const row = await copying.first<{ last: string; missing: string[] }>(`
    with newest as (select coalesce(max(id), 0) as id from events)
    select id::text as last, array(
      select n::text from generate_series(greatest(1, id - ${OPEN_WINDOW}), id) n
      where not exists (select from events e where e.id = n)) as missing
    from newest`);
  return { lastEventId: Number(row!.last), missingEventIds: row!.missing.map(Number) };
}

/** Reads the ids of the events since the mark, oldest first. */
export async function eventIdsSince(reader: Reader, mark: EventMark): Promise<number[]> {
  const rows = await reader.many<{ id: number }>(sql`
    select id from events
    where id > ${mark.lastEventId} or id = any(${mark.missingEventIds}::bigint[]) order by id`);
  return rows.map(({ id }) => id);
}

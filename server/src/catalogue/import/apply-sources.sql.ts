/**
 * Writes the additional sources of channels that a list contains. Sources that an admin added do
 * not change.
 */
import { MAX_CHANNEL_SOURCES } from '@ramal/contract/catalogue/channel-sources';
import sql, { type Sql } from 'sql-template-tag';
import type { Batch } from './apply.sql.ts';

/** Returns a row if a channel of the list has additional sources. Most lists have none. */
export const hasFurtherSources = (importId: number): Sql => sql`
  select where exists (
    select from import_entries where import_id = ${importId} and source_of is not null)`;

/**
 * Inserts the new additional sources of one batch after the existing sources of each channel. Run
 * this after the streams of the batch were written.
 */
export const insertFurtherSources = ({ importId, positions }: Batch, listId: number): Sql => sql`
  insert into channel_sources (stream_id, position, address, imported)
  select stream_id, position, source, true from (
    select s.id as stream_id, e.source,
      (select max(x.position) from channel_sources x where x.stream_id = s.id)
        + row_number() over (partition by s.id order by e.position) as position,
      (select count(*) from channel_sources x where x.stream_id = s.id)
        + row_number() over (partition by s.id order by e.position) as size
    from import_entries e
    join import_entries p on p.import_id = e.import_id and p.position = e.source_of
    join streams s on s.list_id = ${listId} and md5(s.source) = md5(p.source)
    where e.import_id = ${importId} and e.position = any(${positions}::int[]) and e.source_of is not null
      and not exists (select from channel_sources x
        where x.stream_id = s.id and md5(x.address) = md5(e.source))
  ) further
  where size <= ${MAX_CHANNEL_SOURCES}
  on conflict do nothing`;

/** Deletes imported sources that the list no longer contains. */
export const deleteMissingSources = (importId: number, listId: number): Sql => sql`
  delete from channel_sources x using streams s
  where s.id = x.stream_id and s.list_id = ${listId} and x.imported
    and not exists (select from import_entries e where e.import_id = ${importId}
      and e.source_of is not null and md5(e.source) = md5(x.address))`;

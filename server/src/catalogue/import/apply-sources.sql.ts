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
export const insertFurtherSources = ({ importId, positions }: Batch): Sql => sql`
  with further as materialized (
    select s.id as stream_id, e.source, e.position
    from import_entries e
    join import_entries p on p.import_id = e.import_id and p.position = e.source_of
    join streams s on s.id = p.stream_id
    where e.import_id = ${importId} and e.position = any(${positions}::int[]) and e.source_of is not null
  ), fresh as materialized (
    select f.stream_id, f.source, row_number() over (partition by f.stream_id order by f.position) as place
    from further f
    where not exists (select from channel_sources x
      where x.stream_id = f.stream_id and md5(x.address) = md5(f.source))
  )
  insert into channel_sources (stream_id, position, address, imported)
  select f.stream_id, stored.last + f.place, f.source, true
  from fresh f cross join lateral (
    select max(x.position) as last, count(*) as size from channel_sources x where x.stream_id = f.stream_id
  ) stored
  where stored.size + f.place <= ${MAX_CHANNEL_SOURCES}
  on conflict do nothing`;

/**
 * Deletes imported sources that the list no longer contains. EXCEPT compares both sets in linear
 * time, whatever the planner knows about the new entries.
 */
export const deleteMissingSources = (importId: number, listId: number): Sql => sql`
  with missing as materialized (
    select x.stream_id, md5(x.address) as key
    from channel_sources x join streams s on s.id = x.stream_id
    where s.list_id = ${listId} and x.imported
    except
    select p.stream_id, md5(e.source)
    from import_entries e join import_entries p on p.import_id = e.import_id and p.position = e.source_of
    where e.import_id = ${importId}
  )
  delete from channel_sources x using missing
  where x.stream_id = missing.stream_id and md5(x.address) = missing.key and x.imported`;

/**
 * Writes the archives that a list describes. Each channel has at most one imported archive source,
 * which changes with the list. Sources and days that an admin set do not change.
 */
import sql, { type Sql } from 'sql-template-tag';
import { refreshOfferedDays } from '../archive/archive.sql.ts';
import type { Batch } from './apply.sql.ts';

/**
 * Selects a row if this import contains archives, or if an earlier import of the list stored some.
 */
export const hasArchives = (importId: number, listId: number): Sql => sql`
  select where exists (select from import_entries where import_id = ${importId} and archive is not null)
    or exists (select from archive_sources x join streams s on s.id = x.stream_id
      where s.list_id = ${listId} and x.imported)`;

/**
 * Returns the statements that write the archives of one batch. Run them after the streams of the
 * batch were written.
 */
export const writeArchives = (batch: Batch): Sql[] => [
  deleteGone(batch),
  upsertListed(batch),
  forgetProofs(batch),
  refreshOfferedDays(changedStreams(batch)),
];

const entryStreams = ({ importId, positions }: Batch): Sql => sql`
  select distinct on (s.id) s.id as stream_id, e.archive
  from import_entries e join streams s on s.id = e.stream_id
  where e.import_id = ${importId} and e.position = any(${positions}::int[])
    and e.verdict in ('new', 'changed', 'same') and e.kind = 'live'
  order by s.id, e.position`;

const deleteGone = (batch: Batch): Sql => sql`
  delete from archive_sources x using (${entryStreams(batch)}) n
  where x.stream_id = n.stream_id and x.imported and n.archive is null`;

const upsertListed = (batch: Batch): Sql => sql`
  insert into archive_sources as x (stream_id, position, kind, address, days, time_zone, correction_seconds, imported)
  select n.stream_id, 0, n.archive->>'kind', n.archive->>'address', (n.archive->>'days')::int,
    n.archive->>'time_zone', (n.archive->>'correction_seconds')::int, true
  from (${entryStreams(batch)}) n where n.archive is not null
  on conflict (stream_id) where imported do update set kind = excluded.kind, address = excluded.address,
    days = excluded.days, time_zone = excluded.time_zone, correction_seconds = excluded.correction_seconds,
    form = case when x.kind = excluded.kind then x.form else '' end,
    differs_from_live = x.differs_from_live and x.kind = excluded.kind
  where (x.kind, x.address, x.days, x.time_zone, x.correction_seconds)
    is distinct from (excluded.kind, excluded.address, excluded.days, excluded.time_zone, excluded.correction_seconds)`;

/** Deletes the proof of an archive if the channel no longer has an archive source. */
const forgetProofs = (batch: Batch): Sql => sql`
  update channel_archives a set proof = null, proof_result = null, answered_days = null, proved_at = null
  from (${entryStreams(batch)}) n
  where a.stream_id = n.stream_id and a.proved_at is not null
    and not exists (select from archive_sources x where x.stream_id = a.stream_id)`;

/** SQL: channels that have an archive source, or that still have the row of a former archive. */
const changedStreams = (batch: Batch): Sql => sql`
  select n.stream_id from (${entryStreams(batch)}) n
  where exists (select from archive_sources x where x.stream_id = n.stream_id)
    or exists (select from channel_archives a where a.stream_id = n.stream_id)`;

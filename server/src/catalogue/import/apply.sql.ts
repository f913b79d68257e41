/**
 * Writes a batch of entries to the catalogue. `streams.imported` contains the last values from the
 * list. A field that still has its last value gets the new one. Any other field was edited by hand
 * and does not change.
 */
import sql, { type Sql } from 'sql-template-tag';

export interface Batch {
  readonly importId: number;
  readonly positions: readonly number[];
}

interface StreamInsert {
  readonly listId: number;
  readonly highest: number;
  readonly now: Date;
}

/**
 * SQL: entries with their category. Episodes also have their series. `materialized` and `offset 0`
 * make the planner fold each name only once. Otherwise it would fold the names for every compared
 * pair.
 */
const entries = ({ importId, positions }: Batch): Sql => sql`
  with known as materialized (
    select x.id, x.category_id, x.imported->>'category' as category, fold(x.imported->>'name') as name
    from series x where x.list_id = (select list_id from imports where id = ${importId})
  )
  select e.*, coalesce(x.category_id, c.id) as category_id, c.id as own_category_id, x.id as series_id
  from (
    select *, case when kind = 'episode' then fold(series_name) end as series_key,
      case kind when 'episode' then 'series' else kind end as category_kind
    from import_entries
    where import_id = ${importId} and position = any(${positions}::int[]) and source_of is null offset 0
  ) e
  left join categories c on c.imported_name = e.category and c.kind = e.category_kind
  left join known x on x.category = e.category and x.name = e.series_key`;

/**
 * SQL: values to store in `imported`. If the list contains no number, stores the number that the
 * channel got. Otherwise that number would count as edited.
 */
const importedValues = (number: Sql): Sql => sql`
  jsonb_build_object('name', e.name, 'category', e.category, 'category_id', e.own_category_id, 'icon', e.icon,
    'epg', e.epg_channel_id, 'number', ${number}, 'adult', e.is_adult, 'series', e.series_name)`;

const wasNumber = sql`(s.imported->>'number')::int`;
const newNumber = sql`case when e.number = 0 then ${wasNumber} else e.number end`;

/**
 * SQL: new category of a stream. A category that was edited by hand does not change, unless the
 * kind of the stream changed. The old category is then for another kind, so the category of the
 * list is used.
 */
const newCategory = sql`
  case when e.kind <> 'episode' and s.kind = e.kind
      and s.category_id is distinct from (s.imported->>'category_id')::bigint then s.category_id
    else e.category_id end`;

const merged = (current: Sql, before: Sql, incoming: Sql): Sql =>
  sql`case when ${current} is not distinct from ${before} then ${incoming} else ${current} end`;

/**
 * Locks the streams before they are read, so that the import reads the result of a concurrent edit.
 */
export const lockStreams = ({ importId, positions }: Batch): Sql => sql`
  select from streams where id in (
    select stream_id from import_entries where import_id = ${importId} and position = any(${positions}::int[]))
  order by id for update`;

export const updateStreamsCte = (batch: Batch): Sql => sql`
  with e as materialized (${entries(batch)}), n as (
    select s.id, e.kind, e.source, e.series_id, e.season, e.episode, ${newCategory} as category_id,
      ${merged(sql`s.name`, sql`s.imported->>'name'`, sql`e.name`)} as name,
      ${merged(sql`s.icon`, sql`s.imported->>'icon'`, sql`e.icon`)} as icon,
      ${merged(sql`s.epg_channel_id`, sql`s.imported->>'epg'`, sql`e.epg_channel_id`)} as epg_channel_id,
      ${merged(sql`s.number`, wasNumber, newNumber)} as number,
      ${merged(sql`s.is_adult`, sql`(s.imported->>'adult')::boolean`, sql`e.is_adult`)} as is_adult,
      ${importedValues(newNumber)} as imported
    from e join streams s on s.id = e.stream_id where e.verdict in ('changed', 'same')
  )
  update streams s set kind = n.kind, source = n.source, series_id = n.series_id, season = n.season,
    episode = n.episode, category_id = n.category_id, name = n.name, icon = n.icon,
    epg_channel_id = n.epg_channel_id, number = n.number, is_adult = n.is_adult, imported = n.imported,
    gone_at = null,
    source_problem = case when s.source = n.source then s.source_problem else '' end,
    source_checked_at = case when s.source = n.source then s.source_checked_at end
  from n
  where s.id = n.id and (s.gone_at is not null or (s.kind, s.source, s.series_id, s.season, s.episode, s.category_id,
      s.name, s.icon, s.epg_channel_id, s.number, s.is_adult, s.imported)
    is distinct from (n.kind, n.source, n.series_id, n.season, n.episode, n.category_id,
      n.name, n.icon, n.epg_channel_id, n.number, n.is_adult, n.imported))`;

/** SQL: highest channel number in the list. Channels without a number get higher numbers. */
export const highestNumber = (importId: number): Sql => sql`
  select coalesce(max(number), 0) as highest from import_entries
  where import_id = ${importId} and kind = 'live'`;

/**
 * SQL: details of a film that its name contains. Providers write the year after the name:
 * `Metrópolis (1927)`.
 */
const detailsInName = sql`case
  when e.kind = 'film' and e.name ~ '\\((18[89]|19\\d|20\\d)\\d\\)$'
    then jsonb_build_object('year', substring(e.name from '(\\d{4})\\)$')::int)
  else '{}' end`;

/**
 * Inserts the new streams of a batch and stores their ids in its entries. Later statements find a
 * stream by this id: PostgreSQL has no statistics of a new list and plans a join over sources badly.
 */
export const insertStreamsCte = ({
  listId,
  highest,
  now,
  ...batch
}: Batch & StreamInsert): Sql => sql`
  with said as materialized (${entries(batch)}), numbered as (
    select said.*, case when said.number <> 0 or said.kind <> 'live' then said.number
      else (select greatest(max(number), ${highest}::int) from streams where kind = 'live')
        + row_number() over (partition by said.kind, said.number order by said.position) end as given
    from said where said.verdict = 'new' order by said.position
  ), e as (
    select numbered.*, nextval('streams_id_seq') as new_id from numbered
  ), made as (
    insert into streams (id, list_id, kind, number, name, category_id, icon, epg_channel_id, source, is_adult,
      series_id, season, episode, details, imported, added_at)
    select e.new_id, ${listId}, e.kind, e.given, e.name, e.category_id, e.icon, e.epg_channel_id, e.source, e.is_adult,
      e.series_id, e.season, e.episode, ${detailsInName}, ${importedValues(sql`e.given`)}, ${now}
    from e order by e.position
    on conflict (list_id, md5(source)) where list_id is not null do nothing
    returning series_id
  ), linked as (
    update import_entries x set stream_id = e.new_id from e
    where x.import_id = ${batch.importId} and x.position = e.position
  )
  update series set updated_at = ${now} where id in (select series_id from made)`;

/**
 * Stores the ids of streams in the entries that an earlier release applied without them. The
 * subquery makes PostgreSQL find each stream by the index.
 */
export const linkAppliedEntries = (importId: number, listId: number): Sql => sql`
  update import_entries e set stream_id = (
    select s.id from streams s where s.list_id = ${listId} and md5(s.source) = md5(e.source))
  where e.import_id = ${importId} and e.applied and e.verdict = 'new' and e.source_of is null
    and e.stream_id is null`;

export const hideMissingCte = ({ importId, positions }: Batch, now: Date): Sql => sql`
  update streams set gone_at = ${now}
  where gone_at is null and id in (
    select stream_id from import_entries
    where import_id = ${importId} and position = any(${positions}::int[]) and verdict = 'gone')`;

/**
 * Moves episodes to the category of their series. An admin may have moved the series during the
 * import.
 */
export const updateSeriesCte = (listId: number): Sql => sql`
  update streams s set category_id = x.category_id from series x
  where x.list_id = ${listId} and s.series_id = x.id and s.category_id <> x.category_id`;

export const markAppliedCte = ({ importId, positions }: Batch): Sql => sql`
  update import_entries set applied = true
  where import_id = ${importId} and position = any(${positions}::int[])`;

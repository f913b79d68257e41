/**
 * Calculates the changes of an import in the database, for all entries at once. An entry matches
 * the stream of its list with the same URL. Without such a stream, the entry may be an existing
 * stream with a new source. It then matches a stream that the list no longer contains, by the path
 * without the account, then by name and category. Equal candidates are matched in their order.
 * A field counts as changed if the value of the list is new and nobody edited the field.
 */
import sql, { type Sql } from 'sql-template-tag';

/**
 * Number of entries that one statement compares. Each statement must stay below the time limit,
 * even for a long list.
 */
const COMPARED_AT_ONCE = 25_000;

interface PreviewedList {
  readonly importId: number;
  readonly listId: number;
  /** Number of entries in the list. */
  readonly entries: number;
  readonly joinsChannels: boolean;
}

/** Returns the statements for a list. They run in this order, in one transaction. */
export const previewEntriesSql = ({
  importId,
  listId,
  entries,
  joinsChannels,
}: PreviewedList): Sql[] => [
  // Forbids nested loops. The new rows have no statistics yet, so the planner would choose a nested
  // loop. That would take minutes for a whole list.
  sql`set local enable_nestloop = off`,
  refusingRepeated(importId),
  findingByAddress(importId, listId),
  ...movedKeys.map((keyOf) => findingMoved(importId, listId, keyOf)),
  ...(joinsChannels
    ? [
        findingFurtherSources(importId),
        // Matches again, because the additional sources no longer count. A channel may now match a
        // stream that the list no longer contains.
        ...movedKeys.map((keyOf) => findingMoved(importId, listId, keyOf)),
        comparingFurtherSources(importId, listId),
      ]
    : []),
  addingGone(importId, listId),
  ...Array.from({ length: Math.ceil(entries / COMPARED_AT_ONCE) }, (_, n) =>
    comparing(importId, n * COMPARED_AT_ONCE),
  ),
  sql`update import_entries set verdict = 'new' where import_id = ${importId} and verdict is null`,
];

export const countChanges = (importId: number): Sql => sql`
  select jsonb_build_object(
    'new', count(*) filter (where verdict = 'new'), 'changed', count(*) filter (where verdict = 'changed'),
    'gone', count(*) filter (where verdict = 'gone'), 'same', count(*) filter (where verdict = 'same'),
    'refused', count(*) filter (where verdict = 'refused'))
  from import_entries where import_id = ${importId}`;

const refusingRepeated = (importId: number): Sql => sql`
  update import_entries e set verdict = 'refused', reason = 'O mesmo endereço já aparece antes na lista.'
  from (
    select position, row_number() over (partition by source order by position) as time
    from import_entries where import_id = ${importId} and verdict is null
  ) seen
  where e.import_id = ${importId} and e.position = seen.position and seen.time > 1`;

const findingByAddress = (importId: number, listId: number): Sql => sql`
  update import_entries e set stream_id = s.id
  from streams s
  where e.import_id = ${importId} and e.verdict is null
    and s.list_id = ${listId} and md5(s.source) = md5(e.source) and s.source = e.source`;

/**
 * Makes the entries of one channel additional sources of its first entry. An entry that an earlier
 * import stored as a channel stays a channel.
 */
const findingFurtherSources = (importId: number): Sql => sql`
  update import_entries e set source_of = keyed.first
  from (
    select position, stream_id, first_value(position) over (
      partition by channel_key order by stream_id is null, position) as first
    from import_entries where import_id = ${importId} and verdict is null and channel_key is not null
  ) keyed
  where e.import_id = ${importId} and e.position = keyed.position and keyed.stream_id is null
    and keyed.first <> keyed.position`;

const comparingFurtherSources = (importId: number, listId: number): Sql => sql`
  update import_entries e set reason = 'Outra fonte do mesmo canal.',
    verdict = case when exists (
      select from channel_sources x join streams s on s.id = x.stream_id
      where s.list_id = ${listId} and md5(x.address) = md5(e.source)) then 'same' else 'new' end
  where e.import_id = ${importId} and e.source_of is not null`;

const notInList = (importId: number, listId: number): Sql => sql`
  s.list_id = ${listId} and not exists (
    select from import_entries listed where listed.import_id = ${importId} and listed.stream_id = s.id)`;

/** SQL columns of an entry or a stream for the match. Name and category are those in the list. */
interface MatchColumns {
  readonly source: Sql;
  readonly kind: Sql;
  readonly name: Sql;
  readonly category: Sql;
}

const pathOf = (source: Sql): Sql => sql`regexp_replace(
  split_part(split_part(substring(${source} from '^[Hh][Tt][Tt][Pp][Ss]?://[^/?#]*(.*)$'), '#', 1), '?', 1),
  '^((?:/(?:live|movie|series))?)/[^/]+/[^/]+/([^/]+)$', '\\1/\\2')`;

const hostOf = (source: Sql): Sql =>
  sql`lower(substring(${source} from '^[Hh][Tt][Tt][Pp][Ss]?://(?:[^/?#]*@)?([^/?#]*)'))`;

/**
 * Keys for the match, in this order. On another host, the path is compared only together with the
 * name, because other providers use the same numbers in their paths.
 */
const movedKeys: ((columns: MatchColumns) => Sql)[] = [
  ({ kind, source }) => sql`${kind}, ${hostOf(source)}, ${pathOf(source)}`,
  ({ kind, name, source }) => sql`${kind}, fold(${name}), ${pathOf(source)}`,
  ({ kind, name, category }) => sql`${kind}, fold(${name}), ${category}`,
];

/**
 * Matches entries and streams with the same key in their order. Does nothing for a key that has a
 * different number of entries and streams.
 */
const findingMoved = (
  importId: number,
  listId: number,
  keyOf: (columns: MatchColumns) => Sql,
): Sql => sql`
  update import_entries e set stream_id = left_over.id
  from (
    select position, key, count(*) over (partition by key) as size,
      row_number() over (partition by key order by position) as place
    from (
      select e.position, md5(concat_ws(E'\n', ${keyOf(ofEntry)})) collate "C" as key
      from import_entries e where e.import_id = ${importId} and e.verdict is null and e.stream_id is null
        and e.source_of is null
    ) keyed
  ) unknown
  join (
    select id, key, count(*) over (partition by key) as size, row_number() over (partition by key order by id) as place
    from (
      select s.id, md5(concat_ws(E'\n', ${keyOf(ofStream)})) collate "C" as key
      from streams s where ${notInList(importId, listId)}
    ) keyed
  ) left_over using (key, size, place)
  where e.import_id = ${importId} and e.position = unknown.position`;

const ofEntry: MatchColumns = {
  source: sql`e.source`,
  kind: sql`e.kind`,
  name: sql`e.name`,
  category: sql`e.category`,
};
const ofStream: MatchColumns = {
  source: sql`s.source`,
  kind: sql`s.kind`,
  name: sql`s.imported->>'name'`,
  category: sql`s.imported->>'category'`,
};

const addingGone = (importId: number, listId: number): Sql => sql`
  insert into import_entries (import_id, position, kind, name, category, source, verdict, stream_id)
  select ${importId}, last.position + row_number() over (order by s.kind, s.number, s.id), s.kind, s.name, c.name, '',
    'gone', s.id
  from streams s
  join categories c on c.id = s.category_id
  cross join (select max(position) as position from import_entries where import_id = ${importId}) last
  where s.gone_at is null and ${notInList(importId, listId)}`;

/** SQL condition: the list contains a new value, and nobody edited the current value. */
const follows = (incoming: Sql, before: Sql, current: Sql): Sql =>
  sql`${incoming} is distinct from ${before} and ${current} is not distinct from ${before}`;

/**
 * SQL: the masked URL, or null if it equals the other URL. Masking is slow, so equal URLs are not
 * masked.
 */
const shownIf = (address: Sql, other: Sql): Sql =>
  sql`case when ${address} <> ${other} then source_shown(${address}) end`;

/**
 * SQL: the source without its request headers. `headersOf` selects the headers, which are stored
 * after the URL.
 */
const addressOf = (source: Sql): Sql => sql`split_part(${source}, '#|', 1)`;
const headersOf = (source: Sql): Sql => sql`split_part(${source}, '#|', 2)`;

const kindInWords = (kind: Sql): Sql =>
  sql`case ${kind} when 'live' then 'Canal' when 'film' then 'Filme' else 'Episódio' end`;
const yesOrNo = (value: Sql): Sql => sql`case when ${value} then 'Sim' else 'Não' end`;

const wasName = sql`s.imported->>'name'`;
const wasCategory = sql`s.imported->>'category'`;
const wasIcon = sql`s.imported->>'icon'`;
const wasEpg = sql`s.imported->>'epg'`;
const wasNumber = sql`(s.imported->>'number')::int`;
const wasAdult = sql`(s.imported->>'adult')::boolean`;
const wasInCategory = sql`(e.kind = 'episode' or s.category_id = (s.imported->>'category_id')::bigint)`;

/** Compares one range of entries with their streams. Positions begin with 1. */
const comparing = (importId: number, after: number): Sql => sql`
  update import_entries e set changes = compared.changes,
    verdict = case when compared.changes = '[]' then 'same' else 'changed' end
  from (
    select e.position, coalesce(
      jsonb_agg(jsonb_build_object('field', c.field, 'before', coalesce(c.before, ''), 'after', coalesce(c.after, ''))
        order by c.place) filter (where c.differs), '[]') as changes
    from import_entries e
    join streams s on s.id = e.stream_id
    join categories now_in on now_in.id = s.category_id
    left join categories said on said.imported_name = e.category
      and said.kind = case e.kind when 'episode' then 'series' else e.kind end
    cross join lateral (values
      (1, 'Situação', 'Fora da lista', 'Na lista', s.gone_at is not null),
      (2, 'Tipo', ${kindInWords(sql`s.kind`)}, ${kindInWords(sql`e.kind`)}, s.kind <> e.kind),
      (3, 'Nome', s.name, e.name, ${follows(sql`e.name`, wasName, sql`s.name`)}),
      (4, 'Categoria', now_in.name, coalesce(said.name, e.category), e.category <> ${wasCategory} and ${wasInCategory}),
      (5, 'Série', s.imported->>'series', e.series_name,
        s.kind = 'episode' and fold(e.series_name) is distinct from fold(s.imported->>'series')),
      (6, 'Temporada', s.season::text, e.season::text, s.season is distinct from e.season),
      (7, 'Episódio', s.episode::text, e.episode::text, s.episode is distinct from e.episode),
      (8, 'Imagem', ${shownIf(sql`s.icon`, sql`e.icon`)}, ${shownIf(sql`e.icon`, sql`s.icon`)}, ${follows(sql`e.icon`, wasIcon, sql`s.icon`)}),
      (9, 'Canal no guia', s.epg_channel_id, e.epg_channel_id,
        ${follows(sql`e.epg_channel_id`, wasEpg, sql`s.epg_channel_id`)}),
      (10, 'Número', s.number::text, e.number::text,
        e.number <> 0 and ${follows(sql`e.number`, wasNumber, sql`s.number`)}),
      (11, 'Adulto', ${yesOrNo(sql`s.is_adult`)}, ${yesOrNo(sql`e.is_adult`)},
        ${follows(sql`e.is_adult`, wasAdult, sql`s.is_adult`)}),
      (12, 'Origem', ${shownIf(sql`s.source`, sql`e.source`)}, ${shownIf(sql`e.source`, sql`s.source`)},
        ${addressOf(sql`s.source`)} <> ${addressOf(sql`e.source`)}),
      (13, 'Cabeçalhos da origem', ${headersOf(sql`s.source`)}, ${headersOf(sql`e.source`)},
        ${headersOf(sql`s.source`)} <> ${headersOf(sql`e.source`)})
    ) c (place, field, before, after, differs)
    where e.import_id = ${importId} and e.verdict is null
      and e.position > ${after} and e.position <= ${after + COMPARED_AT_ONCE}
    group by e.position
  ) compared
  where e.import_id = ${importId} and e.position = compared.position`;

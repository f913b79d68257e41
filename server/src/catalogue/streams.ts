/** Lists and edits channels, films and episodes for an admin. Imports do not overwrite the edits. */
import type { ArchiveState } from '@ramal/contract/catalogue/archive';
import type {
  CatalogueStream,
  editStream as editing,
  listStreams as listing,
  streamFilters,
} from '@ramal/contract/catalogue/catalogue';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import { wireName } from '@ramal/contract/api/wire-names';
import sql, { type Sql, join, raw } from 'sql-template-tag';
import { recordEvent } from '../events/events.ts';
import { unixSeconds } from '../foundation/clock.ts';
import type { Reader, Tx } from '../foundation/database.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Call } from '../foundation/http/bind.ts';
import { boundedTotal, toPageAnswer, limitOffset } from '../foundation/pages.ts';
import { containsFolded } from '../foundation/like.ts';
import { archiveProblems, archiveState } from './archive/archive.sql.ts';

type ListStreamsQuery = Call<typeof listing>['query'];

const hasGuide = (now: Date): Sql => sql`exists (
  select from programmes p where p.channel = lower(s.epg_channel_id) and p.ends_at > ${now})`;

/**
 * SQL column: state of the source. A source without an http address is part of the product and
 * always available.
 */
const sourceState = sql`case when s.source_problem <> '' then 'problem'
  when s.source_checked_at is not null or s.source !~* '^https?:' then 'ok' else 'unknown' end`;

const stateConditions: Record<(typeof streamFilters)[number], (now: Date) => Sql> = {
  problem: () => sql`s.source_problem <> ''`,
  ok: () => sql`${sourceState} = 'ok'`,
  unknown: () => sql`${sourceState} = 'unknown'`,
  hidden: () => sql`s.hidden_at is not null`,
  gone: () => sql`s.gone_at is not null`,
  'without-guide': (now) => sql`not ${hasGuide(now)}`,
  'archive-problem': (now) => sql`exists (select from channel_archives a where a.stream_id = s.id
    and ${archiveState(now)} = any(${archiveProblems}::text[]))`,
};

const conditions = (query: ListStreamsQuery, now: Date): Sql =>
  join(
    [
      sql`s.kind = ${query.kind}`,
      ...(query.category ? [sql`s.category_id = ${query.category}`] : []),
      ...(query.list ? [sql`s.list_id = ${query.list}`] : []),
      ...(query.series ? [sql`s.series_id = ${query.series}`] : []),
      ...(query.state ? [stateConditions[query.state](now)] : []),
      ...(query.search ? [sql`s.search like ${containsFolded(query.search)}`] : []),
    ],
    ' and ',
  );

/**
 * Sort keys without an index. A catalogue is small enough to be sorted for each request. Empty
 * values come last.
 */
const sortKeys: Partial<Record<ListStreamsQuery['sort'], (now: Date) => Sql>> = {
  category: () => sql`(select fold(c.name) from categories c where c.id = s.category_id)`,
  guide: (now) => sql`(select nullif(count(*), 0) from programmes p
    where p.channel = lower(s.epg_channel_id) and p.ends_at > ${now})`,
  year: () => sql`s.details->'year'`,
  source: () => sourceState,
  archive: () =>
    sql`(select nullif(a.offered_days, 0) from channel_archives a where a.stream_id = s.id)`,
  list: () => sql`(select fold(l.name) from source_lists l where l.id = s.list_id)`,
};

/**
 * Returns the terms of `order by`. `backwards` reverses them, to read a page near the end. Sorts
 * the episodes of a series by season and episode.
 */
function ordering(
  { sort, dir, kind, series }: ListStreamsQuery,
  backwards: boolean,
  now: Date,
): Sql {
  const direction = (dir === 'desc') === backwards ? 'asc' : 'desc';
  const key = sortKeys[sort]?.(now);
  if (key)
    return sql`${key} ${raw(`${direction} nulls ${backwards ? 'first' : 'last'}`)}, s.id ${raw(direction)}`;
  if (sort === 'name') return raw(`s.search ${direction}, s.id ${direction}`);
  if (kind === 'episode' && series !== undefined) {
    return raw(`s.season ${direction}, s.episode ${direction}, s.id ${direction}`);
  }
  return raw(`s.number ${direction}, s.id ${direction}`);
}

export async function listStreams(
  { db, clock }: AppContext,
  { query }: Call<typeof listing>,
): Promise<HandlerResult<typeof listing>> {
  const where = conditions(query, clock.now());
  const total = await boundedTotal(db, sql`select from streams s where ${where}`);
  const { limit, offset, fromEnd } = limitOffset(query, total);
  const ids = sql`array(
    select s.id from streams s where ${where} order by ${ordering(query, fromEnd, clock.now())} limit ${limit} offset ${offset})`;
  const rows = await selectStreams(
    db,
    sql`s.id = any(${ids})`,
    ordering(query, false, clock.now()),
    clock.now(),
  );
  return toPageAnswer(query, total, rows);
}

async function selectStreams(
  reader: Reader,
  where: Sql,
  order: Sql,
  now: Date,
): Promise<CatalogueStream[]> {
  const rows = await reader.many<
    Omit<CatalogueStream, 'sourceCheckedAtTimestamp' | 'archive'> &
      ArchiveColumns & { checkedAt: Date | null }
  >(sql`
    select s.id, s.kind, s.number, s.name, s.icon, s.category_id, c.name as category_name,
      coalesce(s.epg_channel_id, '') as epg_channel_id,
      (select count(*) from programmes p
        where p.channel = lower(s.epg_channel_id) and p.ends_at > ${now}) as programmes,
      s.is_adult, s.hidden_at is not null as hidden, s.gone_at is not null as gone,
      coalesce(l.name, '') as list_name,
      ${sourceState} as source_state,
      s.source_problem, s.source_checked_at as checked_at, s.details, s.series_id, s.season, s.episode,
      ${archiveState(now)} as archive_state, coalesce(a.offered_days, 0) as archive_days,
      coalesce(a.promised_days, 0) as promised_days, a.answered_days, a.proved_at
    from streams s join categories c on c.id = s.category_id left join source_lists l on l.id = s.list_id
      left join channel_archives a on a.stream_id = s.id
    where ${where} order by ${order}`);
  return rows.map(
    ({
      checkedAt,
      archiveState: state,
      archiveDays,
      promisedDays,
      answeredDays,
      provedAt,
      ...row
    }) => ({
      ...row,
      sourceCheckedAtTimestamp: checkedAt && unixSeconds(checkedAt),
      archive:
        row.kind === 'live'
          ? {
              state,
              days: archiveDays,
              promisedDays,
              answeredDays,
              provedAtTimestamp: provedAt && unixSeconds(provedAt),
            }
          : null,
    }),
  );
}

interface ArchiveColumns {
  readonly archiveState: ArchiveState;
  readonly archiveDays: number;
  readonly promisedDays: number;
  readonly answeredDays: number | null;
  readonly provedAt: Date | null;
}

interface Editable {
  readonly id: number;
  readonly kind: 'live' | 'film' | 'episode';
  readonly name: string;
  readonly number: number;
  readonly icon: string;
  readonly categoryId: number;
  readonly epgChannelId: string | null;
  readonly isAdult: boolean;
  readonly hidden: boolean;
  readonly details: Record<string, unknown>;
}

export async function editStream(
  { db, clock }: AppContext,
  { params, body, actor, requestMeta }: Call<typeof editing>,
): Promise<HandlerResult<typeof editing>> {
  const now = clock.now();
  return db.tx(async (tx) => {
    const before =
      (await tx.first<Editable>(sql`
        select id, kind, name, number, icon, category_id, epg_channel_id, is_adult,
          hidden_at is not null as hidden, details
        from streams where id = ${params.id} for update`)) ?? refuse('stream_not_found');
    if (body.categoryId !== undefined) await checkCategory(tx, before, body.categoryId);
    const after: Editable = { ...before, ...toChanges(body) };
    await tx.run(sql`
      update streams set name = ${after.name}, number = ${after.number}, icon = ${after.icon},
        category_id = ${after.categoryId}, epg_channel_id = ${after.epgChannelId}, is_adult = ${after.isAdult},
        details = ${JSON.stringify(after.details)}::jsonb,
        hidden_at = case when ${after.hidden} then coalesce(hidden_at, ${now}) end
      where id = ${before.id}`);
    const changed = changedFields(before, after);
    await recordEvent(tx, requestMeta, {
      kind: 'stream-edited',
      actorId: actor.id,
      before: { stream: before.id, ...changed.before },
      after: changed.after,
    });
    const [row] = await selectStreams(tx, sql`s.id = ${before.id}`, sql`s.id`, now);
    return { ...row!, message: 'Alterações salvas com sucesso' };
  });
}

/**
 * Converts a request to changes. Null clears a field. Details in the request replace all stored
 * details.
 */
function toChanges(body: Call<typeof editing>['body']): Partial<Editable> {
  const { icon, ...rest } = body;
  const changes = Object.entries(rest).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(changes), ...(icon === undefined ? {} : { icon: icon ?? '' }) };
}

async function checkCategory(tx: Tx, { kind, categoryId }: Editable, input: number): Promise<void> {
  if (input === categoryId) return;
  if (kind === 'episode') {
    refuse('invalid_fields', {
      fields: { categoryId: 'A categoria de um episódio é a da série dele.' },
    });
  }
  if (!(await tx.first(sql`select from categories where id = ${input} and kind = ${kind}`))) {
    refuse('category_not_found', { fields: { categoryId: 'Escolha uma categoria deste tipo.' } });
  }
}

/**
 * Returns the changed fields of a row with their old and new values, for the event. For an image,
 * returns only whether there is one, because its URL may contain secrets.
 */
export function changedFields<T extends object>(before: T, after: T) {
  const changed = (Object.keys(before) as (keyof T)[]).filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  );
  const changesOf = (row: T) =>
    Object.fromEntries(
      changed.map((key) => [wireName(String(key)), key === 'icon' ? row[key] !== '' : row[key]]),
    );
  return { before: changesOf(before), after: changesOf(after) };
}

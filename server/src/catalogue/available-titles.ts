/**
 * Lists the films and series that customers find in their apps, in pages, the newest first. Adult
 * titles are omitted, because resellers show this screen to customers. Titles from the first import
 * of a list do not count as news. Source: S-MOVIES.
 */
import {
  NEWS_DAYS,
  TITLES_A_PAGE,
  type getAvailableMovies as declaration,
} from '@ramal/contract/catalogue/available-titles';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { DAY_MS } from '@ramal/contract/rules/durations';
import sql, { type Sql, empty } from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import type { Reader } from '../foundation/database.ts';
import type { Call } from '../foundation/http/bind.ts';
import { containsWords } from '../foundation/like.ts';
import { boundedTotal, limitOffset } from '../foundation/pages.ts';

type Answer = HandlerResult<typeof declaration>;

interface TitleFilters {
  readonly page: number;
  readonly search: string | undefined;
  readonly onlyNews: boolean;
  readonly since: Date;
}

export async function listAvailableTitles(
  { db, clock }: AppContext,
  { query }: Pick<Call<typeof declaration>, 'query'>,
): Promise<Answer> {
  const filters: TitleFilters = {
    page: query.page,
    search: query.search,
    onlyNews: query.news,
    since: new Date(clock.now().getTime() - NEWS_DAYS * DAY_MS),
  };
  const [films, series] = await Promise.all([
    pageOfKind(db, filters, film),
    pageOfKind(db, filters, serial),
  ]);
  return {
    movies: films.rows as Answer['movies'],
    series: series.rows as Answer['series'],
    totals: { movies: films.total, series: series.total },
    currentPage: query.page,
    perPage: TITLES_A_PAGE,
  };
}

/** SQL for films or for series. `t` is the table of the titles. */
interface TitleKind {
  readonly table: Sql;
  readonly isShown: Sql;
  /** Time of the last addition to the title. */
  readonly changedAt: Sql;
  /** SQL columns of this kind in addition to the common ones. */
  readonly more: (since: Date) => Sql;
}

const film: TitleKind = {
  table: sql`streams`,
  isShown: sql`t.kind = 'film' and t.hidden_at is null and t.gone_at is null and not t.is_adult`,
  changedAt: sql`t.added_at`,
  more: (since) => sql`case when ${isNews(sql`t.added_at`, since)} then 'novo' end as news`,
};

const episodes = (where: Sql): Sql =>
  sql`from streams e where e.series_id = t.id and e.hidden_at is null and e.gone_at is null and ${where}`;

const serial: TitleKind = {
  table: sql`series`,
  isShown: sql`not t.is_adult and exists (select ${episodes(sql`true`)})`,
  changedAt: sql`t.updated_at`,
  more: (since) => {
    const fresh = isNews(sql`e.added_at`, since);
    return sql`(select count(distinct e.season) ${episodes(sql`true`)})::int as seasons,
      case when ${isNews(sql`t.added_at`, since)} then 'nova' else (
        select case when min(e.season) > (select coalesce(max(e.season), 0) ${episodes(sql`not (${fresh})`)})
          then format('temp. %s', max(e.season)) else format('%s ep.', count(*)) end
        ${episodes(fresh)} having count(*) > 0
      ) end as news`;
  },
};

/**
 * SQL condition: the title was added since this time. The first import of its list does not count.
 */
const isNews = (at: Sql, since: Date): Sql => sql`(${at} >= ${since}
  and (t.list_id is null
    or ${at} > coalesce((select min(i.applied_at) from imports i where i.list_id = t.list_id), 'infinity')))`;

async function pageOfKind(reader: Reader, filters: TitleFilters, kind: TitleKind) {
  const { search, since } = filters;
  const isNew = isNews(kind.changedAt, since);
  const condition = sql`${kind.isShown} ${search ? sql`and ${containsWords(sql`t.search`, search)}` : empty}`;
  const [all, news] = await Promise.all([
    boundedTotal(reader, sql`select from ${kind.table} t where ${condition}`),
    boundedTotal(reader, sql`select from ${kind.table} t where ${condition} and ${isNew}`),
  ]);
  const shown = filters.onlyNews ? news : all;
  const { limit, offset, fromEnd } = limitOffset(
    { page: filters.page, perPage: TITLES_A_PAGE },
    shown,
  );
  const order = (backwards: boolean): Sql =>
    backwards ? sql`${kind.changedAt}, t.id` : sql`${kind.changedAt} desc, t.id desc`;
  const rows = await reader.many(sql`
    select t.id, t.name, nullif(t.icon, '') as thumb, nullif(split_part(t.details->>'genre', ',', 1), '') as genre,
      (t.details->>'year')::int as year, ${kind.more(since)}
    from ${kind.table} t where t.id = any(array(
      select t.id from ${kind.table} t where ${condition} ${filters.onlyNews ? sql`and ${isNew}` : empty}
      order by ${order(fromEnd)} limit ${limit} offset ${offset}))
    order by ${order(false)}`);
  return { rows, total: { all: all.total, exact: all.exact, news: news.total } };
}

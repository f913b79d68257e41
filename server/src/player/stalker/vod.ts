/**
 * Films and series in the rows of the box portal. A series is a list of seasons, and each season
 * contains the numbers of its episodes.
 */
import { unixSeconds } from '../../foundation/clock.ts';
import { DAY_MS } from '@ramal/contract/rules/durations';
import {
  type Category,
  type Details,
  type ListedSeries,
  type ListedStream,
  selectCategories,
  selectEpisodes,
  oneSeries,
} from '../lists/listed.sql.ts';
import { clockText } from '../wire-times.ts';
import type { ListDependencies } from './channel-rows.ts';
import { toPortalPage } from './pages.ts';
import type { PortalBox } from './portal-boxes.sql.ts';
import { type PortalRequest, parseId } from './portal-request.ts';
import {
  type VodFilter,
  type VodOrder,
  filmIds,
  filmsById,
  seriesById,
  seriesIds,
} from './vod.sql.ts';

export type VodKind = 'film' | 'series';

const every = { id: '*', title: 'Todos', alias: '*', censored: 0 };

export const vodCategories = ({ ctx, lists }: ListDependencies, box: PortalBox, kind: VodKind) =>
  lists.get(box, `portal-categories-${kind}`, async () => {
    const rows = await ctx.db.many<Category>(selectCategories(kind, box.bouquetIds), 'prepared');
    const named = rows.map(({ id, name }) => ({
      id: String(id),
      title: name,
      alias: name,
      censored: 0,
    }));
    return { value: [every, ...named], bytes: 200 * (named.length + 1) };
  });

const orders: Readonly<Record<string, VodOrder>> = {
  name: 'name',
  rating: 'rating',
  top: 'rating',
};

const filterOf = ({ field }: PortalRequest): VodFilter => ({
  categoryId: parseId(field('category')) || null,
  search: field('search').slice(0, 100),
  order: orders[field('sortby')] ?? 'added',
});

const BYTES_AN_ID = 16;

/**
 * Returns the ids of a list in its order. Lists without a search text are cached for all lines that
 * share them.
 */
async function idsOf(
  { ctx, lists }: ListDependencies,
  portal: PortalRequest,
  box: PortalBox,
  kind: VodKind,
) {
  const filter = filterOf(portal);
  const read = async () => {
    const query = kind === 'film' ? filmIds : seriesIds;
    const rows = await ctx.db.many<{ id: number }>(query(box.bouquetIds, filter));
    const value = rows.map(({ id }) => id);
    return { value, bytes: BYTES_AN_ID * (value.length + 8) };
  };
  if (filter.search !== '') return (await read()).value;
  const key = `portal-${kind}-ids ${filter.categoryId ?? ''} ${filter.order}`;
  return lists.get(box, key, read);
}

async function pageOfIds(
  dependencies: ListDependencies,
  portal: PortalRequest,
  box: PortalBox,
  kind: VodKind,
) {
  const ids = await idsOf(dependencies, portal, box, kind);
  const favourites = new Set(kind === 'film' ? box.favourites : box.favouriteSeries);
  const wanted = portal.field('fav') === '1' ? ids.filter((id) => favourites.has(id)) : ids;
  return { page: toPortalPage(wanted, portal.field('p') || '1'), favourites };
}

/** Returns the age of a title as text, under the name that the page of a box reads. */
function addedSince(addedAt: Date, now: Date): Record<string, string> {
  const days = Math.floor((now.getTime() - addedAt.getTime()) / DAY_MS);
  if (days < 1) return { today: 'hoje' };
  return days < 2 ? { yesterday: 'ontem' } : { week_and_more: 'antes' };
}

interface VodTitle {
  readonly id: number;
  readonly name: string;
  readonly icon: string;
  readonly categoryId: number;
  readonly details: Details;
  readonly addedAt: Date;
}

const describe = ({ id, name, icon, categoryId, details, addedAt }: VodTitle, now: Date) => ({
  id: String(id),
  name,
  o_name: name,
  description: details.plot ?? '',
  pic: icon,
  time: String(Math.round((details.duration_seconds ?? 0) / 60)),
  censored: 0,
  category_id: String(categoryId),
  director: details.director ?? '',
  actors: details.cast ?? '',
  year: details.year === undefined ? '' : String(details.year),
  added: clockText(addedAt),
  added_timestamp: unixSeconds(addedAt),
  hd: 0,
  rating_imdb: String(details.rating ?? ''),
  rating_kinopoisk: '',
  screenshot_uri: icon,
  genres_str: details.genre ?? '',
  status: 1,
  for_rent: 0,
  low_quality: 0,
  lock: 0,
  path: '',
  protocol: 'http',
  rtsp_url: '',
  ...addedSince(addedAt, now),
});

export async function orderedFilms(
  dependencies: ListDependencies,
  portal: PortalRequest,
  box: PortalBox,
) {
  const { ctx } = dependencies;
  const movie = parseId(portal.field('movie_id'));
  const { page, favourites } = await pageOfIds(dependencies, portal, box, 'film');
  const wanted = movie === undefined ? page.data : await soldFilm(dependencies, portal, box, movie);
  const films = await ctx.db.many<ListedStream>(filmsById(wanted), 'prepared');
  const data = films.map((film) => ({
    ...describe(film, ctx.clock.now()),
    censored: film.isAdult ? 1 : 0,
    cmd: `/media/${film.id}.mpg`,
    has_files: 1,
    series: [],
    is_series: 0,
    fav: favourites.has(film.id) ? 1 : 0,
  }));
  return movie === undefined ? { ...page, data } : { ...toPortalPage(data, '1'), data };
}

async function soldFilm(
  dependencies: ListDependencies,
  portal: PortalRequest,
  box: PortalBox,
  id: number,
) {
  const field = () => '';
  const ids = await idsOf(dependencies, { ...portal, field }, box, 'film');
  return ids.includes(id) ? [id] : [];
}

export async function orderedSeries(
  dependencies: ListDependencies,
  portal: PortalRequest,
  box: PortalBox,
) {
  const { ctx } = dependencies;
  const series = parseId(portal.field('movie_id').split('_')[0] ?? '');
  if (series) return seasonsOf(dependencies, box, series);
  const { page, favourites } = await pageOfIds(dependencies, portal, box, 'series');
  const rows = await ctx.db.many<ListedSeries>(seriesById(page.data), 'prepared');
  const data = rows.map((row) => ({
    ...describe({ ...row, addedAt: row.updatedAt }, ctx.clock.now()),
    cmd: '',
    has_files: 0,
    series: [],
    is_series: 1,
    fav: favourites.has(row.id) ? 1 : 0,
  }));
  return { ...page, data };
}

async function seasonsOf({ ctx }: ListDependencies, box: PortalBox, seriesId: number) {
  const series = await ctx.db.first<ListedSeries>(oneSeries(box.bouquetIds, seriesId), 'prepared');
  if (!series) return toPortalPage([], '1');
  const seasons = await episodesBySeason({ ctx }, seriesId);
  const data = [...seasons].map(([season, episodes]) => ({
    ...describe({ ...series, addedAt: series.updatedAt }, ctx.clock.now()),
    id: `${seriesId}_${season}`,
    name: `Temporada ${season}`,
    cmd: `/media/s${seriesId}_${season}.mpg`,
    has_files: 0,
    series: episodes.map(({ number }) => number),
    is_series: 1,
    fav: 0,
  }));
  // Clients request the seasons once and expect all of them.
  return { ...toPortalPage(data, '1', undefined, Math.max(data.length, 1)), max_page_items: 14 };
}

interface NumberedEpisode {
  readonly number: number;
  readonly episode: ListedStream;
}

async function episodesBySeason(
  { ctx }: Pick<ListDependencies, 'ctx'>,
  seriesId: number,
): Promise<ReadonlyMap<number, readonly NumberedEpisode[]>> {
  const rows = await ctx.db.many<ListedStream>(selectEpisodes(seriesId), 'prepared');
  return new Map(
    [...Map.groupBy(rows, ({ season }) => season ?? 1)].map(([season, episodes]) => [
      season,
      episodes.map((episode, place) => ({ number: episode.episode ?? place + 1, episode })),
    ]),
  );
}

/** Finds the title of a command: a film, or an episode by series, season and number. */
export async function findTitle(
  { ctx }: Pick<ListDependencies, 'ctx'>,
  command: string,
  number: string,
): Promise<{ readonly id: number; readonly kind: 'film' | 'episode' } | undefined> {
  const [, series, season] = /\/media\/s(\d{1,15})_(\d{1,6})\.mpg/.exec(command) ?? [];
  if (series === undefined) {
    const id = parseId(/\/media\/(\d{1,15})\.mpg/.exec(command)?.[1] ?? '');
    return id === undefined ? undefined : { id, kind: 'film' };
  }
  const seasons = await episodesBySeason({ ctx }, Number(series));
  const episodes = seasons.get(Number(season)) ?? [];
  const wanted = parseId(number) ?? episodes[0]?.number;
  const match = episodes.find((row) => row.number === wanted);
  return match && { id: match.episode.id, kind: 'episode' };
}

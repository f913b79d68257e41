/** Lists of series for apps, and one series with its seasons and episodes. */
import type { AppContext } from '../../foundation/app-context.ts';
import {
  serializeCategory,
  serializeRating,
  serializeStream,
  releaseYear,
} from './listed-streams.ts';
import {
  type ListedStream,
  type ListedSeries,
  containerExtension,
  selectEpisodes,
  oneSeries,
  selectSeries,
} from './listed.sql.ts';
import type { PlayingLine } from '../player.sql.ts';
import { durationText, unixText } from '../wire-times.ts';

type Sees = Pick<PlayingLine, 'bouquetIds'>;

export async function allSeries(ctx: AppContext, { bouquetIds }: Sees, categoryId: number | null) {
  const rows = await ctx.db.many<ListedSeries>(selectSeries(bouquetIds, categoryId), 'prepared');
  return rows.map((series, index) => ({
    num: index + 1,
    series_id: series.id,
    stream_type: 'series',
    ...described(series),
    ...serializeCategory(series),
  }));
}

/**
 * Returns a series with its seasons and episodes. An unknown series has no name and no episodes.
 */
export async function readSeriesWithEpisodes(ctx: AppContext, { bouquetIds }: Sees, id: number) {
  const series = await ctx.db.first<ListedSeries>(oneSeries(bouquetIds, id), 'prepared');
  if (!series) return { seasons: [], info: { name: null }, episodes: {} };
  const rows = await ctx.db.many<ListedStream>(selectEpisodes(id), 'prepared');
  const seasons = Map.groupBy(rows, (episode) => episode.season ?? 1);
  return {
    seasons: [...seasons].map(([season, episodes]) => seasonOf(series, season, episodes.length)),
    info: { ...described(series), ...serializeCategory(series) },
    episodes: Object.fromEntries(
      [...seasons].map(([season, episodes]) => [
        String(season),
        episodes.map((episode) => episodeOf(episode, season)),
      ]),
    ),
  };
}

const described = (series: ListedSeries) => ({
  name: series.name,
  title: series.name,
  year: releaseYear(series),
  cover: series.icon,
  ...serializeStream(series),
  releaseDate: releaseYear(series),
  last_modified: unixText(series.updatedAt),
  ...serializeRating(series),
  backdrop_path: series.icon ? [series.icon] : [],
});

const seasonOf = (series: ListedSeries, season: number, episodes: number) => ({
  id: season,
  name: `Temporada ${season}`,
  episode_count: episodes,
  overview: '',
  air_date: '',
  cover: series.icon,
  cover_big: series.icon,
  season_number: season,
  vote_average: 0,
});

function episodeOf(episode: ListedStream, season: number) {
  const seconds = episode.details.duration_seconds ?? 0;
  return {
    id: String(episode.id),
    episode_num: episode.episode ?? 0,
    title: episode.name,
    container_extension: containerExtension(episode),
    info: {
      plot: episode.details.plot ?? '',
      movie_image: episode.icon,
      duration_secs: seconds,
      duration: durationText(seconds),
      rating: String(episode.details.rating ?? 0),
      season,
    },
    custom_sid: '',
    added: unixText(episode.addedAt),
    season,
    direct_source: '',
    subtitles: [],
  };
}

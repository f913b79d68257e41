/** Lists of channels and films for apps, and one film with all its details. */
import type { AppContext } from '../../foundation/app-context.ts';
import { type ListedStream, containerExtension, selectFilm, selectStreams } from './listed.sql.ts';
import type { PlayingLine } from '../player.sql.ts';
import { durationText, unixText } from '../wire-times.ts';

type Sees = Pick<PlayingLine, 'bouquetIds'>;

export async function channels(ctx: AppContext, { bouquetIds }: Sees, categoryId: number | null) {
  const rows = await ctx.db.many<ListedStream>(
    selectStreams('live', bouquetIds, categoryId),
    'prepared',
  );
  return rows.map((channel) => ({
    num: channel.number,
    name: channel.name,
    stream_type: 'live',
    stream_id: channel.id,
    stream_icon: channel.icon,
    epg_channel_id: channel.epgChannelId,
    added: unixText(channel.addedAt),
    is_adult: channel.isAdult ? 1 : 0,
    ...serializeCategory(channel),
    custom_sid: '',
    tv_archive: channel.archiveDays > 0 ? 1 : 0,
    direct_source: '',
    tv_archive_duration: channel.archiveDays,
  }));
}

export async function films(ctx: AppContext, { bouquetIds }: Sees, categoryId: number | null) {
  const rows = await ctx.db.many<ListedStream>(
    selectStreams('film', bouquetIds, categoryId),
    'prepared',
  );
  return rows.map((film, index) => ({
    // Films have no channel numbers, so this number is the film's position in the list. Apps sort
    // by this number.
    num: index + 1,
    name: film.name,
    title: film.name,
    year: releaseYear(film),
    stream_type: 'movie',
    stream_id: film.id,
    stream_icon: film.icon,
    ...serializeRating(film),
    added: unixText(film.addedAt),
    is_adult: film.isAdult ? 1 : 0,
    ...serializeStream(film),
    ...serializeCategory(film),
    container_extension: containerExtension(film),
    custom_sid: '',
    direct_source: '',
  }));
}

/**
 * Returns a film. For an unknown film `info` is empty and nothing else is returned, because apps
 * test for exactly that.
 */
export async function readFilm(ctx: AppContext, { bouquetIds }: Sees, id: number) {
  const film = await ctx.db.first<ListedStream>(selectFilm(bouquetIds, id), 'prepared');
  if (!film) return { info: [] };
  const seconds = film.details.duration_seconds ?? 0;
  return {
    info: {
      tmdb_id: 0,
      name: film.name,
      o_name: film.name,
      cover_big: film.icon,
      movie_image: film.icon,
      ...serializeStream(film),
      description: film.details.plot ?? '',
      actors: film.details.cast ?? '',
      releasedate: releaseYear(film),
      age: '',
      country: '',
      backdrop_path: film.icon ? [film.icon] : [],
      duration_secs: seconds,
      duration: durationText(seconds),
      bitrate: 0,
      ...serializeRating(film),
      subtitles: [],
    },
    movie_data: {
      stream_id: film.id,
      name: film.name,
      title: film.name,
      year: releaseYear(film),
      added: unixText(film.addedAt),
      ...serializeCategory(film),
      container_extension: containerExtension(film),
      custom_sid: '',
      direct_source: '',
    },
  };
}

type StreamDetails = Pick<ListedStream, 'details'>;

export const releaseYear = ({ details }: StreamDetails): string =>
  details.year === undefined ? '' : String(details.year);

export const serializeRating = ({ details: { rating = 0 } }: StreamDetails) => ({
  rating: String(rating),
  rating_5based: Math.round(rating * 5) / 10,
});

/** Returns the details that films and series have in common. */
export const serializeStream = (described: StreamDetails) => ({
  plot: described.details.plot ?? '',
  cast: described.details.cast ?? '',
  director: described.details.director ?? '',
  genre: described.details.genre ?? '',
  release_date: releaseYear(described),
  youtube_trailer: '',
  episode_run_time: String(Math.round((described.details.duration_seconds ?? 0) / 60)),
});

export const serializeCategory = ({ categoryId }: Pick<ListedStream, 'categoryId'>) => ({
  category_id: String(categoryId),
  category_ids: [categoryId],
});

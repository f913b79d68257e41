/**
 * Selects the streams and series that a line may see: those enabled in the categories of its
 * bouquets.
 */
import type { CategoryKind, StreamKind } from '@ramal/contract/catalogue/catalogue';
import sql, { type Sql } from 'sql-template-tag';

type Bouquets = readonly number[];

export const onAir = sql`s.hidden_at is null and s.gone_at is null`;

export const isSold = (categoryId: Sql, bouquets: Bouquets): Sql => sql`${categoryId} in (
  select b.category_id from bouquet_categories b where b.bouquet_id = any(${bouquets}::bigint[]))`;

export interface Category {
  readonly id: number;
  readonly name: string;
}

/** Selects the categories that are not empty. Episodes are in the category of their series. */
export const selectCategories = (kind: CategoryKind, bouquets: Bouquets): Sql => sql`
  select c.id, c.name from categories c
  where c.kind = ${kind} and ${isSold(sql`c.id`, bouquets)}
    and exists (select from streams s where s.category_id = c.id and ${onAir})
  order by c.position, c.id`;

/** Details from a playlist or a guide (migration 0008). */
export interface Details {
  readonly plot?: string;
  readonly year?: number;
  readonly genre?: string;
  readonly cast?: string;
  readonly director?: string;
  readonly rating?: number;
  readonly duration_seconds?: number;
}

export interface ListedStream {
  readonly id: number;
  readonly kind: StreamKind;
  readonly number: number;
  readonly name: string;
  readonly categoryId: number;
  readonly categoryName: string;
  readonly icon: string;
  readonly epgChannelId: string | null;
  readonly isAdult: boolean;
  readonly addedAt: Date;
  readonly details: Details;
  /**
   * Last characters of the source's path, with the file extension if there is one; null for a
   * channel.
   */
  readonly pathEnd: string | null;
  /** Days of the archive that players see; 0 without an archive. */
  readonly archiveDays: number;
  readonly season: number | null;
  readonly episode: number | null;
  /**
   * Name of the series; only for an episode that an admin created, whose name does not contain it.
   * Imported episodes keep the provider's name.
   */
  readonly seriesName: string | null;
}

export const listedColumns = sql`s.id, s.kind, s.number, s.name, c.id as category_id, c.name as category_name, s.icon,
  s.epg_channel_id, s.is_adult, s.added_at, s.details,
  case when s.kind <> 'live' then right(split_part(split_part(s.source, '?', 1), '#', 1), 5) end as path_end,
  case when s.kind = 'live'
    then coalesce((select a.offered_days from channel_archives a where a.stream_id = s.id), 0)
    else 0 end as archive_days,
  s.season, s.episode,
  (select x.name from series x where x.id = s.series_id and s.list_id is null) as series_name`;

/** Selects streams in the order of apps. If `categoryId` is null, selects every category. */
export const selectStreams = (
  kind: StreamKind,
  bouquets: Bouquets,
  categoryId: number | null,
): Sql => sql`
  select ${listedColumns}
  from streams s join categories c on c.id = s.category_id
  where s.kind = ${kind} and ${onAir} and ${isSold(sql`s.category_id`, bouquets)}
    and (${categoryId}::bigint is null or s.category_id = ${categoryId})
  order by c.position, c.id, s.series_id, s.season, s.episode, s.number, s.id`;

export const selectFilm = (bouquets: Bouquets, id: number): Sql => sql`
  select ${listedColumns}
  from streams s join categories c on c.id = s.category_id
  where s.id = ${id} and s.kind = 'film' and ${onAir} and ${isSold(sql`s.category_id`, bouquets)}`;

export interface ListedSeries {
  readonly id: number;
  readonly name: string;
  readonly categoryId: number;
  readonly icon: string;
  readonly details: Details;
  readonly updatedAt: Date;
}

export const seriesColumns = sql`x.id, x.name, x.category_id, x.icon, x.details, x.updated_at`;

export const selectSeries = (bouquets: Bouquets, categoryId: number | null): Sql => sql`
  select ${seriesColumns}
  from series x join categories c on c.id = x.category_id
  where ${isSold(sql`x.category_id`, bouquets)} and (${categoryId}::bigint is null or x.category_id = ${categoryId})
    and exists (select from streams s where s.series_id = x.id and ${onAir})
  order by c.position, c.id, x.name, x.id`;

export const oneSeries = (bouquets: Bouquets, id: number): Sql => sql`
  select ${seriesColumns} from series x where x.id = ${id} and ${isSold(sql`x.category_id`, bouquets)}`;

export const selectEpisodes = (seriesId: number): Sql => sql`
  select ${listedColumns}
  from streams s join categories c on c.id = s.category_id
  where s.series_id = ${seriesId} and ${onAir}
  order by s.season, s.episode, s.id`;

/**
 * File extensions that players know. Files with any other extension are sent as mp4, which they may
 * still be.
 */
const containers = new Set([
  'mp4',
  'mkv',
  'avi',
  'ts',
  'mov',
  'webm',
  'm4v',
  'flv',
  'wmv',
  'mpg',
  'mpeg',
  '3gp',
  'm3u8',
]);

/** Returns the file extension to send. The same expression in SQL takes fifteen times as long. */
export function containerExtension({ pathEnd }: Pick<ListedStream, 'pathEnd'>): string {
  const [, extension = ''] = /\.([a-z0-9]+)$/.exec(pathEnd?.toLowerCase() ?? '') ?? [];
  return containers.has(extension) ? extension : 'mp4';
}

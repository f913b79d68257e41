/** Decides if an HLS playlist contains the requested past, or the live stream instead. */
import { isMaster, isWhole, parsePlaylistLines, resolve } from '../upstream/hls-tags.ts';
import type { FetchedPlaylist } from '../upstream/open-source.ts';

/** Requested part of the archive, and the present time, in Unix seconds. */
interface RequestedMoment {
  readonly start: number;
  readonly end: number;
  readonly now: number;
}

/**
 * Tolerance for the first segment. Sources begin at a segment or at a full minute before or after
 * the start.
 */
const TOLERANCE_S = 10 * 60;
/** Tolerance for the length of a running programme's list, because archives lag behind live. */
const LAG_S = 3 * 60;

/**
 * `past`: the playlist contains the requested moment. `live`: it is the live playlist.
 * `other-time`: it begins at another time.
 */
export type PlaylistPeriod = 'past' | 'live' | 'other-time';

/** @param playlist is a media playlist. */
export function classifyPlaylist(
  playlist: FetchedPlaylist,
  requested: RequestedMoment,
): PlaylistPeriod {
  const { start, now } = requested;
  const { firstAt, seconds } = measure(playlist);
  const isClose = firstAt !== undefined && Math.abs(firstAt - start) <= TOLERANCE_S;
  if (firstAt !== undefined && !isClose)
    return isWhole(playlist) && firstAt < now - TOLERANCE_S ? 'other-time' : 'live';
  if (isWhole(playlist)) return 'past';
  // The list still grows. It can be the requested archive only if the programme is still running.
  if (requested.end < now - LAG_S) return 'live';
  const isLong = seconds >= now - start - LAG_S;
  return (isClose || isLong) && seconds > 0 ? 'past' : 'live';
}

function measure(playlist: FetchedPlaylist): { firstAt: number | undefined; seconds: number } {
  let firstAt: number | undefined;
  let seconds = 0;
  let before = 0;
  for (const { tag, text } of parsePlaylistLines(playlist)) {
    if (
      tag === 'EXT-X-PROGRAM-DATE-TIME' &&
      firstAt === undefined &&
      !Number.isNaN(Date.parse(text))
    )
      firstAt = Date.parse(text) / 1000 - before;
    if (tag === 'EXTINF') {
      seconds += Number.parseFloat(text) || 0;
      before = seconds;
    }
  }
  return { firstAt, seconds };
}

/** Returns the first variant of a master playlist; undefined for a media playlist. */
export function firstVariant(playlist: FetchedPlaylist): string | undefined {
  if (!isMaster(playlist)) return undefined;
  let isVariant = false;
  for (const { tag, text } of parsePlaylistLines(playlist)) {
    if (tag === 'EXT-X-STREAM-INF') isVariant = true;
    else if (tag === '' && isVariant) return resolve(text, playlist);
  }
  return undefined;
}

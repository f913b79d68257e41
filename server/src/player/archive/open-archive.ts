/**
 * Opens the archive of a channel at its sources. Sources whose depth covers the moment are tried
 * first, each in every address form. The live stream is never accepted in place of the past.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { ArchiveAddress, ArchiveMoment } from '../../catalogue/catalogue.ts';
import { archiveAddresses } from '../../catalogue/catalogue.ts';
import { findFetchFailureReason } from '../../foundation/fetch-untrusted.ts';
import { type FilmResponse, fetchFilm } from '../upstream/film-answer.ts';
import { type FetchSource, type FetchedPlaylist, openSource } from '../upstream/open-source.ts';
import { classifyPlaylist, firstVariant, type PlaylistPeriod } from './past-playlist.ts';

export interface PlayableSource {
  readonly id: number;
  readonly kind: Parameters<typeof archiveAddresses>[0]['kind'];
  readonly address: string;
  readonly days: number;
  readonly timeZone: string;
  /** True if an admin chose the zone. A proof does not change it then. */
  readonly hasOwnZone: boolean;
  readonly correctionSeconds: number;
  /** Address form that answered in the last proof. */
  readonly form: string;
  readonly differsFromLive: boolean;
}

export interface OpenedPlaylist {
  readonly container: 'm3u8';
  readonly source: PlayableSource;
  readonly address: ArchiveAddress;
  readonly playlist: FetchedPlaylist;
}

export interface OpenedFile {
  readonly container: 'ts';
  readonly source: PlayableSource;
  readonly address: ArchiveAddress;
  /** Response of the source, which the caller must read or close. */
  readonly file: FilmResponse;
}

/** `live`: at least one source sent the live stream. `failed`: no source answered correctly. */
export type ArchiveFailure = 'live' | 'failed';

/** `unreachable`: the server did not answer, so its other addresses are not tried. */
type Attempt =
  | OpenedPlaylist
  | OpenedFile
  | Exclude<PlaylistPeriod, 'past'>
  | 'failed'
  | 'unreachable';

export interface OpenInput {
  readonly sources: readonly PlayableSource[];
  readonly moment: ArchiveMoment;
  /** Container that is tried first. */
  readonly prefers: 'ts' | 'm3u8';
  readonly signal: AbortSignal;
  /** Headers of the player's request, of which the byte range is forwarded. */
  readonly headers?: IncomingHttpHeaders;
  /** Called before each request, so that a proof can be stopped. */
  readonly asked?: () => void;
}

export async function openArchive(
  fetchSource: FetchSource,
  input: OpenInput,
): Promise<OpenedPlaylist | OpenedFile | ArchiveFailure> {
  let failure: ArchiveFailure = 'failed';
  for (const source of inOrder(input)) {
    for (const address of orderedAddresses(source, input)) {
      if (input.signal.aborted) return failure;
      input.asked?.();
      const attempt = await tryAddress(fetchSource, source, address, input);
      if (typeof attempt !== 'string') return attempt;
      if (attempt === 'live') failure = 'live';
      if (attempt === 'unreachable') break;
    }
  }
  return failure;
}

/**
 * Returns the sources whose depth covers the start, in the admin's order, followed by all other
 * sources.
 */
function inOrder({ sources, moment }: OpenInput): PlayableSource[] {
  const age = moment.now - moment.start;
  const covers = ({ days }: PlayableSource): boolean => days * 86_400 >= age;
  return [...sources.filter(covers), ...sources.filter((source) => !covers(source))];
}

/** Orders the addresses: the preferred container first, then the proven form. */
function orderedAddresses(
  source: PlayableSource,
  { moment, prefers }: OpenInput,
): ArchiveAddress[] {
  const rank = ({ form, container }: ArchiveAddress): number =>
    (container === prefers ? 0 : 2) + (source.form !== '' && form !== source.form ? 1 : 0);
  return archiveAddresses(source, moment).toSorted((a, b) => rank(a) - rank(b));
}

async function tryAddress(
  fetchSource: FetchSource,
  source: PlayableSource,
  address: ArchiveAddress,
  input: OpenInput,
): Promise<Attempt> {
  try {
    return address.container === 'ts'
      ? await tryFile(fetchSource, source, address, input)
      : await tryPlaylist(fetchSource, source, address, input);
  } catch (error) {
    const isTimeout = error instanceof DOMException && error.name === 'TimeoutError';
    return isTimeout || findFetchFailureReason(error) ? 'unreachable' : 'failed';
  }
}

const PLAYLIST_TIMEOUT_MS = 12_000;

async function tryPlaylist(
  fetchSource: FetchSource,
  source: PlayableSource,
  address: ArchiveAddress,
  input: OpenInput,
): Promise<Attempt> {
  const ending = AbortSignal.any([AbortSignal.timeout(PLAYLIST_TIMEOUT_MS), input.signal]);
  const opened = await openSource(fetchSource, address.url, ending);
  if (opened.form === 'ts') {
    opened.close();
    return tryFile(fetchSource, source, { ...address, container: 'ts' }, input);
  }
  const variant = firstVariant(opened.playlist);
  const media = variant ? await openSource(fetchSource, variant, ending) : opened;
  if (media.form === 'ts') {
    media.close();
    return 'failed';
  }
  const period = classifyPlaylist(media.playlist, input.moment);
  if (period !== 'past') return period;
  return { container: 'm3u8', source, address, playlist: opened.playlist };
}

/**
 * Accepts a file of known length. A body without an end may be the live stream, so it is accepted
 * only from a source whose proof showed a difference.
 */
async function tryFile(
  fetchSource: FetchSource,
  source: PlayableSource,
  address: ArchiveAddress,
  { headers = {}, signal }: OpenInput,
): Promise<Attempt> {
  const request = { url: address.url, requestHeaders: headers, container: 'ts', signal };
  const file = await fetchFilm(fetchSource, request);
  const hasEnd =
    file.headers['content-length'] !== undefined || file.headers['content-range'] !== undefined;
  if (hasEnd || source.differsFromLive) return { container: 'ts', source, address, file };
  file.close();
  return 'live';
}

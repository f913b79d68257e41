/**
 * Playlists of everything that a line may watch: `get.php` in its variants, and the playlist of
 * SSIPTV. Content that lines with the same bouquets share is built once. Each line's own URL is
 * inserted while its response is being sent.
 */
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { type StreamKind, streamKinds } from '@ramal/contract/catalogue/catalogue';
import type { AppContext } from '../../foundation/app-context.ts';
import { type ListedStream, containerExtension, selectStreams } from './listed.sql.ts';
import type { PlayingLine } from '../player.sql.ts';
import { afterAddress, beforeAddress, bouquetHead, inService, installScript } from './enigma2.ts';
import type { PlaylistCache } from './playlist-cache.ts';

export type PlaylistForm = 'm3u' | 'm3u_plus' | 'ssiptv' | 'enigma2' | 'enigma2-script';
type Container = 'ts' | 'm3u8';

export interface Playlist {
  readonly form: PlaylistForm;
  readonly container: Container;
  readonly kinds: readonly StreamKind[];
}

const kindNames: Record<string, StreamKind> = { live: 'live', movie: 'film', series: 'episode' };

/** Names that other servers use for the lists of Enigma2 receivers. */
const enigmaTypes: Record<string, PlaylistForm> = {
  dreambox: 'enigma2',
  enigma16: 'enigma2',
  gigablue: 'enigma2',
  enigma22_script: 'enigma2-script',
  enigma216_script: 'enigma2-script',
};

/**
 * Selects the playlist. An unknown `type` gets `m3u_plus`, and an unknown `output` gets `ts`. `key`
 * selects the kinds of streams. Without it the playlist contains all kinds.
 */
export function requestedPlaylist(type: string, output: string, key: string): Playlist {
  const named = key.split(',').flatMap((name) => kindNames[name.trim()] ?? []);
  return {
    form: type === 'm3u' ? 'm3u' : (enigmaTypes[type] ?? 'm3u_plus'),
    container: output === 'hls' || output === 'm3u8' ? 'm3u8' : 'ts',
    kinds: key ? streamKinds.filter((kind) => named.includes(kind)) : streamKinds,
  };
}

/**
 * Content shared by all lines with the same bouquets, split at the points where each line's URL is
 * inserted. Each kind has a separate section, because the URLs of kinds differ.
 */
interface Section {
  readonly folder: string;
  readonly entries: number;
  /** Number of marks for the URL of an archive, see `ARCHIVE_MARK`. */
  readonly archives: number;
  /** Number of bytes of the text, see `bytesAsText`. */
  readonly bytes: number;
  /** Pieces of each chunk of the response. The URL is inserted between two pieces. */
  readonly chunks: readonly (readonly string[])[];
}

interface SentList {
  readonly bytes: number;
  readonly body: Readable;
}

interface PlaylistRequest {
  readonly line: PlayingLine;
  readonly baseUrl: string;
  readonly playlist: Playlist;
}

export async function getPlaylist(
  ctx: AppContext,
  lists: PlaylistCache,
  { line, baseUrl, playlist }: PlaylistRequest,
): Promise<SentList> {
  const { form, container, kinds } = playlist;
  const [user, password] = [encodeURIComponent(line.username), encodeURIComponent(line.password)];
  if (form === 'enigma2-script')
    return sentList(
      installScript(
        `${baseUrl}/get.php?username=${user}&password=${password}&type=dreambox&output=${container}`,
      ),
      [],
    );
  const sections = await lists.get(
    line,
    `playlist-${form}-${container}-${kinds.join('-')}`,
    async () => {
      const value = await Promise.all(kinds.map((kind) => sectionOf(ctx, line, kind, playlist)));
      return { value, bytes: value.reduce((sum, section) => sum + weightOf(section), 0) };
    },
  );
  const written = form === 'enigma2' ? inService : (plain: string) => plain;
  const addressed = sections.map((section) => ({
    section,
    address: bytesAsText(written(`${baseUrl}/${section.folder}/${user}/${password}/`)),
    archiveAddress: bytesAsText(`${baseUrl}/timeshift/${user}/${password}/`),
  }));
  if (form === 'enigma2') return sentList(bouquetHead, addressed);
  const guide =
    form !== 'm3u_plus'
      ? ''
      : ` x-tvg-url="${baseUrl}/xmltv.php?username=${user}&password=${password}"`;
  return sentList(`#EXTM3U${guide}\n`, addressed);
}

interface AddressedSection {
  readonly section: Section;
  readonly address: string;
  readonly archiveAddress: string;
}

/**
 * Sends one chunk at a time as the player reads. A slow player therefore occupies the memory of one
 * chunk and not of a list.
 */
function sentList(head: string, sections: readonly AddressedSection[]): SentList {
  const first = Buffer.from(head);
  function* chunks(): Generator<Buffer> {
    yield first;
    for (const { section, address, archiveAddress } of sections)
      for (const pieces of section.chunks) {
        const text = pieces.join(address);
        const whole = section.archives === 0 ? text : text.replaceAll(ARCHIVE_MARK, archiveAddress);
        yield Buffer.from(whole, 'latin1');
      }
  }
  return {
    bytes: sections.reduce(
      (sum, { section, address, archiveAddress }) =>
        sum +
        section.bytes +
        section.entries * address.length +
        section.archives * (archiveAddress.length - ARCHIVE_MARK.length),
      first.length,
    ),
    body: Readable.from(chunks(), { highWaterMark: 1 }),
  };
}

/**
 * Returns the UTF-8 bytes of a text as one character for each byte. Joining such texts and
 * converting them to bytes is twenty times faster than with the text itself.
 */
const bytesAsText = (text: string): string => Buffer.from(text).toString('latin1');

const folders: Record<StreamKind, string> = { live: 'live', film: 'movie', episode: 'series' };

async function sectionOf(
  ctx: AppContext,
  line: PlayingLine,
  kind: StreamKind,
  playlist: Playlist,
): Promise<Section> {
  const rows = await ctx.db.many<ListedStream>(
    selectStreams(kind, line.bouquetIds, null),
    'prepared',
  );
  const chunks: string[][] = [];
  for (let at = 0; at < rows.length; at += ENTRIES_OF_CHUNK) {
    chunks.push(piecesOf(rows.slice(at, at + ENTRIES_OF_CHUNK), playlist));
    await setImmediate();
  }
  const bytes = chunks.reduce((sum, pieces) => sum + charactersOf(pieces), 0);
  const archives = playlist.form === 'm3u_plus' ? rows.filter(hasArchive).length : 0;
  return { folder: folders[kind], entries: rows.length, archives, bytes, chunks };
}

/**
 * Stands for the line's URL of an archive, which is inserted while the list is being sent. No other
 * text of a list contains control characters.
 */
const ARCHIVE_MARK = '\u0001';

const hasArchive = ({ archiveDays }: ListedStream): boolean => archiveDays > 0;

/**
 * Returns the attributes of a channel with an archive. `default` with Unix seconds is the only form
 * that does not depend on the time zone of the device.
 */
function archiveAttributes(row: ListedStream, container: Container): string {
  if (!hasArchive(row)) return '';
  const { archiveDays: days, id } = row;
  const source = `${ARCHIVE_MARK}{duration:60}/{utc}/${id}.${container}`;
  return ` catchup="default" catchup-days="${days}" catchup-source="${source}" timeshift="${days}"`;
}

/** Number of entries in a chunk, which then has about 100 kB. */
const ENTRIES_OF_CHUNK = 500;

function piecesOf(rows: readonly ListedStream[], { form, container }: Playlist): string[] {
  let rest = '';
  const pieces: string[] = [];
  for (const row of rows) {
    const file = `${row.id}.${row.kind === 'live' ? container : containerExtension(row)}`;
    const [before, after] = around(form, container, { ...row, name: nameInList(row) });
    pieces.push(bytesAsText(rest + before));
    rest = file + after;
  }
  return [...pieces, bytesAsText(rest)];
}

function around(
  form: PlaylistForm,
  container: Container,
  entry: ListedStream,
): [before: string, after: string] {
  const name = oneLine(entry.name);
  if (form === 'enigma2' || form === 'enigma2-script') return [beforeAddress(), afterAddress(name)];
  const archive = form === 'm3u_plus' ? archiveAttributes(entry, container) : '';
  return [`#EXTINF:${durationOf(entry)}${attributes[form](entry)}${archive},${name}\n`, '\n'];
}

/**
 * Returns for example `Delegacia do Porto S01E02 Maré baixa`. A list has no seasons, so only the
 * name distinguishes episodes.
 */
function nameInList({ name, seriesName, season, episode }: ListedStream): string {
  if (seriesName === null || /S\d+\s*E\d+/i.test(name)) return name;
  const two = (number: number | null) => String(number ?? 0).padStart(2, '0');
  return `${seriesName} S${two(season)}E${two(episode)} ${name}`;
}

const charactersOf = (pieces: readonly string[]): number =>
  pieces.reduce((sum, piece) => sum + piece.length, 0);

/** Bytes of memory of a text in addition to its characters, including its element in an array. */
const TEXT_BYTES = 24;

const weightOf = ({ bytes, entries, chunks }: Section): number =>
  bytes + (entries + chunks.length) * TEXT_BYTES;

/** Returns the length in seconds, or -1 for a channel and for an unknown length. */
const durationOf = ({ kind, details }: ListedStream): number =>
  (kind !== 'live' && details.duration_seconds) || -1;

/**
 * Returns the mark that tells Kodi that an entry is a film or an episode. Without it Kodi lists the
 * entry as a television channel.
 */
function mediaMark({ kind }: Pick<ListedStream, 'kind'>): string {
  return kind === 'live' ? '' : ' media="true"';
}

const attributes: Record<'m3u' | 'm3u_plus' | 'ssiptv', (row: ListedStream) => string> = {
  m3u: mediaMark,
  m3u_plus: ({ epgChannelId, name, icon, categoryName, kind }) =>
    `${mediaMark({ kind })} tvg-id=${quoted(epgChannelId ?? '')} tvg-name=${quoted(name)} tvg-logo=${quoted(icon)} group-title=${quoted(categoryName)}`,
  ssiptv: ({ name, icon }) => ` tvg-name=${quoted(name)}${icon ? ` tvg-logo=${quoted(icon)}` : ''}`,
};

/** Quotes a text. The format has no escapes, so quotes in the text are replaced. */
const quoted = (text: string): string => `"${oneLine(text).replaceAll('"', "'")}"`;

const oneLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').trim();

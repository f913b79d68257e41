/** Everything that a line may watch as a list: `get.php` in its variants, and the playlist of SSIPTV. */
import { type StreamKind, streamKinds } from '@ramal/contract/catalogue/catalogue';
import type { AppContext } from '../../foundation/app-context.ts';
import { type Listed, containerOf, streamsOf } from './listed.sql.ts';
import type { PlayingLine } from '../player.sql.ts';
import { afterAddress, beforeAddress, bouquetHead, inService, installScript } from './enigma2.ts';
import type { PlaylistCache } from './playlist-cache.ts';

export type PlaylistForm = 'm3u' | 'm3u_plus' | 'ssiptv' | 'enigma2' | 'enigma2-script';
export type Container = 'ts' | 'm3u8';

export interface Playlist {
  readonly form: PlaylistForm;
  readonly container: Container;
  readonly kinds: readonly StreamKind[];
}

const kindNames: Record<string, StreamKind> = { live: 'live', movie: 'film', series: 'episode' };

/** Of receivers with Enigma2, by the names that other servers gave them. */
const enigmaTypes: Record<string, PlaylistForm> = {
  dreambox: 'enigma2',
  enigma16: 'enigma2',
  gigablue: 'enigma2',
  enigma22_script: 'enigma2-script',
  enigma216_script: 'enigma2-script',
};

/** Device types that we do not know get the full form, as `ts` does; `key` names kinds. */
export function requestedPlaylist(type: string, output: string, key: string): Playlist {
  const named = key.split(',').flatMap((name) => kindNames[name.trim()] ?? []);
  return {
    form: type === 'm3u' ? 'm3u' : (enigmaTypes[type] ?? 'm3u_plus'),
    container: output === 'hls' || output === 'm3u8' ? 'm3u8' : 'ts',
    kinds: key ? streamKinds.filter((kind) => named.includes(kind)) : streamKinds,
  };
}

/**
 * The text that all lines with the same bouquets share, split where each line's own URL goes. There is one
 * section for each kind, because their folders differ.
 */
interface Section {
  readonly folder: string;
  readonly pieces: readonly string[];
}

export async function playlistOf(
  ctx: AppContext,
  lists: PlaylistCache,
  line: PlayingLine,
  baseUrl: string,
  playlist: Playlist,
): Promise<string> {
  const { form, container, kinds } = playlist;
  const [user, password] = [encodeURIComponent(line.username), encodeURIComponent(line.password)];
  if (form === 'enigma2-script')
    return installScript(
      `${baseUrl}/get.php?username=${user}&password=${password}&type=dreambox&output=${container}`,
    );
  const sections = await lists.of(
    line,
    `playlist-${form}-${container}-${kinds.join('-')}`,
    async () => {
      const value = await Promise.all(kinds.map((kind) => sectionOf(ctx, line, kind, playlist)));
      return { value, bytes: value.reduce((sum, { pieces }) => sum + weight(pieces), 0) };
    },
  );
  const login = `${user}/${password}/`;
  const addressed = (address: (plain: string) => string) =>
    sections
      .map(({ folder, pieces }) => pieces.join(address(`${baseUrl}/${folder}/${login}`)))
      .join('');
  if (form === 'enigma2') return bouquetHead + addressed(inService);
  const guide =
    form !== 'm3u_plus'
      ? ''
      : ` x-tvg-url="${baseUrl}/xmltv.php?username=${user}&password=${password}"`;
  return `#EXTM3U${guide}\n${addressed((plain) => plain)}`;
}

const folders: Record<StreamKind, string> = { live: 'live', film: 'movie', episode: 'series' };

async function sectionOf(
  ctx: AppContext,
  line: PlayingLine,
  kind: StreamKind,
  playlist: Playlist,
): Promise<Section> {
  const rows = await ctx.db.many<Listed>(streamsOf(kind, line.bouquetIds, null), 'prepared');
  let rest = '';
  const pieces: string[] = [];
  for (const row of rows) {
    const entry = { ...row, name: nameInList(row) };
    const file = `${row.id}.${kind === 'live' ? playlist.container : containerOf(row)}`;
    const [before, after] = around(playlist.form, entry);
    pieces.push(rest + before);
    rest = file + after;
  }
  if (rows.length > 0) pieces.push(rest);
  return { folder: folders[kind], pieces };
}

/** What stands before and after the address of an entry. */
function around(form: PlaylistForm, entry: Listed): [before: string, after: string] {
  const name = oneLine(entry.name);
  if (form === 'enigma2' || form === 'enigma2-script') return [beforeAddress(), afterAddress(name)];
  return [`#EXTINF:-1${attributes[form](entry)},${name}\n`, '\n'];
}

/** `Delegacia do Porto S01E02 Maré baixa`: a list has no seasons, so the name alone tells episodes apart. */
function nameInList({ name, seriesName, season, episode }: Listed): string {
  if (seriesName === null || /S\d+\s*E\d+/i.test(name)) return name;
  const two = (number: number | null) => String(number ?? 0).padStart(2, '0');
  return `${seriesName} S${two(season)}E${two(episode)} ${name}`;
}

const weight = (pieces: readonly string[]): number =>
  pieces.reduce((sum, piece) => sum + piece.length, 0);

const attributes: Record<'m3u' | 'm3u_plus' | 'ssiptv', (row: Listed) => string> = {
  m3u: () => '',
  m3u_plus: ({ epgChannelId, name, icon, categoryName }) =>
    ` tvg-id=${quoted(epgChannelId ?? '')} tvg-name=${quoted(name)} tvg-logo=${quoted(icon)} group-title=${quoted(categoryName)}`,
  ssiptv: ({ name, icon }) => ` tvg-name=${quoted(name)}${icon ? ` tvg-logo=${quoted(icon)}` : ''}`,
};

/** The format has no escapes. */
const quoted = (text: string): string => `"${oneLine(text).replaceAll('"', "'")}"`;

const oneLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').trim();

/** Lists of a line's channels as M3U: `get.php` in its variants, and the one SSIPTV reads. */
import type { Channel, PlayingLine } from './player.sql.ts';

export type PlaylistForm = 'm3u' | 'm3u_plus' | 'ssiptv';
export type Container = 'ts' | 'm3u8';

export interface Playlist {
  readonly form: PlaylistForm;
  readonly container: Container;
}

/** Device types that other panels know and we do not are given the full form, as `ts`. */
export const askedPlaylist = (type: string, output: string): Playlist => ({
  form: type === 'm3u' ? 'm3u' : 'm3u_plus',
  container: output === 'hls' || output === 'm3u8' ? 'm3u8' : 'ts',
});

export function writePlaylist(
  baseUrl: string,
  { username, password }: Pick<PlayingLine, 'username' | 'password'>,
  channels: readonly Channel[],
  { form, container }: Playlist,
): string {
  const live = `${baseUrl}/live/${encodeURIComponent(username)}/${encodeURIComponent(password)}`;
  const entries = channels.map(
    (channel) =>
      `#EXTINF:-1${attributes[form](channel)},${oneLine(channel.name)}\n${live}/${channel.id}.${container}\n`,
  );
  return `#EXTM3U\n${entries.join('')}`;
}

const attributes: Record<PlaylistForm, (channel: Channel) => string> = {
  m3u: () => '',
  m3u_plus: ({ epgChannelId, name, icon, categoryName }) =>
    ` tvg-id=${quoted(epgChannelId ?? '')} tvg-name=${quoted(name)} tvg-logo=${quoted(icon)} group-title=${quoted(categoryName)}`,
  ssiptv: ({ name, icon }) => ` tvg-name=${quoted(name)}${icon ? ` tvg-logo=${quoted(icon)}` : ''}`,
};

/** The form knows no escapes. */
const quoted = (text: string): string => `"${oneLine(text).replaceAll('"', "'")}"`;

const oneLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').trim();

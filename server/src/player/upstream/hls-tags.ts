/** Parses the lines of an HLS playlist (RFC 8216) that the player forwards or reads. */
import { copySourceHeaders } from '../../foundation/untrusted/fetch-source.ts';
import { problem } from './problem.ts';
import type { FetchedPlaylist } from './open-source.ts';

/** Attribute values by name, as written, including quotes. */
export type Attributes = Map<string, string>;

/**
 * The expression begins at a comma. Without this anchor, a line of a million letters would be
 * scanned a million times.
 */
const ATTRIBUTE = /(?:^|,)\s*([A-Z0-9-]+)=("[^"]*"|[^",]*)/g;

export const parseAttributes = (text: string): Attributes =>
  new Map(Array.from(text.matchAll(ATTRIBUTE), ([, name = '', value = '']) => [name, value]));

export const writeAttributes = (attributes: Attributes): string =>
  Array.from(attributes, ([name, value]) => `${name}=${value}`).join(',');

export const unquoted = (value: string): string => value.replace(/^"|"$/g, '');

/**
 * Resolves a URI against the playlist's URL, and keeps its request headers. Throws if the result is
 * not http, because it could not be fetched.
 */
export function resolve(uri: string, { url }: FetchedPlaylist): string {
  const target = URL.canParse(uri, url) ? new URL(uri, url) : undefined;
  if (target?.protocol !== 'http:' && target?.protocol !== 'https:') throw problem('not-http');
  return copySourceHeaders(target.href, url);
}

export interface Line {
  /** Tag, such as `EXTINF`; empty for a URL. */
  readonly tag: string;
  /** Text after the colon, or the URL. */
  readonly text: string;
}

/** Returns the text lines of a playlist without empty ones and comments. */
export function parsePlaylistLines({ text }: FetchedPlaylist): Line[] {
  const lines: Line[] = [];
  for (const raw of text.split(/\r\n|\r|\n/)) {
    const line = raw.trim();
    if (line === '') continue;
    if (!line.startsWith('#')) lines.push({ tag: '', text: line });
    const [, tag, rest = ''] = /^#(EXT[A-Z0-9-]*)(?::(.*))?$/.exec(line) ?? [];
    if (tag) lines.push({ tag, text: rest });
  }
  return lines;
}

export const isMaster = (playlist: FetchedPlaylist): boolean =>
  parsePlaylistLines(playlist).some(({ tag }) => tag === 'EXT-X-STREAM-INF');

/** True if the playlist is complete. It is then a film and not a channel. */
export const isWhole = (playlist: FetchedPlaylist): boolean =>
  parsePlaylistLines(playlist).some(({ tag }) => tag === 'EXT-X-ENDLIST');

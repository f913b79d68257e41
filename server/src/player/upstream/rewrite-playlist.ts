/**
 * Rewrites a source's playlist with our URLs. Only known tags and attributes are included, so that
 * no text that may reveal the source reaches a player.
 */
import { createHash } from 'node:crypto';
import { createFetchFailure } from '../../foundation/fetch-untrusted.ts';
import {
  type Attributes,
  type Line,
  parseAttributes,
  parsePlaylistLines,
  resolve,
  unquoted,
  writeAttributes,
} from './hls-tags.ts';
import type { FetchedPlaylist } from './open-source.ts';
import type { StreamPathKind } from './stream-path.ts';

/** Returns our URL for a URL of the source. */
type Rename = (kind: StreamPathKind, url: string) => string;

/** Kind of the URL in the `URI` attribute, by tag. */
const WITH_ADDRESS: Record<string, StreamPathKind> = {
  'EXT-X-KEY': 'key',
  'EXT-X-SESSION-KEY': 'key',
  'EXT-X-MAP': 'segment',
  'EXT-X-PART': 'segment',
  'EXT-X-PRELOAD-HINT': 'segment',
  'EXT-X-MEDIA': 'playlist',
  'EXT-X-I-FRAME-STREAM-INF': 'playlist',
};

const WITH_ATTRIBUTES = new Set(['EXT-X-STREAM-INF', 'EXT-X-START', 'EXT-X-PART-INF']);

/** Tags that contain only numbers, dates and single words. */
const PLAIN = new Set([
  'EXT-X-VERSION',
  'EXT-X-TARGETDURATION',
  'EXT-X-MEDIA-SEQUENCE',
  'EXT-X-DISCONTINUITY-SEQUENCE',
  'EXT-X-PLAYLIST-TYPE',
  'EXT-X-PROGRAM-DATE-TIME',
  'EXT-X-BYTERANGE',
  'EXT-X-BITRATE',
  'EXT-X-ALLOW-CACHE',
  'EXT-X-ENDLIST',
  'EXT-X-DISCONTINUITY',
  'EXT-X-GAP',
  'EXT-X-INDEPENDENT-SEGMENTS',
  'EXT-X-I-FRAMES-ONLY',
]);
const PLAIN_TEXT = /^[\w.:+@ -]{0,60}$/;

/**
 * Maximum number of URLs, enough for a film of a day. Every URL is sealed for each viewer, and this
 * work blocks the event loop.
 */
export const MAX_URLS = 10_000;

/**
 * Returns the new playlist. Throws ProviderError if the playlist contains a URL that is not http,
 * or too many URLs.
 */
export function rewritePlaylist(playlist: FetchedPlaylist, rename: Rename): string {
  const lines = ['#EXTM3U'];
  let addresses = 0;
  let before = '';
  for (const line of parsePlaylistLines(playlist)) {
    const written = line.tag === '' ? addressOf(line, before) : tagOf(line);
    if (line.tag === 'EXT-X-STREAM-INF' || line.tag === 'EXTINF') before = line.tag;
    if (line.tag === '') before = '';
    if (written !== undefined) lines.push(written);
  }
  return [...lines, ''].join('\n');

  function addressOf({ text }: Line, after: string): string | undefined {
    if (after === '') return undefined;
    return renamed(after === 'EXT-X-STREAM-INF' ? 'playlist' : 'segment', text);
  }

  function renamed(kind: StreamPathKind, uri: string): string {
    addresses += 1;
    if (addresses > MAX_URLS) throw createFetchFailure('too-large');
    return rename(kind, resolve(uri, playlist));
  }

  function tagOf({ tag, text }: Line): string | undefined {
    if (PLAIN.has(tag) && PLAIN_TEXT.test(text)) return text === '' ? `#${tag}` : `#${tag}:${text}`;
    // The title after the comma is text of the source and is removed.
    if (tag === 'EXTINF') return `#EXTINF:${/^[\d.]{1,20}/.exec(text)?.[0] ?? '0'},`;
    if (tag === 'EXT-X-SERVER-CONTROL') return serverControl(parseAttributes(text));
    const kind = WITH_ADDRESS[tag];
    if (!kind && !WITH_ATTRIBUTES.has(tag)) return undefined;
    const attributes = keepSafeAttributes(parseAttributes(text));
    const uri = parseAttributes(text).get('URI');
    if (kind && uri) attributes.set('URI', `"${renamed(kind, unquoted(uri))}"`);
    return `#${tag}:${writeAttributes(attributes)}`;
  }
}

/**
 * Removes the attributes for blocking playlist reloads and partial segments, which this server does
 * not offer.
 */
function serverControl(attributes: Attributes): string | undefined {
  const allowed = [...keepSafeAttributes(attributes)].filter(([name]) =>
    /^(?:PART-)?HOLD-BACK$/.test(name),
  );
  return allowed.length > 0
    ? `#EXT-X-SERVER-CONTROL:${writeAttributes(new Map(allowed))}`
    : undefined;
}

/** Text that may reveal the source and is removed: a host, a path, or anything encoded. */
const REVEALING = /[/:@{\\]|%[0-9a-f]{2}|\w\.[a-z]{2}/i;
const ATTRIBUTE_FORMATS = new Map<string, RegExp>([
  ['BYTERANGE', /^\d{1,15}(?:@\d{1,15})?$/],
  ['CODECS', /^[\w.,-]{0,100}$/],
  ['SUPPLEMENTAL-CODECS', /^[\w.,/-]{0,100}$/],
  ['CHANNELS', /^[\w/,-]{0,20}$/],
]);
/**
 * Attributes whose text is replaced with another name. The same text always gets the same name,
 * because other tags refer to it.
 */
const RENAMED_ATTRIBUTES = new Set([
  'GROUP-ID',
  'NAME',
  'AUDIO',
  'VIDEO',
  'SUBTITLES',
  'CLOSED-CAPTIONS',
]);

function keepSafeAttributes(attributes: Attributes): Attributes {
  const allowed: Attributes = new Map();
  for (const [name, value] of attributes) {
    const text = unquoted(value);
    if (name === 'URI') continue;
    if (ATTRIBUTE_FORMATS.get(name)?.test(text) ?? !REVEALING.test(text)) allowed.set(name, value);
    else if (RENAMED_ATTRIBUTES.has(name)) allowed.set(name, `"${nameFor(text)}"`);
  }
  return allowed;
}

const nameFor = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 8);

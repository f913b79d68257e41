/**
 * Reads the text lines of an M3U list one by one. Accepts the irregularities of real lists:
 * attributes in any order or none, commas and quotes in names, missing text lines. Does not
 * interpret the entries.
 */

import {
  isHeaderName,
  isHeaderValue,
  MAX_HEADERS,
  type SourceHeaders,
} from '@ramal/contract/catalogue/source-headers';

export interface PlaylistItem {
  /** URL of the entry. Empty if the list contains a name without a URL. */
  readonly address: string;
  readonly name: string;
  /** Group from the entry itself or from its `#EXTGRP` tag. */
  readonly group: string;
  /** Values by attribute name in lower case: `tvg-id`, `tvg-logo`, … */
  readonly attributes: ReadonlyMap<string, string>;
  /**
   * Request headers that the source requires. Lists write them in several formats, one for each
   * player.
   */
  readonly headers: SourceHeaders;
  /** Reasons for values of the entry that are not imported. */
  readonly dropped: readonly string[];
}

interface Pending {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly headers: Record<string, string>;
  readonly dropped: string[];
}

interface PlaylistReader {
  /** Reads one text line without its line end. Returns the entries that are complete after it. */
  feed(line: string): PlaylistItem[];
  /** Ends the list. Returns the last entry if it has no URL. */
  end(): PlaylistItem[];
}

export function playlistReader(): PlaylistReader {
  let pending: Pending | undefined;
  /**
   * Archive attributes of the first text line. They apply to every entry without archive attributes
   * of its own.
   */
  let common: ReadonlyMap<string, string> = new Map();
  /** Group from an `#EXTGRP` tag outside an entry. It applies until the next such tag. */
  let lastingGroup = '';
  let entryGroup: string | undefined;
  const finish = (address: string): PlaylistItem[] => {
    if (!pending && !address) return [];
    const { attributes, name, headers, dropped } = pending ?? emptyEntry();
    const item = {
      address,
      name:
        name || attributes.get('tvg-name') || parseFileName(address.slice(0, MAX_INSPECTED_LENGTH)),
      group: attributes.get('group-title') || (entryGroup ?? lastingGroup),
      attributes: common.size === 0 ? attributes : withCommon(attributes, common),
      headers,
      dropped,
    };
    pending = undefined;
    entryGroup = undefined;
    return [item];
  };
  return {
    feed: (raw) => {
      const line = raw.trim();
      if (line === '') return [];
      if (!line.startsWith('#')) {
        const [address = '', ...options] = line.split('|');
        pending ??= emptyEntry();
        readHeaders(options.join('|').split('&'), pending);
        return finish(address.trim());
      }
      if (/^#EXTGRP:/i.test(line)) {
        const group = line.slice('#EXTGRP:'.length).trim();
        if (pending) entryGroup = group;
        else lastingGroup = group;
      }
      if (/^#EXTM3U/i.test(line)) common = archiveAttributesIn(line);
      if (pending) readOptionLine(line, pending);
      if (!/^#EXTINF:/i.test(line)) return [];
      const left = pending ? finish('') : [];
      pending = readExtinf(line.slice('#EXTINF:'.length));
      return left;
    },
    end: () => (pending ? finish('') : []),
  };
}

const ARCHIVE_ATTRIBUTE = /^(?:catchup|timeshift$|tvg-rec$)/;

function archiveAttributesIn(line: string): ReadonlyMap<string, string> {
  const { attributes } = readExtinf(line.replace(/^#EXTM3U/i, ''));
  return new Map([...attributes].filter(([name]) => ARCHIVE_ATTRIBUTE.test(name)));
}

/**
 * Adds the attributes of the list's first text line to an entry. If the entry has its own archive
 * mode, adds only the number of days.
 */
function withCommon(
  attributes: ReadonlyMap<string, string>,
  common: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const hasMode = attributes.has('catchup') || attributes.has('catchup-type');
  const inherited = [...common].filter(
    ([name]) => !hasMode || !/^catchup(?:-type|-source)?$/.test(name),
  );
  return new Map([...inherited, ...attributes]);
}

const emptyEntry = (): Pending => ({ attributes: new Map(), name: '', headers: {}, dropped: [] });
const PLAYER_OPTION = 'opção de player';
const LONG_VALUE = 'valor longo demais';

const HEADERS_BY_OPTION: Readonly<Record<string, string>> = {
  'user-agent': 'user-agent',
  'http-user-agent': 'user-agent',
  referer: 'referer',
  referrer: 'referer',
  'http-referer': 'referer',
  'http-referrer': 'referer',
  'http-origin': 'origin',
  'http-cookie': 'cookie',
  'http-cookies': 'cookie',
};
const STREAM_HEADERS = /^inputstream\.adaptive\.(?:common|manifest|stream)_headers$/i;

/**
 * Reads a text line with one or more options of an entry: `#EXTVLCOPT`, `#KODIPROP` or `#EXTHTTP`.
 */
function readOptionLine(line: string, entry: Pending): void {
  const [, tag = '', text = ''] = /^#(EXTVLCOPT|KODIPROP|EXTHTTP):(.*)$/i.exec(line) ?? [];
  if (tag.toUpperCase() === 'EXTHTTP') return readHeaders(pairsInJson(text), entry);
  const [name = '', ...value] = text.split('=');
  if (STREAM_HEADERS.test(name)) return readHeaders(value.join('=').split('&'), entry);
  return readOptions([text], entry);
}

function pairsInJson(text: string): string[] {
  try {
    const fields = JSON.parse(text) as Record<string, unknown>;
    return Object.entries(fields).map(([name, value]) => `${name}=${String(value)}`);
  } catch {
    return [text];
  }
}

/** Matches options of Kodi's requests that are not HTTP headers. */
const REQUEST_OPTION =
  /^(?:verifypeer|seekable|reconnect.*|active-?remote|customrequest|http-?version)$/;

const readOptions = (pairs: readonly string[], entry: Pending): void =>
  readPairs(pairs, entry, (name) => HEADERS_BY_OPTION[name]);

/** Reads pairs whose names are headers. */
const readHeaders = (pairs: readonly string[], entry: Pending): void =>
  readPairs(
    pairs,
    entry,
    (name) =>
      HEADERS_BY_OPTION[name] ??
      (isHeaderName(name) && !REQUEST_OPTION.test(name) ? name : undefined),
  );

/** Stores the first value of each header. Other options are counted as dropped. */
function readPairs(
  pairs: readonly string[],
  { headers, dropped }: Pending,
  toHeader: (name: string) => string | undefined,
): void {
  for (const pair of pairs) {
    if (pair.trim() === '') continue;
    const [name = '', ...rest] = pair.split('=');
    const header = toHeader(name.trim().toLowerCase());
    const value = decoded(rest.join('=').trim());
    const isRoomLeft =
      header !== undefined && (header in headers || Object.keys(headers).length < MAX_HEADERS);
    if (header !== undefined && isRoomLeft && isHeaderValue(value)) headers[header] ??= value;
    else dropped.push(PLAYER_OPTION);
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const MAX_INSPECTED_LENGTH = 2000;

/** Returns the file name at the end of a URL, for entries without another name. */
export function parseFileName(address: string): string {
  // Splits the URL in steps. One regular expression for the whole URL would backtrack from every
  // letter.
  const [beforeQuery = ''] = address.split(/[?#]/, 1);
  const path = beforeQuery.endsWith('/') ? beforeQuery.slice(0, -1) : beforeQuery;
  const file = path.slice(path.lastIndexOf('/') + 1);
  return decoded(file.replace(/(?<=.)\.\w{2,4}$/s, ''));
}

const KEY = /\s*([\w-]+)\s*=\s*/y;
/** Matches a value without quotes. It ends at a space or a comma. */
const BARE = /[^\s,]*/y;
/**
 * Matches text that is not an attribute. It is skipped as a whole, because scanning it again from
 * each letter would be slow.
 */
const JUNK = /\s+|[^\s,]+/y;
const DURATION = /\s*-?[\d.]*/y;
/**
 * Matches the text that must follow a closing quote. Without this text, a quote is a part of the
 * value.
 */
const AFTER_VALUE = /\s{0,8}(?:,|$|[\w-]{1,40}\s{0,8}=)/y;
const MAX_INNER_QUOTES = 8;
const MAX_VALUE_LENGTH = 2000;

/**
 * Parses `-1 tvg-id="a" group-title="b, c",Name, with commas`. A comma may also precede the
 * attributes.
 */
function readExtinf(text: string): Pending {
  const pending = { ...emptyEntry(), attributes: new Map<string, string>() };
  let at = endOf(DURATION, text, 0);
  while (at < text.length && text[at] !== ',') {
    const end = readAttribute(text, at, pending, false);
    at = end ?? Math.max(endOf(JUNK, text, at), at + 1);
  }
  if (text[at] === ',') {
    for (let end; (end = readAttribute(text, at + 1, pending, true)) !== undefined;)
      at = text[end] === ',' ? end : end - 1;
  }
  const options = [...pending.attributes].filter(([name]) => name in HEADERS_BY_OPTION);
  readOptions(
    options.map((pair) => pair.join('=')),
    pending,
  );
  return { ...pending, name: text.slice(at + 1).trim() };
}

/**
 * Returns the end of the match that begins at the position. Returns the position itself if there is
 * no match.
 */
function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

/**
 * Stores the attribute that begins at `from` and returns the position of its end. Returns undefined
 * if no attribute begins there.
 */
function readAttribute(
  text: string,
  from: number,
  { attributes, dropped }: Omit<Pending, 'attributes'> & { attributes: Map<string, string> },
  isQuotedOnly: boolean,
): number | undefined {
  KEY.lastIndex = from;
  const key = KEY.exec(text)?.[1]?.toLowerCase();
  if (!key) return undefined;
  const start = KEY.lastIndex;
  const quote = text[start] === '"' || text[start] === "'" ? text[start] : undefined;
  const closing = quote && closingQuote(text, start + 1, quote);
  if (isQuotedOnly && !closing) return undefined;
  const end = closing ? closing + 1 : endOf(BARE, text, start);
  const value = closing
    ? text
        .slice(start + 1, closing)
        .replaceAll(`\\${quote}`, quote)
        .trim()
    : text.slice(start, end).replace(/^["']/, '').trim();
  if (value.length > MAX_VALUE_LENGTH) dropped.push(LONG_VALUE);
  else if (!attributes.has(key)) attributes.set(key, value);
  return end;
}

/**
 * Returns the position of the closing quote: the first quote after which the next attribute, the
 * name or the end follows. If there is no such quote, returns the first one.
 */
function closingQuote(text: string, from: number, quote: string): number | undefined {
  let first: number | undefined;
  let at = from - 1;
  for (let count = 0; count < MAX_INNER_QUOTES; count += 1) {
    at = text.indexOf(quote, at + 1);
    if (at < 0) return first;
    first ??= at;
    AFTER_VALUE.lastIndex = at + 1;
    if (text[at - 1] !== '\\' && AFTER_VALUE.test(text)) return at;
  }
  return first;
}

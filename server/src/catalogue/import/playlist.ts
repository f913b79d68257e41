/**
 * Reads an M3U list line by line, as lists really are: attributes in any order or none, commas and quotes
 * in names, missing lines. It does not interpret the entries.
 */

export interface PlaylistItem {
  /** Empty when the list gave a name and no URL. */
  readonly address: string;
  readonly name: string;
  /** From the entry itself, or from the `#EXTGRP` beside it. */
  readonly group: string;
  /** By name in lower case: `tvg-id`, `tvg-logo`, … */
  readonly attributes: ReadonlyMap<string, string>;
}

interface Pending {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
}

export interface PlaylistReader {
  /** Takes one line without its end and returns the entries that it completes. */
  feed(line: string): PlaylistItem[];
  /** Returns an entry that still waits for its URL. */
  end(): PlaylistItem[];
}

export function playlistReader(): PlaylistReader {
  let pending: Pending | undefined;
  let group = '';
  const finish = (address: string): PlaylistItem[] => {
    if (!pending && !address) return [];
    const { attributes, name } = pending ?? { attributes: new Map<string, string>(), name: '' };
    const item = {
      address,
      name: name || attributes.get('tvg-name') || nameIn(address.slice(0, LONGEST_LOOKED_AT)),
      group: attributes.get('group-title') || group,
      attributes,
    };
    pending = undefined;
    group = '';
    return [item];
  };
  return {
    feed: (raw) => {
      const line = raw.trim();
      if (line === '') return [];
      if (!line.startsWith('#')) return finish(withoutOptions(line));
      if (/^#EXTGRP:/i.test(line)) group = line.slice('#EXTGRP:'.length).trim();
      if (!/^#EXTINF:/i.test(line)) return [];
      const left = pending ? finish('') : [];
      pending = readExtinf(line.slice('#EXTINF:'.length));
      return left;
    },
    end: () => (pending ? finish('') : []),
  };
}

/** Some lists put request options for players after a bar: `http://…|user-agent=…`. */
const withoutOptions = (line: string): string => line.replace(/\|.*$/s, '').trim();

const LONGEST_LOOKED_AT = 2000;

/** The file name at the end of a URL, for entries without another name. */
export function nameIn(address: string): string {
  // In steps, because one expression for all of it would backtrack from every letter.
  const [beforeQuery = ''] = address.split(/[?#]/, 1);
  const path = beforeQuery.endsWith('/') ? beforeQuery.slice(0, -1) : beforeQuery;
  const file = path.slice(path.lastIndexOf('/') + 1);
  const last = file.replace(/(?<=.)\.\w{2,4}$/s, '');
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

const ATTRIBUTE = /\s*([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s,]*))/y;
/** Skipped in one step: a line full of it must not be scanned again from each letter. */
const JUNK = /\s+|[^\s,]+/y;
const DURATION = /\s*-?[\d.]*/y;

/** `-1 tvg-id="a" group-title="b, c",Name, with commas` */
function readExtinf(text: string): Pending {
  const attributes = new Map<string, string>();
  DURATION.lastIndex = 0;
  DURATION.exec(text);
  let at = DURATION.lastIndex;
  while (at < text.length && text[at] !== ',') {
    ATTRIBUTE.lastIndex = at;
    const found = ATTRIBUTE.exec(text);
    if (found) {
      const [, key, doubled, single, bare] = found;
      const value = (doubled ?? single ?? bare ?? '').replace(/^["']/, '').trim();
      if (!attributes.has(key!.toLowerCase())) attributes.set(key!.toLowerCase(), value);
    } else JUNK.lastIndex = at;
    at = found ? ATTRIBUTE.lastIndex : JUNK.test(text) ? JUNK.lastIndex : at + 1;
  }
  return { attributes, name: text.slice(at + 1).trim() };
}

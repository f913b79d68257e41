/**
 * Reads an M3U list line by line, as it is found in the world: attributes in any order or none at
 * all, commas and quotes in names, lines missing. Knows nothing of what the entries are.
 */

export interface PlaylistItem {
  /** Empty when the list gave a name and no address. */
  readonly address: string;
  readonly name: string;
  /** Of the entry itself, or the `#EXTGRP` beside it. */
  readonly group: string;
  /** By name in lower case: `tvg-id`, `tvg-logo`, … */
  readonly attributes: ReadonlyMap<string, string>;
}

interface Pending {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
}

export interface PlaylistReader {
  /** One line, without its end; answers the entries it completes. */
  feed(line: string): PlaylistItem[];
  /** What was still waiting for its address. */
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

/** Some lists tell players how to ask, behind a bar: `http://…|user-agent=…`. */
const withoutOptions = (line: string): string => line.replace(/\|.*$/s, '').trim();

const LONGEST_LOOKED_AT = 2000;

/** The file an address ends in, where nothing else names the entry. */
export function nameIn(address: string): string {
  // Step by step: one expression for all of it would start again from every letter.
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
/** Passed over in one step: a line full of it must not be looked at again from each of its letters. */
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

/**
 * Finds the kind of an entry of a list: channel, film or episode of a series. Uses its URL and the
 * usual formats of names.
 */
import { cutText } from '../foundation/files/cut-text.ts';
import { foldText } from '@ramal/contract/rules/text';
import type { StreamKind } from '@ramal/contract/catalogue/catalogue';
import { withSourceHeaders } from '../foundation/untrusted/fetch-source.ts';
import { type ListedArchive, readListedArchive } from './archive/archive-attributes.ts';
import type { PlaylistItem } from './import/playlist.ts';

export interface Entry {
  readonly kind: StreamKind;
  readonly name: string;
  readonly category: string;
  readonly source: string;
  readonly icon: string;
  readonly epgChannelId: string | null;
  /** Channel number. 0 if the list contains no number. */
  readonly number: number;
  readonly isAdult: boolean;
  readonly seriesName: string | null;
  readonly season: number | null;
  readonly episode: number | null;
  /** Archive of a channel. Null if it has none. */
  readonly archive: ListedArchive | null;
  /**
   * Key that all sources of one channel share. Null for films, episodes and rejected entries, and
   * for channels without an id in the guide.
   */
  readonly channelKey: string | null;
  /** Reason why the entry cannot be imported. Empty if it can be imported. */
  readonly reason: string;
  /** Reasons for values of the entry that are not imported. */
  readonly dropped: readonly string[];
}

const MAX_NAME_LENGTH = 200;
const MAX_ADDRESS_LENGTH = 2000;
const WITHOUT_CATEGORY = 'Sem categoria';

export function toEntry(item: PlaylistItem): Entry {
  const attribute = (name: string) => item.attributes.get(name) ?? '';
  const name = bounded(item.name, MAX_NAME_LENGTH) || 'Sem nome';
  const category = bounded(firstValue(item.group), MAX_NAME_LENGTH) || WITHOUT_CATEGORY;
  const address = bounded(item.address, MAX_ADDRESS_LENGTH);
  const whole = withSourceHeaders(address, item.headers);
  const source = whole.length <= MAX_ADDRESS_LENGTH ? whole : address;
  const icon = bounded(attribute('tvg-logo'), MAX_ADDRESS_LENGTH + 1);
  const reason = problemOf(item.address);
  const number = Number(/^\d{1,6}$/.exec(attribute('tvg-chno'))?.[0] ?? 0);
  const entryClass = sortOut(source, name, reason === '');
  const epgChannelId = bounded(firstValue(attribute('tvg-id')), MAX_NAME_LENGTH) || null;
  return {
    ...entryClass,
    channelKey:
      entryClass.kind === 'live' && reason === '' && epgChannelId
        ? channelKeyOf(name, category, epgChannelId)
        : null,
    archive:
      entryClass.kind === 'live' && reason === ''
        ? (readListedArchive(attribute, source) ?? null)
        : null,
    name,
    category,
    source: reason ? '' : source,
    icon: isAddress(icon) ? icon : '',
    epgChannelId,
    number,
    isAdult: soundsAdult(category) || soundsAdult(name),
    reason,
    dropped: [
      ...item.dropped,
      ...(source === whole ? [] : ['opção de player']),
      ...(SEPARATOR.test(item.group) ? ['grupo além do primeiro'] : []),
      ...(icon !== '' && !isAddress(icon) ? ['logo que não é um endereço'] : []),
    ],
  };
}

/**
 * Matches the ending that providers add to the name of an additional source: «[Alt]», «(opção 2)»,
 * «backup 1».
 */
const ALTERNATIVE =
  /[\s[(|-]*\b(?:alt|alternativ[oa]|backup|bkp|reserva|opcao|op)\b[\s.]*\d{0,2}[\s\])]*$|[²³⁴*]+$/;

/**
 * Returns the key of a channel. Entries with the same name, guide id and category are sources of
 * one channel. Qualities such as HD stay in the name, because customers choose between them.
 */
function channelKeyOf(name: string, category: string, guide: string): string {
  const folded = foldText(name).trim();
  const plain = folded.replace(ALTERNATIVE, '').trim() || folded;
  return [plain, foldText(category), foldText(guide)].join('\n');
}

const SEPARATOR = /;/;

/** Returns the first value of an attribute that contains several values (Q-MANYGROUPS). */
const firstValue = (list: string): string =>
  list
    .split(SEPARATOR)
    .map((value) => value.trim())
    .find((value) => value !== '') ?? '';

/**
 * Replaces control characters, which the database cannot store. Cuts the text to `most` characters.
 */
function bounded(value: string, most: number): string {
  // oxlint-disable-next-line no-control-regex -- the pattern must match control characters
  const plain = value.replace(/[\u0000-\u001f\u007f]+/g, ' ');
  return cutText(plain, most).trim();
}

const isAddress = (value: string): boolean =>
  value.length <= MAX_ADDRESS_LENGTH && /^https?:\/\/[^\s/]/i.test(value) && URL.canParse(value);

function problemOf(address: string): string {
  if (address === '') return 'Não tem endereço.';
  if (address.length > MAX_ADDRESS_LENGTH) return 'O endereço é longo demais.';
  if (!/^https?:\/\//i.test(address)) return 'O endereço não começa com http:// ou https://.';
  return isAddress(address) ? '' : 'O endereço não é válido.';
}

type EntryClass = Pick<Entry, 'kind' | 'seriesName' | 'season' | 'episode'>;

const FILM_FILE = /\.(?:mp4|mkv|avi|mov|webm|m4v|flv|wmv|mpe?g|3gp)$/i;
const EPISODE = /(?<![\p{L}\d])[st](\d{1,2})\s*[-_.|:]?\s*ep?\s*(\d{1,4})(?!\d)/iu;
const EPISODE_BY_X = /(?<![\p{L}\d])(\d{1,2})x(\d{2,3})(?![\p{L}\d])/iu;

const LIVE_FILE = /\.(?:ts|m3u8)$/i;

/**
 * Finds the kind of an entry. The first folder in the URL that names a kind decides, then the file
 * extension of a channel. Otherwise an episode number in the name decides, and then the file
 * extension of a film. All other entries are channels.
 */
function sortOut(source: string, name: string, isWhole: boolean): EntryClass {
  const path = isWhole ? new URL(source).pathname : '';
  const other = { seriesName: null, season: null, episode: null };
  const marked = EPISODE.exec(name) ?? EPISODE_BY_X.exec(name);
  const folder = /\/(live|movie|series)(?=\/)/.exec(path)?.[1];
  if (folder === 'series') return episodeOf(name, marked);
  if (folder === 'movie') return { kind: 'film', ...other };
  if (folder === 'live' || LIVE_FILE.test(path)) return { kind: 'live', ...other };
  if (marked) return episodeOf(name, marked);
  return { kind: FILM_FILE.test(path) ? 'film' : 'live', ...other };
}

function episodeOf(name: string, marked: RegExpExecArray | null): EntryClass {
  const before = marked ? name.slice(0, marked.index) : name;
  const after = marked ? name.slice(marked.index + marked[0].length) : '';
  return {
    kind: 'episode',
    seriesName: trimmed(before) || trimmed(after) || 'Sem nome',
    season: Number(marked?.[1] ?? 1),
    episode: marked ? Number(marked[2]) : null,
  };
}

/** Removes the season from the name of a series. Also removes the separators before the episode. */
function trimmed(name: string): string {
  const series = name.replace(/[\s([{]{0,5}\d{0,3}[ªa]?\s{0,3}temporada[\s\d)\]}]*$/iu, '');
  const start = series.search(/[^\s\-–—|:.,_)\]}]/u);
  if (start < 0) return '';
  let end = series.length;
  while (/[\s\-–—|:.,_([{]/.test(series[end - 1]!)) end -= 1;
  return series.slice(start, end);
}

const ADULT = /(?<![a-z0-9])(?:adult[oa]?s?|xxx)(?![a-z0-9])|(?<!\d)\+\s?18(?!\d)|(?<!\d)18\s?\+/;

/**
 * True if the text names adult content. «Adult Swim» does not count, because it is a channel of
 * cartoons.
 */
const soundsAdult = (text: string): boolean =>
  ADULT.test(foldText(text).replaceAll('adult swim', ''));

/** Reads the archive of a playlist's entry from its attributes and from its address. */
import { MAX_ARCHIVE_DAYS, type ArchiveKind } from '@ramal/contract/catalogue/archive';
import { parseXtreamAddress } from './archive-address.ts';

/** Archive as a list describes it. It is stored with the entry of the list. */
export interface ListedArchive {
  readonly kind: ArchiveKind;
  readonly address: string;
  readonly days: number;
  /** Time zone of the archive. Empty for the time zone of the installation. */
  readonly timeZone: string;
  readonly correctionSeconds: number;
}

type Attribute = (name: string) => string;

/** Number of days of an archive if the list does not contain the number. */
const USUAL_DAYS = 7;
const MAX_ADDRESS_LENGTH = 2000;

/**
 * Reads the archive of an entry. Returns undefined if the entry has no archive, or if this player
 * cannot play it.
 */
export function readListedArchive(attribute: Attribute, source: string): ListedArchive | undefined {
  const mode = (attribute('catchup') || attribute('catchup-type')).toLowerCase();
  const days = daysIn(attribute, mode !== '');
  if (days === 0 || mode === '0' || !URL.canParse(source)) return undefined;
  const kind = kindOf(mode, source, attribute('catchup-source'));
  const address = addressOf(mode, kind, source, attribute('catchup-source'));
  if (kind === undefined || address === undefined || address.length > MAX_ADDRESS_LENGTH)
    return undefined;
  return {
    kind,
    address,
    days,
    // UTC is the default of Xtream panels. The time zone that the panel reports replaces it later.
    timeZone: kind === 'xtream' ? 'UTC' : '',
    correctionSeconds: correctionIn(attribute('catchup-correction')),
  };
}

function daysIn(attribute: Attribute, isMarked: boolean): number {
  const values = ['catchup-days', 'timeshift', 'tvg-rec', 'catchup-day'].map(attribute);
  const written = values.find((value) => /^\d{1,4}$/.test(value) && Number(value) > 0);
  if (written !== undefined) return Math.min(Number(written), MAX_ARCHIVE_DAYS);
  return isMarked && !values.includes('0') ? USUAL_DAYS : 0;
}

/** Parses a correction in hours, such as `-3.0`, to seconds. Returns 0 for any other text. */
function correctionIn(value: string): number {
  const hours = /^[+-]?\d{1,2}(?:\.\d{1,4})?$/.test(value) ? Number(value) : 0;
  return Math.abs(hours) <= 24 ? Math.round(hours * 3600) : 0;
}

const modes: Readonly<Record<string, ArchiveKind>> = {
  default: 'template',
  vod: 'template',
  append: 'template',
  shift: 'template',
  flussonic: 'flussonic',
  'flussonic-hls': 'flussonic',
  'flussonic-ts': 'flussonic',
  fs: 'flussonic',
  xc: 'xtream',
};

/**
 * Returns the kind of an archive from its mode. If the mode does not determine it, uses the form of
 * the channel's URL.
 */
function kindOf(mode: string, source: string, template: string): ArchiveKind | undefined {
  if (mode !== '' && modes[mode]) return modes[mode];
  if (template !== '') return 'template';
  const url = new URL(source);
  if (parseXtreamAddress(url)) return 'xtream';
  if (/\/(?:mpegts|(?:index|mono|video)\.m3u8)$/.test(url.pathname)) return 'flussonic';
  return mode === '' ? undefined : 'template';
}

function addressOf(
  mode: string,
  kind: ArchiveKind | undefined,
  source: string,
  template: string,
): string | undefined {
  if (kind !== 'template') return source;
  const [bare = '', mark = ''] = source.split(/(?=#\|)/);
  const isWhole = /^https?:\/\//i.test(template);
  if (mode === 'append') return template === '' ? undefined : bare + template + mark;
  if (template !== '') return isWhole ? template + mark : bare + template + mark;
  if (mode !== 'shift') return undefined;
  return `${bare}${bare.includes('?') ? '&' : '?'}utc={utc}&lutc={lutc}${mark}`;
}

/** Builds the addresses at which each kind of archive source plays a moment in the past. */
import type { ArchiveKind } from '@ramal/contract/catalogue/archive';
import { wallClockMs } from '../../foundation/clock.ts';
import { copySourceHeaders } from '../../foundation/untrusted/fetch-source.ts';

export interface ArchiveSource {
  readonly kind: ArchiveKind;
  readonly address: string;
  /** Time zone of the local times in addresses. */
  readonly timeZone: string;
  readonly correctionSeconds: number;
}

/** Start, end and current time in Unix seconds. */
export interface ArchiveMoment {
  readonly start: number;
  readonly end: number;
  readonly now: number;
}

export type ArchiveContainer = 'ts' | 'm3u8';

export interface ArchiveAddress {
  /** Name of the form of the address. A proof stores this name. */
  readonly form: string;
  readonly url: string;
  readonly container: ArchiveContainer;
}

type Builder = (url: URL, source: ArchiveSource, moment: ArchiveMoment) => ArchiveAddress[];

/** Returns the addresses for the moment, in every form and container of the kind. */
export function archiveAddresses(source: ArchiveSource, moment: ArchiveMoment): ArchiveAddress[] {
  const shifted = {
    ...moment,
    start: moment.start + source.correctionSeconds,
    end: moment.end + source.correctionSeconds,
  };
  if (source.kind === 'template') return [templateAddress(source, shifted)];
  if (!URL.canParse(source.address)) return [];
  return builders[source.kind](new URL(source.address), source, shifted).map((address) => ({
    ...address,
    url: copySourceHeaders(address.url, source.address),
  }));
}

const builders: Record<Exclude<ArchiveKind, 'template'>, Builder> = {
  flussonic: (url, _source, { start, end, now }) => {
    const { folder, file } = splitPath(url);
    const variant = /^(mono|video)\.m3u8$/.exec(file)?.[1] ?? 'archive';
    const length = end - start;
    // The list of a running programme grows until its end.
    const list = end > now ? `archive-${start}-now` : `${variant}-${start}-${length}`;
    const inFile = Math.max(1, Math.min(length, now - start));
    const at = (path: string) => `${url.origin}${folder}/${path}${url.search}`;
    return [
      { form: 'archive-hls', container: 'm3u8', url: at(`${list}.m3u8`) },
      { form: 'archive-file', container: 'ts', url: at(`archive-${start}-${inFile}.ts`) },
      { form: 'archive-mpegts', container: 'ts', url: at(`archive/${start}/${inFile}/mpegts`) },
    ];
  },

  nimble: (url, _source, { start, end }) => {
    const { folder } = splitPath(url);
    const list = `playlist_dvr_range-${start}-${end - start}.m3u8`;
    return [
      { form: 'range', container: 'm3u8', url: `${url.origin}${folder}/${list}${url.search}` },
    ];
  },

  wowza: (url, _source, { start, end }) => {
    const rest = url.search.replace(/^\?/, '').replace(/(?:^|&)DVR(?=&|$)/, '');
    const query = [
      'DVR',
      ...rest.split('&').filter((part) => part !== ''),
      `wowzadvrplayliststart=${formatLocal(start, 'UTC', 'YmdHMS')}`,
      `wowzadvrplaylistduration=${(end - start) * 1000}`,
    ];
    return [
      { form: 'dvr', container: 'm3u8', url: `${url.origin}${url.pathname}?${query.join('&')}` },
    ];
  },

  xtream: (url, source, moment) => xtreamAddresses(url, source.timeZone, moment),
};

/** Splits the path of a stream's live address into the folder and the last part. */
function splitPath({ pathname }: URL): { folder: string; file: string } {
  const [, folder = '', file = ''] = /^(.*)\/([^/]+\.(?:m3u8|ts|mp4)|mpegts)$/.exec(pathname) ?? [];
  return file === '' ? { folder: pathname.replace(/\/$/, ''), file } : { folder, file };
}

/** Returns the URL at which a Flussonic server lists its recordings of a channel. */
export function recordingStatusUrl(address: string): string {
  const url = new URL(address);
  const { folder } = splitPath(url);
  return copySourceHeaders(`${url.origin}${folder}/recording_status.json${url.search}`, address);
}

interface XtreamStream {
  readonly base: string;
  readonly user: string;
  readonly password: string;
  readonly id: string;
}

/** Parses the live address of a channel of an Xtream panel. */
export function parseXtreamAddress(url: URL): XtreamStream | undefined {
  const [, path = '', user = '', password = '', id = ''] =
    /^(.*?)(?:\/live)?\/([^/]+)\/([^/]+)\/(\d{1,15})(?:\.\w{1,5})?$/.exec(url.pathname) ?? [];
  return id === '' ? undefined : { base: url.origin + path, user, password, id };
}

/**
 * Returns the possible addresses of an archive at an Xtream panel. Addresses with a query come
 * last, because some panels answer an unknown start with the live stream. If the clocks show the
 * local time twice, it is ambiguous. Addresses with Unix seconds then come first.
 */
function xtreamAddresses(url: URL, zone: string, { start, end }: ArchiveMoment): ArchiveAddress[] {
  const stream = parseXtreamAddress(url);
  if (!stream) return [];
  const { base, user, password, id } = stream;
  const minutes = Math.max(1, Math.ceil((end - start) / 60));
  const dash = formatLocal(start, zone, 'Y-m-d:H-M');
  const underscore = formatLocal(start, zone, 'Y-m-d_H-M');
  const byPath = (form: string, at: string | number) =>
    (['m3u8', 'ts'] as const).map((container) => ({
      form,
      container,
      url: `${base}/timeshift/${user}/${password}/${minutes}/${at}/${id}.${container}`,
    }));
  const byQuery = (['m3u8', 'ts'] as const).map((container) => ({
    form: 'query',
    container,
    url: `${base}/streaming/timeshift.php?username=${user}&password=${password}&stream=${id}&start=${dash}&duration=${minutes}&extension=${container}`,
  }));
  const seconds = byPath('seconds', start);
  const texts = [...byPath('dash', dash), ...byPath('underscore', underscore)];
  return isRepeated(start, zone)
    ? [...seconds, ...texts, ...byQuery]
    : [...texts, ...seconds, ...byQuery];
}

/** True if the clocks of the zone show this local time twice. */
function isRepeated(at: number, zone: string): boolean {
  const shown = wallClockMs(new Date(at * 1000), zone);
  return [-2, -1, -0.5, 0.5, 1, 2].some(
    (hours) => wallClockMs(new Date((at + hours * 3600) * 1000), zone) === shown,
  );
}

/** Formats Unix seconds in the zone with the letters Y, m, d, H, M and S. */
function formatLocal(at: number, zone: string, form: string): string {
  const wall = new Date(wallClockMs(new Date(at * 1000), zone)).toISOString();
  const parts: Record<string, string> = {
    Y: wall.slice(0, 4),
    m: wall.slice(5, 7),
    d: wall.slice(8, 10),
    H: wall.slice(11, 13),
    M: wall.slice(14, 16),
    S: wall.slice(17, 19),
  };
  return form.replaceAll(/[YmdHMS]/g, (letter) => parts[letter]!);
}

const PLACEHOLDER = /\$?\{([a-zA-Z][\w-]{0,20})(?::([^{}]{1,40}))?\}/g;

const momentNames: Readonly<Record<string, keyof ArchiveMoment>> = {
  utc: 'start',
  start: 'start',
  timestamp: 'now',
  utcend: 'end',
  end: 'end',
  lutc: 'now',
  now: 'now',
};

function templateAddress(source: ArchiveSource, moment: ArchiveMoment): ArchiveAddress {
  const { start, end, now } = moment;
  const value = (whole: string, name: string, form = ''): string => {
    const at = momentNames[name];
    if (at)
      return form === '' ? String(moment[at]) : formatLocal(moment[at], source.timeZone, form);
    if (/^[YmdHMS]$/.test(name)) return formatLocal(start, source.timeZone, name);
    const divisor = /^\d{1,6}$/.test(form) ? Number(form) || 1 : 1;
    if (name === 'duration') return String(Math.ceil((end - start) / divisor));
    if (name === 'offset') return String(Math.floor((now - start) / divisor));
    return name === 'catchup-id' ? '' : whole;
  };
  const url = source.address.replaceAll(PLACEHOLDER, value);
  const [path = ''] = url.split(/[?#]/, 1);
  return { form: 'template', url, container: path.endsWith('.ts') ? 'ts' : 'm3u8' };
}

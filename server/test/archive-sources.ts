/**
 * Sources with an archive, on this machine: Flussonic, an Xtream panel, Nimble, Wowza, and an
 * address with placeholders. They send the segments of the test channel. The time stamps of a
 * segment are those of the requested moment.
 */
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { parseLocalSecond } from '../src/foundation/clock.ts';
import { rangeIn } from '../src/player/films/byte-range.ts';
import { continuous, liveWindow, segmentBytes } from '../src/player/test-channel/test-channel.ts';

const SEGMENT_S = 1.92;

/** Request that a source received. `start` is in Unix seconds, and `length` is in seconds. */
export interface ArchiveRequest {
  readonly path: string;
  readonly start: number;
  readonly length: number;
}

export interface ArchiveDouble {
  readonly url: string;
  readonly requests: ArchiveRequest[];
  /** Number of past days for which the sources have recordings. */
  days: number;
  /** Time zone of the local times in requests to the Xtream panel. */
  zone: string;
  /** Forms of addresses that the Xtream panel accepts. It answers 404 to the other forms. */
  xtreamForms: ('dash' | 'underscore' | 'seconds' | 'query')[];
  /** True if every request receives the live stream. Some real panels do this. */
  answersLive: boolean;
  /**
   * Periods that Flussonic reports as recorded. If empty, Flussonic does not answer the request for
   * them.
   */
  recorded: [from: number, to: number][];
  /** True if the response does not contain the length of the file. */
  hidesLength: boolean;
  close(): Promise<void>;
}

interface Moment {
  readonly start: number;
  readonly length: number;
  readonly form: 'm3u8' | 'ts';
}

export async function openArchiveDouble(now: () => Date): Promise<ArchiveDouble> {
  const double = {
    url: '',
    requests: [] as ArchiveRequest[],
    days: 7,
    zone: 'UTC',
    xtreamForms: ['dash', 'underscore', 'seconds', 'query'] as ArchiveDouble['xtreamForms'],
    answersLive: false,
    recorded: [] as ArchiveDouble['recorded'],
    hidesLength: false,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://x');
    const nowS = Math.floor(now().getTime() / 1000);
    const segment = /^\/seg\/(\d+)\.ts$/.exec(url.pathname);
    if (segment) return sendSegment(response, Number(segment[1]));
    if (url.pathname === '/player_api.php') return sendPanel(response, url, double);
    if (url.pathname === '/flu/recording_status.json' && double.recorded.length > 0) {
      const ranges = double.recorded.map(([from, to]) => ({ from, duration: to - from }));
      return void response.end(JSON.stringify([{ stream: 'flu', ranges }]));
    }
    const moment = readMoment(url, double, nowS);
    if (moment === 'live') return sendLive(response, url, now());
    if (!moment) return void response.writeHead(404).end();
    double.requests.push({ path: url.pathname + url.search, ...moment });
    if (double.answersLive) return sendLive(response, url, now());
    if (moment.start < nowS - double.days * 86_400 || moment.start > nowS)
      return void response.writeHead(404).end();
    if (moment.form === 'm3u8') return void response.end(playlist(moment, nowS));
    return sendFile(request, response, moment, { nowS, hidesLength: double.hidesLength });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  double.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return double;
}

function sendSegment(response: ServerResponse, number: number): void {
  response.setHeader('content-type', 'video/mp2t').end(segmentBytes(number));
}

function sendPanel(response: ServerResponse, url: URL, { zone, days }: ArchiveDouble): void {
  const streams = [
    { stream_id: 7, name: 'Um', tv_archive: 1, tv_archive_duration: String(days) },
    { stream_id: 8, name: 'Dois', tv_archive: 0, tv_archive_duration: 0 },
  ];
  const account = {
    user_info: { auth: 1, active_cons: '3', max_connections: '10' },
    server_info: { timezone: zone },
  };
  response.end(
    JSON.stringify(url.searchParams.get('action') === 'get_live_streams' ? streams : account),
  );
}

function sendLive(response: ServerResponse, url: URL, now: Date): void {
  if (!url.pathname.endsWith('.m3u8') && url.searchParams.get('extension') !== 'm3u8') {
    const leaving = new AbortController();
    response.once('close', () => leaving.abort());
    response.setHeader('content-type', 'video/mp2t');
    Readable.from(continuous(now.getTime(), leaving.signal)).pipe(response);
    return;
  }
  const { mediaSequence, segments } = liveWindow(now.getTime());
  response.end(
    [
      '#EXTM3U',
      '#EXT-X-TARGETDURATION:2',
      `#EXT-X-MEDIA-SEQUENCE:${mediaSequence}`,
      ...segments.flatMap(({ number }) => [`#EXTINF:${SEGMENT_S},`, `/seg/${number}.ts`]),
      '',
    ].join('\n'),
  );
}

const numbersOf = ({ start, length }: Moment, nowS: number): number[] => {
  const first = Math.floor(start / SEGMENT_S);
  const last = Math.floor(Math.min(start + length, nowS) / SEGMENT_S);
  return Array.from({ length: Math.max(0, last - first) }, (_, n) => first + n);
};

function playlist(moment: Moment, nowS: number): string {
  const numbers = numbersOf(moment, nowS);
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:3',
    '#EXT-X-TARGETDURATION:2',
    '#EXT-X-MEDIA-SEQUENCE:0',
    `#EXT-X-PROGRAM-DATE-TIME:${new Date(moment.start * 1000).toISOString()}`,
    ...numbers.flatMap((number) => [`#EXTINF:${SEGMENT_S},`, `/seg/${number}.ts`]),
    moment.start + moment.length <= nowS ? '#EXT-X-ENDLIST' : '',
    '',
  ].join('\n');
}

function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  moment: Moment,
  { nowS, hidesLength }: { nowS: number; hidesLength: boolean },
): void {
  // A file contains at most a minute, so that a test can read it quickly.
  const numbers = numbersOf({ ...moment, length: Math.min(moment.length, 60) }, nowS);
  const whole = Buffer.concat(numbers.map(segmentBytes));
  response.setHeader('content-type', 'video/mp2t');
  if (hidesLength) return void response.end(whole);
  const range = rangeIn(request.headers.range, whole.length);
  if (range === 'none')
    return void response.writeHead(416, { 'content-range': `bytes */${whole.length}` }).end();
  const { start, end } = range ?? { start: 0, end: whole.length - 1 };
  response.writeHead(range ? 206 : 200, {
    'content-length': end - start + 1,
    'accept-ranges': 'bytes',
    ...(range && { 'content-range': `bytes ${start}-${end}/${whole.length}` }),
  });
  response.end(whole.subarray(start, end + 1));
}

function readMoment(url: URL, double: ArchiveDouble, nowS: number): Moment | 'live' | undefined {
  const { pathname, searchParams: query } = url;
  const flussonic =
    /^\/flu\/(?:archive|mono|video)-(\d+)-(\d+|now)\.(m3u8|ts)$/.exec(pathname) ??
    /^\/flu\/archive\/(\d+)\/(\d+)\/mpegts()$/.exec(pathname) ??
    /^\/nim\/playlist_dvr_range-(\d+)-(\d+)\.(m3u8)$/.exec(pathname);
  if (flussonic) {
    const [, start, length, form] = flussonic;
    const untilNow = length === 'now';
    return {
      start: Number(start),
      length: untilNow ? nowS + 60 - Number(start) : Number(length),
      form: form === 'm3u8' ? 'm3u8' : 'ts',
    };
  }
  if (query.has('wowzadvrplayliststart')) {
    const [year, month, day, hour, minute, second] = query
      .get('wowzadvrplayliststart')!
      .match(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/)!
      .slice(1);
    return {
      start: Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) / 1000,
      length: Number(query.get('wowzadvrplaylistduration')) / 1000,
      form: 'm3u8',
    };
  }
  if (query.has('from'))
    return {
      start: Number(query.get('from')),
      length: Number(query.get('to')) - Number(query.get('from')),
      form: pathname.endsWith('.ts') ? 'ts' : 'm3u8',
    };
  return (
    readXtream(url, double) ?? (/^\/(?:live|flu|nim|wow|tpl)\//.test(pathname) ? 'live' : undefined)
  );
}

function readXtream(
  { pathname, searchParams: query }: URL,
  { zone, xtreamForms }: ArchiveDouble,
): Moment | undefined {
  const path = /^\/timeshift\/u\/p\/(\d+)\/([^/]+)\/7\.(ts|m3u8)$/.exec(
    decodeURIComponent(pathname),
  );
  const isQuery = pathname === '/streaming/timeshift.php';
  if (!path && !isQuery) return undefined;
  const [, minutes, start, ending] = path ?? [
    '',
    query.get('duration'),
    query.get('start'),
    query.get('extension') ?? 'ts',
  ];
  const at = readStart(start ?? '', zone);
  const form = isQuery ? 'query' : at.form;
  if (!xtreamForms.includes(form)) return undefined;
  return {
    start: at.seconds,
    length: Number(minutes) * 60,
    form: ending === 'm3u8' ? 'm3u8' : 'ts',
  };
}

function readStart(text: string, zone: string) {
  if (/^\d{10}$/.test(text)) return { form: 'seconds' as const, seconds: Number(text) };
  const [, day, separator, hour, minute] =
    /^(\d{4}-\d\d-\d\d)([:_])(\d\d)-(\d\d)$/.exec(text) ?? [];
  return {
    form: separator === '_' ? ('underscore' as const) : ('dash' as const),
    seconds: parseLocalSecond(`${day}T${hour}:${minute}:00`, zone).getTime() / 1000,
  };
}

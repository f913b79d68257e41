/**
 * Sources of channels and films on this machine, for tests of the player. The normal sources send
 * the test channel and the test film. Other sources are hostile. All requested paths are recorded.
 */
import { createReadStream, statSync } from 'node:fs';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { rangeIn } from '../src/player/films/byte-range.ts';
import { continuous, liveWindow, segmentBytes } from '../src/player/test-channel/test-channel.ts';
import { testFilm } from '../src/player/test-film/test-film.ts';

export interface OpenSources {
  readonly url: string;
  /** Requested paths, oldest first. */
  readonly requestedPaths: string[];
  /** Number of bytes that were read from endless responses. */
  readonly taken: () => number;
  /** Number of open connections of `/stream.ts`. */
  readonly streaming: () => number;
  /** Ends every open `/stream.ts`. */
  drop(): void;
  close(): Promise<void>;
}

/**
 * Text that the normal sources put into their responses, headers and URLs of segments. No response
 * to a player may contain it.
 */
export const SOURCE_SECRET = 'fonte-secreta';

export async function openSources(): Promise<OpenSources> {
  const requestedPaths: string[] = [];
  const streams = new Set<ServerResponse>();
  let taken = 0;

  const media = (ending = ''): string => {
    const { mediaSequence, targetDurationSeconds, segments } = liveWindow(Date.now());
    return [
      '#EXTM3U',
      '#EXT-X-VERSION:3',
      `# made by ${SOURCE_SECRET}`,
      `#EXT-X-SESSION-DATA:DATA-ID="x",VALUE="http://${SOURCE_SECRET}/"`,
      `#EXT-X-TARGETDURATION:${targetDurationSeconds}`,
      `#EXT-X-MEDIA-SEQUENCE:${mediaSequence}`,
      ...segments.flatMap(({ number, durationSeconds }) => [
        `#EXTINF:${durationSeconds},http://${SOURCE_SECRET}/title`,
        `/${SOURCE_SECRET}/${number}.ts?token=1`,
      ]),
      ending,
    ].join('\n');
  };
  const master = [
    '#EXTM3U',
    `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="${SOURCE_SECRET}/a",NAME="Português",URI="audio.m3u8"`,
    `#EXT-X-STREAM-INF:BANDWIDTH=100,AUDIO="${SOURCE_SECRET}/a"`,
    'low.m3u8',
    `#EXT-X-STREAM-INF:BANDWIDTH=900,CODECS="avc1.4d401f,mp4a.40.2",AUDIO="${SOURCE_SECRET}/a"`,
    'live.m3u8',
    '',
  ].join('\n');

  async function stream(response: ServerResponse): Promise<void> {
    const controller = new AbortController();
    streams.add(response);
    response.once('close', () => {
      streams.delete(response);
      controller.abort();
    });
    response.setHeader('content-type', 'video/mp2t');
    Readable.from(continuous(Date.now(), controller.signal)).pipe(response);
  }

  function film(request: IncomingMessage, response: ServerResponse, ranges: boolean): void {
    const { size } = statSync(testFilm.path);
    const range = ranges ? rangeIn(request.headers.range, size) : undefined;
    if (range === 'none') {
      response.writeHead(416, { 'content-range': `bytes */${size}` }).end();
      return;
    }
    const { start, end } = range ?? { start: 0, end: size - 1 };
    response.setHeader('content-type', 'application/octet-stream');
    response.setHeader('content-length', end - start + 1);
    response.setHeader('x-origin', SOURCE_SECRET);
    response.setHeader('set-cookie', `a=${SOURCE_SECRET}`);
    if (ranges) response.setHeader('accept-ranges', 'bytes');
    if (range) response.setHeader('content-range', `bytes ${start}-${end}/${size}`);
    response.statusCode = range ? 206 : 200;
    createReadStream(testFilm.path, { start, end }).pipe(response);
  }

  function endless(response: ServerResponse, start: string, part: Buffer): void {
    response.write(start);
    const more = () => {
      while (response.writable && taken < 2 ** 30 && response.write(part)) taken += part.length;
    };
    response.on('drain', more);
    more();
  }

  const packet = Buffer.alloc(188, 0xff).fill(0x47, 0, 1);
  const html = '<!doctype html><title>x</title><script>alert(1)</script>'.padEnd(300);
  const hostile: Record<string, (response: ServerResponse) => void> = {
    '/html': (response) => response.setHeader('content-type', 'text/html').end(html),
    '/html-as-video': (response) => response.setHeader('content-type', 'video/mp2t').end(html),
    '/json': (response) => response.setHeader('content-type', 'application/json').end('{"a":1}'),
    '/to-inside': (response) => response.writeHead(302, { location: 'http://127.0.0.2:1/' }).end(),
    '/to-metadata': (response) =>
      response.writeHead(302, { location: 'http://169.254.169.254/latest/' }).end(),
    '/endless-header': (response) => {
      const drip = setInterval(() => response.socket?.write('x: y\r\n'), 200);
      response.socket?.write('HTTP/1.1 200 OK\r\n');
      response.socket?.once('close', () => clearInterval(drip));
    },
    '/giant': (response) => endless(response, '#EXTM3U\n', Buffer.alloc(65_536, '#comment\n')),
    '/bomb': (response) =>
      response
        .setHeader('content-encoding', 'gzip')
        .end(gzipSync(Buffer.concat([Buffer.from('#EXTM3U\n'), Buffer.alloc(50_000_000, '#x\n')]))),
    '/names-files': (response) =>
      response.end('#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\nfile:///etc/passwd\n'),
    '/names-inside': (response) =>
      response.end(
        '#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\nhttp://127.0.0.2:1/a.ts\n#EXTINF:2,\n/html\n#EXTINF:2,\n/html-as-video\n#EXTINF:2,\n/endless.ts\n',
      ),
    '/endless.ts': (response) => endless(response, '', Buffer.alloc(188 * 300, packet)),
    '/gone': (response) => response.writeHead(404).end(),
  };

  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '', 'http://x').pathname;
    requestedPaths.push(path);
    const segment = /^\/fonte-secreta\/(\d+)\.ts$/.exec(path);
    if (segment)
      response.setHeader('content-type', 'video/mp2t').end(segmentBytes(Number(segment[1])));
    else if (path === '/moved.m3u8') response.writeHead(302, { location: '/live.m3u8' }).end();
    else if (path === '/master.m3u8') response.end(master);
    else if (path === '/whole.m3u8') response.end(media('#EXT-X-ENDLIST'));
    else if (/^\/(?:live|low|audio)\.m3u8$/.test(path)) response.end(media());
    else if (path === '/stream.ts') void stream(response);
    else if (path === `/${SOURCE_SECRET}.mp4`) film(request, response, true);
    else if (path === '/no-ranges.mp4') film(request, response, false);
    else (hostile[path] ?? hostile['/gone']!)(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requestedPaths,
    taken: () => taken,
    streaming: () => streams.size,
    drop: () => streams.forEach((response) => response.destroy()),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

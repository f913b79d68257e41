// Tests channels from sources that are local servers (server/test/sources.ts). Everything between
// the sources and a player is real.
import { execFile } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type types, parse } from 'hls-parser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestContext, createTestContext } from '../../../test/context.ts';
import {
  type OpenPlayer,
  type SeededLine,
  changeLine,
  openPlayer,
  seedLine,
} from '../../../test/player.ts';
import { type OpenSources, SOURCE_SECRET, openSources } from '../../../test/sources.ts';

const run = promisify(execFile);
const QUICK = { checkEveryMs: 150, goodForMs: 1_500, writeEveryMs: 50, sourceTimeoutMs: 2_000 };
const PROMISE_MS = 15_000;

let ctx: TestContext;
let player: OpenPlayer;
let sources: OpenSources;
let line: SeededLine;
let nextId = 100;

beforeAll(async () => {
  sources = await openSources();
  ctx = await createTestContext({ RAMAL_PRIVATE_ORIGINS: '127.0.0.1' });
  player = await openPlayer(ctx, QUICK);
  await ctx.owner.query(`
    update packages set max_connections = 0;
    insert into categories (id, kind, name) values (70, 'film', 'Filmes de teste'), (71, 'series', 'Séries de teste');
    insert into bouquet_categories (bouquet_id, category_id) values (3, 70), (4, 71);
    insert into series (id, name, category_id) values (80, 'Série', 71)`);
  line = await seedLine(ctx);
});

afterAll(async () => {
  await player.close();
  await ctx.close();
  await sources.close();
});

async function seedStream(source: string, kind = 'live'): Promise<number> {
  nextId += 1;
  const category = { live: 1, film: 70, episode: 71 }[kind];
  await ctx.owner.query(
    `insert into streams (id, kind, name, category_id, source, series_id, season, episode)
     values ($1, $2, 'Canal', $3, $4, $5, 1, 1)`,
    [nextId, kind, category, source, kind === 'episode' ? 80 : null],
  );
  return nextId;
}

const channel = (path: string) => seedStream(`${sources.url}${path}`);
const liveUrl = (id: number, ending: string, who = line) =>
  `${player.url}/live/${who.username}/${who.password}/${id}.${ending}`;
const filmUrl = (id: number, folder = 'movie', who = line) =>
  `${player.url}/${folder}/${who.username}/${who.password}/${id}.mp4`;
const countAsked = (path: RegExp) =>
  sources.requestedPaths.filter((requestedPath) => path.test(requestedPath)).length;

async function textOf(url: string): Promise<string> {
  const answer = await fetch(url);
  expect([answer.status, answer.headers.get('content-type')], url).toEqual([
    200,
    'application/vnd.apple.mpegurl',
  ]);
  const text = await answer.text();
  for (const telling of [SOURCE_SECRET, sources.url, '127.0.0.1', 'token=']) {
    expect(text).not.toContain(telling);
  }
  expectSafe(answer);
  return text;
}

function expectSafe(answer: Response): void {
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(answer.headers.get('content-security-policy')).toBe('sandbox');
  expect(JSON.stringify([...answer.headers])).not.toContain(SOURCE_SECRET);
}

async function readHls(id: number, who = line) {
  const choice = parse(await textOf(liveUrl(id, 'm3u8', who))) as types.MasterPlaylist;
  const playlistUrl = new URL(String(choice.variants[0]?.uri), player.url).href;
  const text = await textOf(playlistUrl);
  const playlist = parse(text) as types.MediaPlaylist;
  const segmentUrls = playlist.segments.map(({ uri }) => new URL(uri, player.url).href);
  return { choice, playlistUrl, playlist, segmentUrls };
}

function expectMpegTs(bytes: Buffer): void {
  expect(bytes.length).toBeGreaterThan(20 * 188);
  for (let at = 0; at + 188 <= bytes.length; at += 188) expect(bytes[at]).toBe(0x47);
}

async function watch(url: string) {
  const leaving = new AbortController();
  const answer = await fetch(url, { signal: leaving.signal });
  const parts: Buffer[] = [];
  const read = async () => {
    for await (const part of answer.body ?? []) parts.push(Buffer.from(part));
  };
  const ended = read().catch(() => {});
  const bytes = () => parts.reduce((sum, part) => sum + part.length, 0);
  const until = async (enough: number) => {
    await expect.poll(bytes, { timeout: 15_000 }).toBeGreaterThan(enough);
  };
  const leave = async () => {
    leaving.abort();
    await ended;
  };
  return { answer, parts, bytes, until, ended, leave };
}

const problemOf = async (id: number): Promise<string | null> => {
  const { rows } = await ctx.owner.query<{
    source_problem: string;
    source_checked_at: Date | null;
  }>('select source_problem, source_checked_at from streams where id = $1', [id]);
  return rows[0]?.source_checked_at ? rows[0].source_problem : null;
};

describe('an HLS source', () => {
  test.each(['/live.m3u8', '/moved.m3u8'])('serves %s under URLs of this server', async (path) => {
    const { playlist, segmentUrls } = await readHls(await channel(path));
    expect(playlist.endlist).toBe(false);
    expect(playlist.segments.length).toBe(6);
    const answer = await fetch(String(segmentUrls.at(-1)));
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'video/mp2t']);
    expectSafe(answer);
    expectMpegTs(Buffer.from(await answer.arrayBuffer()));
  });

  test('keeps several qualities of a source and their groups', async () => {
    const { choice, playlist, segmentUrls } = await readHls(await channel('/master.m3u8'));
    expect(choice.variants.map(({ bandwidth }) => bandwidth)).toEqual([100, 900]);
    expect(choice.variants[1]?.codecs).toBe('avc1.4d401f,mp4a.40.2');
    expect(choice.variants[1]?.audio[0]?.name).toBe('Português');
    expect(playlist.segments.length).toBe(6);
    expect((await fetch(String(segmentUrls[0]))).status).toBe(200);
  });

  test('keeps the URLs of segments between refreshes', async () => {
    const { playlistUrl, segmentUrls } = await readHls(await channel('/whole.m3u8'));
    await delay(1_100);
    const again = (parse(await textOf(playlistUrl)) as types.MediaPlaylist).segments;
    const same = again.map(({ uri }) => new URL(uri, player.url).href);
    expect(same).toEqual(expect.arrayContaining(segmentUrls.slice(-3)));
  });

  test('fetches a source once for two viewers', async () => {
    const id = await channel('/live.m3u8');
    const other = await seedLine(ctx);
    const [mine, theirs] = [await readHls(id), await readHls(id, other)];
    const number = String(mine.playlist.segments.at(-1)?.mediaSequenceNumber);
    const before = countAsked(/\.ts$/);
    const urlIn = ({ playlist, segmentUrls }: typeof mine) =>
      String(
        segmentUrls[
          playlist.segments.findIndex((segment) => String(segment.mediaSequenceNumber) === number)
        ],
      );
    expect(urlIn(mine)).not.toBe(urlIn(theirs));
    const bodies = await Promise.all(
      [urlIn(mine), urlIn(theirs)].map(async (url) =>
        Buffer.from(await (await fetch(url)).arrayBuffer()),
      ),
    );
    expect(bodies[0]!.equals(bodies[1]!)).toBe(true);
    expect(countAsked(/\.ts$/) - before).toBeLessThanOrEqual(1);
  });

  test('rejects a URL of another channel or source and a forged one', async () => {
    const [id, other] = [await channel('/live.m3u8'), await channel('/live.m3u8')];
    const mine = String((await readHls(id)).segmentUrls[0]);
    const theirs = String((await readHls(other)).segmentUrls[0]);
    const [ticket = '', address = ''] = [theirs.split('/')[4], mine.split('/')[5]];
    const status = async (url: string) => (await fetch(url)).status;
    expect(await status(`${player.url}/hls/${ticket}/${address}/s.ts`)).toBe(404);
    expect(await status(mine.replace('s.ts', 'k.key'))).toBe(404);
    expect(await status(mine.replace('s.ts', 'p.m3u8'))).toBe(404);
    expect(
      await status(
        mine.replace(address, `${address.startsWith('A') ? 'B' : 'A'}${address.slice(1)}`),
      ),
    ).toBe(404);
    expect(await status(mine.replace(address, 'x'))).toBe(404);
    expect(await status(mine)).toBe(200);
    await ctx.owner.query(`update streams set source = $1 where id = $2`, [
      `${sources.url}/moved.m3u8`,
      id,
    ]);
    await delay(QUICK.checkEveryMs + 50);
    expect(await status(mine)).toBe(404);
  });

  test('ends access to the source with the line', async () => {
    const leaver = await seedLine(ctx);
    const { playlistUrl, segmentUrls } = await readHls(await channel('/live.m3u8'), leaver);
    await changeLine(ctx, leaver.id, 'is_on = false');
    await delay(QUICK.checkEveryMs + 50);
    for (const url of [playlistUrl, String(segmentUrls.at(-1))]) {
      const answer = await fetch(url);
      expect([answer.status, await answer.text()]).toEqual([403, 'A assinatura está desativada.']);
    }
  });

  test.each(['/live.m3u8', '/master.m3u8'])('sends %s as one .ts', async (path) => {
    const viewer = await watch(liveUrl(await channel(path), 'ts'));
    expect(viewer.answer.headers.get('content-type')).toBe('video/mp2t');
    await viewer.until(188 * 1000);
    await viewer.leave();
    expectMpegTs(Buffer.concat(viewer.parts).subarray(0, 188 * 1000));
  });
});

describe('a continuous source', () => {
  test('opens one connection for all viewers and closes it without viewers', async () => {
    const id = await channel('/stream.ts');
    const viewers = [
      await watch(liveUrl(id, 'ts')),
      await watch(liveUrl(id, 'ts', await seedLine(ctx))),
    ];
    for (const viewer of viewers) await viewer.until(188 * 100);
    expect(sources.streaming()).toBe(1);
    for (const { parts } of viewers) expectMpegTs(Buffer.concat(parts).subarray(0, 188 * 100));
    await viewers[0]!.leave();
    expect(sources.streaming()).toBe(1);
    await viewers[1]!.leave();
    await expect.poll(sources.streaming).toBe(0);
  });

  test('opens a broken source again while its viewers stay', async () => {
    const viewer = await watch(liveUrl(await channel('/stream.ts'), 'ts'));
    await viewer.until(188 * 100);
    const before = countAsked(/stream/);
    sources.drop();
    await expect.poll(() => countAsked(/stream/), { timeout: 5_000 }).toBe(before + 1);
    const bytes = viewer.bytes();
    await viewer.until(bytes + 188 * 100);
    await viewer.leave();
  });

  test('ends access to the source with the line', async () => {
    const leaver = await seedLine(ctx);
    const viewer = await watch(liveUrl(await channel('/stream.ts'), 'ts', leaver));
    await viewer.until(188);
    await changeLine(ctx, leaver.id, 'is_on = false');
    const orderedAt = performance.now();
    await viewer.ended;
    expect(performance.now() - orderedAt).toBeLessThan(PROMISE_MS);
    await expect.poll(sources.streaming).toBe(0);
  });

  test('cuts a continuous source into segments for HLS', { timeout: 30_000 }, async () => {
    const { playlist, playlistUrl, segmentUrls } = await readHls(await channel('/stream.ts'));
    expect(sources.streaming()).toBe(1);
    expect(playlist.segments[0]?.duration).toBeGreaterThan(1);
    expectMpegTs(Buffer.from(await (await fetch(segmentUrls[0]!)).arrayBuffer()));
    const first = Number(playlist.segments[0]?.mediaSequenceNumber);
    const newest = async () =>
      (parse(await textOf(playlistUrl)) as types.MediaPlaylist).segments.at(-1)
        ?.mediaSequenceNumber;
    await expect.poll(newest, { timeout: 15_000, interval: 500 }).toBeGreaterThan(first);
  });
});

describe('a film', () => {
  let film: number;
  let size: number;
  let whole: Buffer;

  beforeAll(async () => {
    film = await seedStream(`${sources.url}/${SOURCE_SECRET}.mp4`, 'film');
    whole = Buffer.from(await (await fetch(`${sources.url}/${SOURCE_SECRET}.mp4`)).arrayBuffer());
    size = whole.length;
  });

  const ask = (id: number, headers: Record<string, string>, method = 'GET') =>
    fetch(filmUrl(id), { headers, method });

  test('sends a film whole or in ranges or answers 416', async () => {
    const builtIn = await seedStream('test-film', 'film');
    for (const id of [film, builtIn]) {
      const all = await ask(id, {});
      expect([all.status, all.headers.get('content-type')]).toEqual([200, 'video/mp4']);
      expect(all.headers.get('accept-ranges')).toBe('bytes');
      expectSafe(all);
      expect(Buffer.from(await all.arrayBuffer()).equals(whole)).toBe(true);
      const piece = await ask(id, { range: 'bytes=1000-1999' });
      expect([piece.status, piece.headers.get('content-range')]).toEqual([
        206,
        `bytes 1000-1999/${size}`,
      ]);
      expect(Buffer.from(await piece.arrayBuffer()).equals(whole.subarray(1000, 2000))).toBe(true);
      const tail = await ask(id, { range: 'bytes=-500' });
      expect(Buffer.from(await tail.arrayBuffer()).equals(whole.subarray(-500))).toBe(true);
      const past = await ask(id, { range: `bytes=${size}-` });
      expect([past.status, past.headers.get('content-range')]).toEqual([416, `bytes */${size}`]);
      const head = await ask(id, {}, 'HEAD');
      expect([head.status, head.headers.get('content-length')]).toEqual([200, String(size)]);
    }
  });

  test('sends a film whole if its source supports no ranges', async () => {
    const id = await seedStream(`${sources.url}/no-ranges.mp4`, 'film');
    const answer = await ask(id, { range: 'bytes=1000-1999' });
    expect([answer.status, answer.headers.get('content-range')]).toEqual([200, null]);
    expect((await answer.arrayBuffer()).byteLength).toBe(size);
  });

  test('serves a film only under /movie and an episode only under /series', async () => {
    const episode = await seedStream('test-film', 'episode');
    const status = async (url: string) => (await fetch(url, { method: 'HEAD' })).status;
    expect(await status(filmUrl(film))).toBe(200);
    expect(await status(filmUrl(episode, 'series'))).toBe(200);
    expect(await status(filmUrl(film, 'series'))).toBe(403);
    expect(await status(filmUrl(episode, 'movie'))).toBe(403);
    expect(await status(liveUrl(film, 'ts'))).toBe(403);
    expect(await status(filmUrl(1))).toBe(403);
    expect(await status(`${player.url}/movie/${line.username}/errada/${film}.mp4`)).toBe(403);
    expect(await status(`${player.url}/movie/${line.username}/${line.password}/x.mp4`)).toBe(404);
  });

  test('counts a film read in several ranges as one viewing', async () => {
    const reader = await seedLine(ctx);
    for (const range of ['bytes=0-9', 'bytes=500000-', 'bytes=10-19']) {
      await (await fetch(filmUrl(film, 'movie', reader), { headers: { range } })).arrayBuffer();
    }
    const { rows } = await ctx.owner.query('select encoding from viewings where line_id = $1', [
      reader.id,
    ]);
    expect(rows).toEqual([{ encoding: 'MP4' }]);
  });
});

describe('a hostile source', { timeout: 40_000 }, () => {
  const cases = [
    ['/html', 'página'],
    ['/html-as-video', 'página'],
    ['/json', 'página'],
    ['/to-inside', 'dentro da rede'],
    ['/to-metadata', 'dentro da rede'],
    ['/endless-header', 'a tempo'],
    ['/giant', 'mais dados'],
    ['/bomb', 'compactados'],
    ['/names-files', 'não são http'],
    ['/gone', 'HTTP 404'],
  ] as const;

  test.each(cases)(
    'forwards nothing of %s as HLS and shows «%s» to the admin',
    async (path, words) => {
      const id = await channel(path);
      const before = sources.taken();
      const first = await fetch(liveUrl(id, 'm3u8'));
      const choice =
        first.status === 200 ? (parse(await first.text()) as types.MasterPlaylist) : undefined;
      const answer = choice ? await fetch(player.url + String(choice.variants[0]?.uri)) : first;
      expect([answer.status, await answer.text()]).toEqual([502, '']);
      expectSafe(answer);
      expect(sources.taken() - before).toBeLessThan(10_000_000);
      await expect.poll(() => problemOf(id), { timeout: 8_000 }).toContain(words);
      expect(await problemOf(id)).not.toContain('127.0.0');
    },
  );

  const broken = cases.filter(([path]) => !['/endless-header', '/names-files'].includes(path));
  test.each(broken)('forwards nothing of %s as .ts', async (path) => {
    const answer = await fetch(liveUrl(await channel(path), 'ts'));
    expect([answer.status, await answer.text()]).toEqual([502, '']);
    expect(answer.headers.get('content-type')).toBe(null);
  });

  test('forwards nothing of a hostile source as a film', async () => {
    const problems = broken.map(([path, words]) => (path === '/giant' ? 'página' : words));
    const ids: number[] = [];
    for (const [path] of broken) {
      const id = await seedStream(`${sources.url}${path}`, 'film');
      const answer = await fetch(filmUrl(id));
      expect([path, answer.status, await answer.text()]).toEqual([path, 502, '']);
      expectSafe(answer);
      ids.push(id);
    }
    const noted = async () => Promise.all(ids.map(problemOf));
    const input = problems.map((words) => expect.stringContaining(words) as string);
    await expect.poll(noted, { timeout: 8_000 }).toEqual(input);
  });

  test('forwards nothing that is no segment although the list names it', async () => {
    const id = await channel('/names-inside');
    const { segmentUrls } = await readHls(id);
    const [inside = '', html = '', disguised = '', endless = ''] = segmentUrls;
    for (const url of [inside, html, disguised]) {
      const answer = await fetch(url);
      expect([answer.status, await answer.text()]).toEqual([502, '']);
    }
    const before = sources.taken();
    await expect(fetch(endless).then((answer) => answer.arrayBuffer())).rejects.toThrow(
      'terminated',
    );
    expect(sources.taken() - before).toBeLessThan(100_000_000);
    await expect.poll(() => problemOf(id), { timeout: 8_000 }).toContain('mais dados');
  });

  test('records that a source works again', async () => {
    const id = await channel('/gone');
    await fetch(liveUrl(id, 'm3u8'));
    await expect.poll(() => problemOf(id), { timeout: 8_000 }).toContain('404');
    await ctx.owner.query('update streams set source = $1 where id = $2', [
      `${sources.url}/live.m3u8`,
      id,
    ]);
    const { segmentUrls } = await readHls(id);
    await (await fetch(String(segmentUrls.at(-1)))).arrayBuffer();
    await expect.poll(() => problemOf(id), { timeout: 8_000 }).toBe('');
  });
});

describe('a real player plays', () => {
  test.each([
    ['/live.m3u8', 'm3u8'],
    ['/live.m3u8', 'ts'],
    ['/stream.ts', 'ts'],
    ['/stream.ts', 'm3u8'],
    ['/master.m3u8', 'ts'],
  ])('plays %s as .%s', async (path, ending) => {
    const show = ['-v', 'error', '-rw_timeout', '15000000', '-show_entries', 'stream=codec_type'];
    const shown = await probe([...show, '-of', 'csv=p=0', liveUrl(await channel(path), ending)]);
    expect(shown ?? ['audio', 'video']).toEqual(['audio', 'video']);
  });

  test.each(['test-film', SOURCE_SECRET])('plays the film %s from its middle', async (name) => {
    const source = name === 'test-film' ? name : `${sources.url}/${name}.mp4`;
    const id = await seedStream(source, 'film');
    const show = ['-v', 'error', '-read_intervals', '60%+1', '-show_entries', 'packet=codec_type'];
    const shown = await probe([...show, '-of', 'csv=p=0', filmUrl(id)]);
    expect(shown ?? ['audio', 'video']).toEqual(['audio', 'video']);
  });

  /** Returns undefined if ffprobe is not installed. */
  async function probe(words: string[]): Promise<string[] | undefined> {
    try {
      const { stdout } = await run(process.env.RAMAL_FFPROBE ?? 'ffprobe', words);
      return [...new Set(stdout.split(/\W+/).filter(Boolean))].toSorted();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      return undefined;
    }
  }
});

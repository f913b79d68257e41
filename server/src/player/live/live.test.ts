import { execFile } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { DAY_MS } from '@ramal/contract/rules/durations';
import { type types, parse } from 'hls-parser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TODAY, type TestContext, createTestContext } from '../../../test/context.ts';
import {
  type OpenPlayer,
  type SeededLine,
  changeLine,
  openPlayer,
  seedLine,
} from '../../../test/player.ts';
import { CHECK_INTERVALS } from '../viewings/viewing-rights.ts';

const run = promisify(execFile);
/** Maximum time in milliseconds between the order to end an access and its end. */
const PROMISE_MS = 15_000;

/**
 * Short intervals for tests. `lateMs` is long, so that the last answer about a line is not used
 * again when the database of a busy machine is slow.
 */
const QUICK = { checkEveryMs: 150, goodForMs: 1_500, lateMs: PROMISE_MS };

let ctx: TestContext;
let player: OpenPlayer;
let quick: OpenPlayer;

beforeAll(async () => {
  ctx = await createTestContext();
  // Removes the limit of screens, because viewings in all forms run at the same time and must not
  // end each other.
  await ctx.owner.query('update packages set max_connections = 0');
  player = await openPlayer(ctx);
  quick = await openPlayer(ctx, QUICK);
});

afterAll(async () => {
  await player.close();
  await quick.close();
  await ctx.close();
});

const liveUrl = ({ url }: OpenPlayer, { username, password }: SeededLine, file: string) =>
  `${url}/live/${username}/${password}/${file}`;

async function readHls(at: OpenPlayer, line: SeededLine, file = '1.m3u8') {
  const choice = parse(await textOf(liveUrl(at, line, file))) as types.MasterPlaylist;
  const playlistUrl = new URL(String(choice.variants[0]?.uri), at.url).href;
  const playlist = parse(await textOf(playlistUrl)) as types.MediaPlaylist;
  const segmentUrls = playlist.segments.map(({ uri }) => new URL(uri, at.url).href);
  return { choice, playlistUrl, playlist, segmentUrls };
}

async function textOf(url: string): Promise<string> {
  const answer = await fetch(url);
  expect(answer.status, url).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/vnd.apple.mpegurl');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  return answer.text();
}

function expectMpegTs(bytes: Buffer): void {
  expect(bytes.length).toBeGreaterThan(20 * 188);
  for (let at = 0; at + 188 <= bytes.length; at += 188) expect(bytes[at]).toBe(0x47);
}

describe('HLS', () => {
  test('returns a live playlist of signed URLs without password and source', async () => {
    const line = await seedLine(ctx);
    const { choice, playlist, playlistUrl, segmentUrls } = await readHls(player, line);
    expect(choice.variants[0]?.bandwidth).toBeGreaterThan(0);
    expect(playlist.endlist).toBe(false);
    expect(playlist.segments.length).toBeGreaterThanOrEqual(3);
    const longest = Math.max(...playlist.segments.map(({ duration }) => duration));
    expect(longest).toBeLessThanOrEqual(playlist.targetDuration);
    for (const address of [playlistUrl, ...segmentUrls]) {
      expect(address).not.toContain(line.password);
      expect(address).not.toContain('test-channel');
    }
    for (const url of segmentUrls) {
      const answer = await fetch(url);
      expect(answer.headers.get('content-type')).toBe('video/mp2t');
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect(answer.headers.get('content-length')).toBe(String(bytes.length));
      expectMpegTs(bytes);
    }
  });

  test('advances with time and never changes the URL of a segment', async () => {
    const { playlistUrl, playlist } = await readHls(player, await seedLine(ctx));
    const urls = new Map(
      playlist.segments.map((segment) => [segment.mediaSequenceNumber, segment.uri]),
    );
    // Runs longer than a minute, because hls.js stops a channel if a URL changes within that time.
    for (let passed = 0; passed < 70; passed += 4) {
      ctx.clock.forward(4_000);
      const { segments } = parse(await textOf(playlistUrl)) as types.MediaPlaylist;
      const repeated = segments.filter((segment) => urls.has(segment.mediaSequenceNumber));
      expect(repeated.length).toBeGreaterThanOrEqual(2);
      expect(repeated.length).toBeLessThan(segments.length);
      for (const { mediaSequenceNumber, uri } of repeated)
        expect(uri).toBe(urls.get(mediaSequenceNumber));
      for (const segment of segments) urls.set(segment.mediaSequenceNumber, segment.uri);
    }
  });

  test('serves only current segments to valid tickets', async () => {
    const { playlistUrl, segmentUrls } = await readHls(player, await seedLine(ctx));
    const newest = String(segmentUrls.at(-1));
    const status = async (url: string) => (await fetch(url)).status;
    const other = (change: number) =>
      newest.replace(/(\d+)\.ts$/, (_, n) => `${Number(n) + change}.ts`);
    expect(await status(other(1))).toBe(404);
    expect(await status(other(-1_000))).toBe(404);
    expect(await status(newest.replace('/hls/', '/hls/9'))).toBe(403);
    expect(await status(newest.replace(/\.(.)([^.]*)\/\d+\.ts$/, '.$2/1.ts'))).toBe(403);
    ctx.clock.forward(130_000);
    expect(await status(newest)).toBe(404);
    ctx.clock.forward(7 * DAY_MS);
    expect(await status(newest)).toBe(403);
    expect(await status(playlistUrl)).toBe(403);
  });

  test('accepts the short form of a channel’s URL', async () => {
    const { username, password } = await seedLine(ctx);
    const answer = await fetch(`${player.url}/${username}/${password}/1.m3u8`);
    expect(parse(await answer.text())).toHaveProperty('variants');
  });
});

describe('.ts', () => {
  test.each(['/live/', '/'])('streams a channel under %s with and without .ts', async (prefix) => {
    const { username, password } = await seedLine(ctx);
    for (const file of ['1.ts', '1']) {
      const viewer = await watch(`${player.url}${prefix}${username}/${password}/${file}`);
      expect(viewer.answer.headers.get('content-type')).toBe('video/mp2t');
      await viewer.until((bytes) => bytes > 188 * 100);
      expectMpegTs(Buffer.concat(viewer.parts).subarray(0, 188 * 100));
      await viewer.leave();
    }
  });

  test('answers HEAD without a body', async () => {
    const answer = await fetch(liveUrl(player, await seedLine(ctx), '1.ts'), { method: 'HEAD' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('video/mp2t');
  });

  test('ends streams when the server stops', async () => {
    const stopping = await openPlayer(ctx);
    const viewer = await watch(liveUrl(stopping, await seedLine(ctx), '1.ts'));
    await viewer.until((bytes) => bytes > 0);
    await Promise.all([stopping.close(), viewer.ended]);
    await expect(fetch(stopping.url)).rejects.toThrow('fetch failed');
  });
});

test('refuses a stream outside the bouquets of the line or without a source', async () => {
  await ctx.owner.query(`
    insert into categories (id, kind, name) values (2, 'live', 'Fora de todo bouquet');
    insert into streams (id, kind, name, category_id, source)
      values (20, 'live', 'Fora', 2, 'test-channel'), (21, 'live', 'Sem sinal', 1, 'nada')`);
  const line = await seedLine(ctx);
  for (const file of ['20.ts', '20.m3u8', '21.ts', '21.m3u8', '999.ts']) {
    expect([file, (await fetch(liveUrl(player, line, file))).status]).toEqual([file, 403]);
  }
});

test.each(['1.m3u8', '1.ts'])('%s plays in a real player', async (file) => {
  expect(await play(await seedLine(ctx), file)).toEqual(['audio', 'video']);
});

/** Plays the file with ffprobe; without ffprobe it checks the bytes of a segment. */
async function play(line: SeededLine, file: string): Promise<string[]> {
  const probe = process.env.RAMAL_FFPROBE ?? 'ffprobe';
  const shown = '-v error -rw_timeout 15000000 -show_entries stream=codec_type -of csv=p=0';
  try {
    const { stdout } = await run(probe, [...shown.split(' '), liveUrl(player, line, file)]);
    return [...new Set(stdout.split(/\W+/).filter(Boolean))].toSorted();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    const { segmentUrls } = await readHls(player, line);
    expectMpegTs(Buffer.from(await (await fetch(String(segmentUrls.at(-1)))).arrayBuffer()));
    return ['audio', 'video'];
  }
}

describe('access ends in the middle of playing', () => {
  test('ends access within 15 seconds of the order with the default intervals even without a database', () => {
    expect(CHECK_INTERVALS.checkEveryMs + CHECK_INTERVALS.goodForMs).toBeLessThan(PROMISE_MS);
  });

  const orders = [
    ['switched off', 'is_on = false'],
    ['expired', `expires_at = '2020-01-01'`],
    ['deleted', 'deleted_at = now()'],
    ['blocked', 'blocked_for_abuse_at = now()'],
    ['given a new password', `password = 'nova'`],
    ['moved to a package without the channel', `package_id = null, bouquet_ids = '{2}'`],
  ] as const;

  test.each(orders)('%s: cuts the .ts and refuses the next playlist', async (_, order) => {
    const line = await seedLine(ctx);
    const { playlistUrl } = await readHls(quick, line);
    const viewer = await watch(liveUrl(quick, line, '1.ts'));
    await viewer.until((bytes) => bytes > 0);
    await changeLine(ctx, line.id, order);
    const orderedAt = performance.now();
    const answer = await fetch(playlistUrl);
    expect([answer.status, await answer.text()]).toEqual([403, expect.stringMatching(/\.$/)]);
    await viewer.ended;
    expect(performance.now() - orderedAt).toBeLessThan(PROMISE_MS);
  });

  // Segments use the cached answer until the next check, so the test waits for that time.
  test.each(orders)('%s: refuses segments too', async (_, order) => {
    const line = await seedLine(ctx);
    const newest = String((await readHls(quick, line)).segmentUrls.at(-1));
    expect((await fetch(newest)).status).toBe(200);
    await changeLine(ctx, line.id, order);
    await delay(QUICK.checkEveryMs);
    expect((await fetch(newest)).status).toBe(403);
  });

  test('ends access with the default intervals too', async () => {
    const line = await seedLine(ctx);
    const viewer = await watch(liveUrl(player, line, '1.ts'));
    await viewer.until((bytes) => bytes > 0);
    await changeLine(ctx, line.id, 'is_on = false');
    const orderedAt = performance.now();
    await viewer.ended;
    expect(performance.now() - orderedAt).toBeLessThan(PROMISE_MS);
  });

  test('ends the stream of a line that expires while it plays', async () => {
    const line = await seedLine(ctx);
    const viewer = await watch(liveUrl(quick, line, '1.ts'));
    await viewer.until((bytes) => bytes > 0);
    ctx.clock.set('2026-12-21T15:00:00Z');
    await viewer.ended;
    const answer = await fetch(liveUrl(quick, line, '1.ts'));
    expect([answer.status, await answer.text()]).toEqual([403, expect.stringMatching(/\.$/)]);
    ctx.clock.set(TODAY);
  });
});

describe('while the database is away', () => {
  const away = { now: false, hangs: false };
  let shaky: OpenPlayer;

  beforeAll(async () => {
    const many: typeof ctx.db.many = (query, plan) => {
      if (away.hangs) return new Promise(() => undefined);
      if (away.now) return Promise.reject(new Error('Connection terminated'));
      return ctx.db.many(query, plan);
    };
    shaky = await openPlayer({ ...ctx, db: { ...ctx.db, many } }, { ...QUICK, lateMs: 100 });
  });
  afterAll(() => shaky.close());

  test('serves a refresh from memory when the database does not answer in time', async () => {
    const { playlistUrl } = await readHls(shaky, await seedLine(ctx));
    expect((await fetch(playlistUrl)).status).toBe(200);
    away.hangs = true;
    const since = performance.now();
    expect((await fetch(playlistUrl)).status).toBe(200);
    expect(performance.now() - since).toBeLessThan(QUICK.goodForMs);
    away.hangs = false;
  });

  test('continues a viewing of another process that the replica knows', async () => {
    const survivor = await openPlayer(
      {
        ...ctx,
        db: { ...ctx.db, many: () => Promise.reject(new Error('Connection terminated')) },
        replica: { snapshot: ctx.db } as unknown as NonNullable<typeof ctx.replica>,
      },
      { ...QUICK, lateMs: 100 },
    );
    const line = await seedLine(ctx);
    const { playlistUrl } = await readHls(player, line);
    const elsewhere = new URL(new URL(playlistUrl).pathname, survivor.url);
    expect((await fetch(elsewhere)).status).toBe(200);
    const blocked = await seedLine(ctx);
    const { playlistUrl: blockedUrl } = await readHls(player, blocked);
    await changeLine(ctx, blocked.id, 'is_on = false');
    const refused = await fetch(new URL(new URL(blockedUrl).pathname, survivor.url));
    expect(refused.status).toBe(403);
    await ctx.owner.query(
      `update viewings set ended_at = now(), ended_because = 'left' where line_id = $1`,
      [line.id],
    );
    await delay(QUICK.goodForMs);
    expect((await fetch(elsewhere)).status).toBe(503);
    await survivor.close();
  });

  test('continues streams for a short time without the database and serves them again afterwards', async () => {
    const line = await seedLine(ctx);
    const { playlistUrl } = await readHls(shaky, line);
    const viewer = await watch(liveUrl(shaky, line, '1.ts'));
    await viewer.until((bytes) => bytes > 0);
    away.now = true;
    const awaySince = performance.now();
    expect((await fetch(playlistUrl)).status).toBe(200);
    await viewer.ended;
    const lasted = performance.now() - awaySince;
    expect(lasted).toBeGreaterThan(QUICK.checkEveryMs);
    expect(lasted).toBeLessThan(PROMISE_MS);
    expect((await fetch(playlistUrl)).status).toBe(503);
    away.now = false;
    expect((await fetch(playlistUrl)).status).toBe(200);
  });
});

interface Viewer {
  readonly answer: Response;
  readonly parts: Buffer[];
  until(enough: (bytes: number) => boolean): Promise<void>;
  /** Resolves when the server ended the connection. */
  readonly ended: Promise<void>;
  leave(): Promise<void>;
}

async function watch(url: string): Promise<Viewer> {
  const leaving = new AbortController();
  const answer = await fetch(url, { signal: leaving.signal });
  expect(answer.status).toBe(200);
  const parts: Buffer[] = [];
  let bytes = 0;
  const read = async () => {
    for await (const part of answer.body ?? []) {
      parts.push(Buffer.from(part));
      bytes += part.length;
    }
  };
  // A connection closed in the middle of a chunk is an error to fetch. This test expects that
  // error.
  const ended = read().catch(() => {});
  const until = async (enough: (read: number) => boolean) => {
    while (!enough(bytes)) await delay(10);
  };
  const leave = () => {
    leaving.abort();
    return ended;
  };
  return { answer, parts, until, ended, leave };
}

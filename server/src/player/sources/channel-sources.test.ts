/** Tests channels with several sources, which are servers on this machine that fail on request. */
import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { checkSources, listStreams } from '@ramal/contract/catalogue/catalogue';
import {
  editChannelSources,
  getChannelSources,
  listChannelSources,
} from '@ramal/contract/catalogue/channel-sources';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Person, person } from '../../../test/accounts.ts';
import { work } from '../../../test/catalogue.ts';
import { call, createTestContext, TODAY, type TestContext } from '../../../test/context.ts';
import { type OpenPlayer, type SeededLine, openPlayer, seedLine } from '../../../test/player.ts';
import { continuous, liveWindow, segmentBytes } from '../test-channel/test-channel.ts';
import { checkFailedSources } from './follow-sources.ts';

const QUICK = { checkEveryMs: 150, goodForMs: 1_500, writeEveryMs: 20, sourceTimeoutMs: 2_000 };
const PACKET_BYTES = 188;

const down = new Set<string>();
const requested: { path: string; userAgent: string | undefined }[] = [];
const running = new Map<ServerResponse, string>();

/** Sends `/NAME.ts`, `/NAME.m3u8` and `/NAME/NUMBER.ts` while NAME is not down. */
const source = createServer(({ url = '', headers }, response) => {
  const [, name = '', segment, form] = /^\/([a-z]+)(?:\/(\d+))?\.(ts|m3u8)$/.exec(url) ?? [];
  requested.push({ path: url, userAgent: headers['user-agent'] });
  if (name === '' || down.has(name)) return void response.writeHead(503).end();
  if (segment) return void response.end(segmentBytes(Number(segment)));
  if (form === 'm3u8') return void response.end(playlist(name));
  const over = new AbortController();
  running.set(response, name);
  response.once('close', () => {
    running.delete(response);
    over.abort();
  });
  response.setHeader('content-type', 'video/mp2t');
  Readable.from(continuous(Date.now(), over.signal)).pipe(response);
});

function playlist(name: string): string {
  const { mediaSequence, targetDurationSeconds, segments } = liveWindow(Date.now());
  return [
    '#EXTM3U',
    `#EXT-X-TARGETDURATION:${targetDurationSeconds}`,
    `#EXT-X-MEDIA-SEQUENCE:${mediaSequence}`,
    ...segments.flatMap(({ number, durationSeconds }) => [
      `#EXTINF:${durationSeconds},`,
      `/${name}/${number}.ts`,
    ]),
  ].join('\n');
}

/** Ends the running streams of a source and refuses new ones. */
function stop(name: string): void {
  down.add(name);
  for (const [response, streaming] of running) if (streaming === name) response.destroy();
}

let ctx: TestContext;
let admin: Person;
let as: { token: string };
let player: OpenPlayer;
let line: SeededLine;
let at: string;
let nextId = 300;

beforeAll(async () => {
  await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve));
  at = `http://127.0.0.1:${(source.address() as AddressInfo).port}`;
  ctx = await createTestContext({ RAMAL_PRIVATE_ORIGINS: '127.0.0.1' });
  admin = await person(ctx, { profile: 'admin' });
  as = { token: admin.token };
  player = await openPlayer(ctx, QUICK);
  await ctx.owner.query('update packages set max_connections = 0');
  line = await seedLine(ctx);
});
afterAll(async () => {
  await player.close();
  await ctx.close();
  source.closeAllConnections();
  source.close();
});
beforeEach(() => {
  down.clear();
  requested.length = 0;
  ctx.clock.set(TODAY);
});

/** Creates a channel with `first` in its own row, and with `others` as further sources. */
async function channel(first: string, ...others: string[]): Promise<number> {
  nextId += 1;
  await ctx.owner.query(
    `insert into streams (id, kind, number, name, category_id, source) values ($1::bigint, 'live', $1::int, $2, 1, $3)`,
    [nextId, `Canal ${nextId}`, address(first)],
  );
  if (others.length > 0) {
    const { sources } = await read(nextId);
    await edit(nextId, [
      { id: sources[0]!.id },
      ...others.map((other) => ({ address: address(other) })),
    ]);
  }
  return nextId;
}
const address = (name: string): string => (name.includes(':') ? name : `${at}/${name}`);

const read = async (id: number) => {
  const { status, body } = await call(ctx, getChannelSources, { params: { id } }, as);
  expect([status, body]).toEqual([200, expect.anything()]);
  return body;
};
const edit = (id: number, sources: object[]) =>
  call(ctx, editChannelSources, { params: { id }, body: { sources } }, as);
const activeOf = async (id: number) =>
  (await read(id)).sources.findIndex(({ active }) => active) + 1;

async function check(id: number): Promise<void> {
  const { body } = await call(ctx, checkSources, { body: { stream: id } }, as);
  await work(ctx, body);
}

const urlOf = (id: number, ending: string) =>
  `${player.url}/live/${line.username}/${line.password}/${id}.${ending}`;

/** Watches on a new connection. `fetch` would open an aborted connection again. */
async function watch(id: number) {
  const request = get(urlOf(id, 'ts'), { agent: false });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  let bytes = 0;
  answer.on('data', (part: Buffer) => (bytes += part.length));
  answer.on('error', () => undefined);
  return {
    status: answer.statusCode,
    bytes: () => bytes,
    leave: () => void request.destroy(),
  };
}

describe('measurement', () => {
  it('reads formats, size, rate and first byte of a continuous stream and of HLS', async () => {
    const id = await channel('a.ts', 'b.m3u8');
    await check(id);
    const { sources, state } = await read(id);
    expect(state).toBe('ok');
    for (const measured of sources) {
      expect(measured).toMatchObject({
        state: 'ok',
        video: 'H.264',
        audio: 'AAC',
        width: 640,
        height: 360,
        problem: '',
        checked_at_timestamp: Date.parse(TODAY) / 1000,
      });
      expect(measured.bits_per_second).toBeGreaterThan(100_000);
      expect(measured.bits_per_second).toBeLessThan(1_000_000);
      expect(measured.first_byte_ms).toBeGreaterThanOrEqual(0);
    }
  });

  it('reports the segment that does not open although the playlist does', async () => {
    const id = await channel('gone.m3u8');
    await ctx.owner.query(`update streams set source = $2 where id = $1`, [id, `${at}/c.m3u8`]);
    const original = source.listeners('request');
    source.removeAllListeners('request');
    source.on('request', ({ url = '' }, response: ServerResponse) =>
      url.endsWith('.m3u8') ? response.end(playlist('c')) : response.writeHead(404).end(),
    );
    await check(id);
    source.removeAllListeners('request');
    for (const listener of original) source.on('request', listener as never);
    expect((await read(id)).sources[0]).toMatchObject({
      state: 'problem',
      problem: 'o vídeo não abre: respondeu com o erro 404',
      failure: 'o vídeo não abre: respondeu com o erro 404',
    });
  });

  it('describes the channel by its source in use, and never returns an address', async () => {
    const id = await channel('secreta.ts', 'b.ts');
    down.add('secreta');
    await check(id);
    const { body } = await call(ctx, listChannelSources, { query: { search: `Canal ${id}` } }, as);
    expect(body.data[0]).toMatchObject({
      id,
      state: 'fallback',
      sources: 2,
      working: 1,
      active_position: 2,
      problem: 'respondeu com o erro 503',
      width: 640,
    });
    const both = await call(
      ctx,
      listChannelSources,
      { query: { state: 'problem', search: `Canal ${id}` } },
      as,
    );
    expect(both.body.total).toBe(1);
    const streams = await call(ctx, listStreams, { query: { search: `Canal ${id}` } }, as);
    expect(streams.body.data[0]).toMatchObject({ source_state: 'ok' });
    await ctx.owner.query(`update streams set source = $2 where id = $1`, [
      id,
      'http://origem.exemplo/live/usuario/senha/7.ts?token=t',
    ]);
    const text = JSON.stringify(await read(id));
    for (const secret of ['usuario', 'senha', 'token']) expect(text).not.toContain(secret);
    expect(text).toContain('origem.exemplo');
  });
});

describe('failover', () => {
  it('plays the next source for a new viewing when the first does not open', async () => {
    const id = await channel('a.ts', 'b.ts');
    down.add('a');
    const viewer = await watch(id);
    expect(viewer.status).toBe(200);
    await expect.poll(viewer.bytes, { timeout: 5_000 }).toBeGreaterThan(PACKET_BYTES);
    viewer.leave();
    expect(await activeOf(id)).toBe(2);
    expect((await read(id)).sources[0]).toMatchObject({ state: 'problem', failure: /503/ });
  });

  it('keeps a running stream and moves it to the next source', async () => {
    const id = await channel('a.ts', 'b.ts');
    const viewer = await watch(id);
    await expect.poll(viewer.bytes, { timeout: 5_000 }).toBeGreaterThan(PACKET_BYTES);
    stop('a');
    const before = viewer.bytes();
    await expect
      .poll(() => requested.some(({ path }) => path === '/b.ts'), { timeout: 8_000 })
      .toBe(true);
    await expect.poll(viewer.bytes, { timeout: 8_000 }).toBeGreaterThan(before + 100_000);
    viewer.leave();
    expect(await activeOf(id)).toBe(2);
  });

  it('plays the next source as HLS, with segments that open', async () => {
    const id = await channel('a.m3u8', 'b.m3u8');
    down.add('a');
    const choice = await (await fetch(urlOf(id, 'm3u8'))).text();
    const list = /^\/hls\/.+$/m.exec(choice)![0];
    const text = await (await fetch(player.url + list)).text();
    const segment = text.split('\n').findLast((row) => row.startsWith('/hls/'))!;
    const answer = await fetch(player.url + segment);
    expect(answer.status).toBe(200);
    expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(20 * PACKET_BYTES);
    expect(await activeOf(id)).toBe(2);
  });

  it('moves a running HLS viewing when the playlist stops to answer', async () => {
    const id = await channel('a.m3u8', 'b.m3u8');
    const choice = await (await fetch(urlOf(id, 'm3u8'))).text();
    const list = player.url + /^\/hls\/.+$/m.exec(choice)![0];
    const statusOf = async (url: string) => {
      const answer = await fetch(url);
      await answer.arrayBuffer();
      return answer.status;
    };
    expect(await statusOf(list)).toBe(200);
    stop('a');
    const refresh = async () => [await statusOf(list), await activeOf(id)];
    await expect.poll(refresh, { timeout: 8_000 }).toEqual([200, 2]);
    const text = await (await fetch(list)).text();
    const segment = text.split('\n').findLast((row) => row.startsWith('/hls/'))!;
    expect(await statusOf(player.url + segment)).toBe(200);
  });

  it('sends 502 when every source fails, and tries them again later', async () => {
    const id = await channel('a.ts', 'b.ts');
    down.add('a').add('b');
    const refused = await watch(id);
    refused.leave();
    expect(refused.status).toBe(502);
    ctx.clock.forward(11_000);
    down.delete('a');
    const viewer = await watch(id);
    expect(viewer.status).toBe(200);
    viewer.leave();
  });

  it('falls back to the built-in channel', async () => {
    const id = await channel('a.ts', 'b.ts');
    await ctx.owner.query(`update streams set source = 'test-channel' where id = $1`, [id]);
    const { sources } = await read(id);
    await edit(id, [{ id: sources[1]!.id }, { id: sources[0]!.id }]);
    down.add('b');
    const viewer = await watch(id);
    expect(viewer.status).toBe(200);
    viewer.leave();
    expect(await activeOf(id)).toBe(2);
  });
});

describe('return', () => {
  const minute = async () => {
    ctx.clock.forward(60_000);
    await checkFailedSources(ctx);
  };

  it('returns to the first source after three proofs and a minute of rest', async () => {
    const id = await channel('a.ts', 'b.ts');
    await check(id);
    down.add('a');
    await check(id);
    expect(await activeOf(id)).toBe(2);
    down.delete('a');
    for (const expected of [2, 2, 2, 1]) {
      await minute();
      expect(await activeOf(id)).toBe(expected);
    }
    expect((await read(id)).sources.map(({ state }) => state)).toEqual(['ok', 'ok']);
  });

  it('rests longer after each fall within an hour', async () => {
    const id = await channel('a.ts', 'b.ts');
    const minutesAway: number[] = [];
    for (let fall = 0; fall < 3; fall += 1) {
      down.add('a');
      await check(id);
      down.delete('a');
      let minutes = 0;
      do {
        await minute();
        minutes += 1;
      } while ((await activeOf(id)) !== 1 && minutes < 30);
      minutesAway.push(minutes);
    }
    expect(minutesAway).toEqual([4, 5, 7]);
  });

  it('notifies the admins once when a channel has no source left', async () => {
    const id = await channel('a.ts', 'b.ts');
    down.add('a').add('b');
    await check(id);
    const notices = async () =>
      (
        await ctx.owner.query<{ title: string; body: string; path: string }>(
          `select title, body, path from notices where subject = 'channels-lost' and account_id = $1 and read_at is null`,
          [admin.id],
        )
      ).rows;
    expect(await notices()).toEqual([]);
    await minute();
    expect(await notices()).toEqual([
      {
        title: `Canal ${id} está sem fonte`,
        body: 'Nenhuma fonte abre: respondeu com o erro 503',
        path: '/catalogue/fontes?health=lost',
      },
    ]);
    await ctx.owner.query(`update notices set read_at = now() where subject = 'channels-lost'`);
    await minute();
    expect(await notices()).toEqual([]);
    expect((await read(id)).state).toBe('lost');
    down.clear();
    await minute();
    expect((await read(id)).state).not.toBe('lost');
  });
});

describe('order', () => {
  it('uses the source that an admin puts first', async () => {
    const id = await channel('a.ts', 'b.ts');
    const { sources } = await read(id);
    const { body } = await edit(id, [{ id: sources[1]!.id }, { id: sources[0]!.id }]);
    expect(body.sources.map(({ id: sourceId, active }) => [sourceId, active])).toEqual([
      [sources[1]!.id, true],
      [sources[0]!.id, false],
    ]);
    const viewer = await watch(id);
    viewer.leave();
    expect(requested.map(({ path }) => path)).toEqual(['/b.ts']);
  });

  it('sends the request headers of a source', async () => {
    const id = await channel('a.ts');
    const { sources } = await read(id);
    await edit(id, [
      { address: `${at}/b.ts`, headers: 'User-Agent: Player/1' },
      { id: sources[0]!.id },
    ]);
    expect((await read(id)).sources[0]!.headers).toBe('User-Agent');
    const viewer = await watch(id);
    viewer.leave();
    expect(requested).toContainEqual({ path: '/b.ts', userAgent: 'Player/1' });
  });

  it('removes a source in use and returns to the own one', async () => {
    const id = await channel('a.ts', 'b.ts');
    down.add('a');
    await check(id);
    const { sources } = await read(id);
    const { body } = await edit(id, [{ id: sources[0]!.id }]);
    expect(body.sources).toMatchObject([{ active: true, is_own: true }]);
  });

  it.each<[string, (ids: number[]) => object[], string]>([
    ['without the own source', () => [{ address: 'http://x.example/1.ts' }], 'sources'],
    ['with an unknown source', ([first]) => [{ id: first }, { id: 999_999 }], 'sources.1.id'],
    ['with the same source twice', ([first]) => [{ id: first }, { id: first }], 'sources.1.id'],
    ['without an address', ([first]) => [{ id: first }, {}], 'sources.1.address'],
    [
      'with an address that is no http',
      ([first]) => [{ id: first }, { address: 'ftp://x/1' }],
      'sources.1.address',
    ],
    [
      'with a line that is no header',
      ([first]) => [{ id: first }, { address: 'http://x.example/1.ts', headers: 'Host: x' }],
      'sources.1.headers',
    ],
  ])('rejects an order %s', async (_, sources, field) => {
    const id = await channel('a.ts', 'b.ts');
    const before = await read(id);
    const answer = await edit(id, sources(before.sources.map((row) => row.id)));
    expect(answer.status).toBe(422);
    expect(Object.keys((answer.body as { fields?: object }).fields ?? {})).toEqual([field]);
    expect(await read(id)).toEqual(before);
  });

  it('returns 404 for a film', async () => {
    await ctx.owner.query(
      `insert into categories (id, kind, name) values (70, 'film', 'Filmes');
       insert into streams (id, kind, name, category_id, source) values (299, 'film', 'Filme', 70, 'test-film')`,
    );
    expect((await call(ctx, getChannelSources, { params: { id: 299 } }, as)).status).toBe(404);
  });
});

/**
 * Tests a source that rejects every request without the headers of its list. The check of sources,
 * the relay and films send requests to it.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { checkSources } from '@ramal/contract/catalogue/catalogue';
import { parse, type types } from 'hls-parser';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Person, person } from '../../../test/accounts.ts';
import { apply, newList, readList, work } from '../../../test/catalogue.ts';
import { type TestContext, call, createTestContext } from '../../../test/context.ts';
import { type OpenPlayer, type SeededLine, openPlayer, seedLine } from '../../../test/player.ts';

const list = readFileSync(
  new URL('../../catalogue/import/cases/m3u-09-player-options.m3u', import.meta.url),
  'utf8',
);
const PACKET = Buffer.concat([Buffer.from([0x47]), Buffer.alloc(187)]);
const PLAYLIST =
  '#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:6\n#EXT-X-MEDIA-SEQUENCE:1\n#EXTINF:6,\nparte1.ts\n';
const bodies: Record<string, string | Buffer> = {
  '/outro/61.m3u8': PLAYLIST,
  '/outro/parte1.ts': Buffer.concat(Array.from({ length: 20 }, () => PACKET)),
  '/movie/u/p/62.mp4': Buffer.concat([Buffer.from('\0\0\0\u0018ftypisom'), Buffer.alloc(5000)]),
};
const refused: string[] = [];
const source = createServer(({ url, headers }, response) => {
  const isRight =
    headers['user-agent'] === 'Player/1' && headers.referer === 'http://site.exemplo/';
  if (!isRight) {
    refused.push(url!);
    return void response.writeHead(403).end();
  }
  if (url === '/live/61.m3u8') {
    return void response.writeHead(302, { location: '/outro/61.m3u8' }).end();
  }
  return void response.writeHead(bodies[url!] ? 200 : 404).end(bodies[url!]);
});

let ctx: TestContext;
let admin: Person;
let player: OpenPlayer;
let line: SeededLine;
let streams: { id: number; kind: string; name: string }[];
let message: string;
let listId: number;

beforeAll(async () => {
  await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve));
  const at = `http://127.0.0.1:${(source.address() as AddressInfo).port}`;
  ctx = await createTestContext({ RAMAL_PRIVATE_ORIGINS: '127.0.0.1' });
  admin = await person(ctx, { profile: 'admin' });
  player = await openPlayer(ctx);
  line = await seedLine(ctx);
  listId = await newList(ctx, admin);
  const film = `#EXTINF:-1 user-agent="Player/1" referrer="http://site.exemplo/",Filme\n${at}/movie/u/p/62.mp4\n`;
  const whole = list.replaceAll('http://origem.exemplo', at) + film;
  const preview = await readList(ctx, admin, listId, whole);
  message = preview.task!.message;
  await apply(ctx, admin, preview.id);
  await ctx.owner.query(`
    update packages set max_connections = 0;
    insert into bouquet_categories select b.id, c.id from bouquets b, categories c on conflict do nothing`);
  streams = (
    await ctx.owner.query(`select id, kind, name from streams where list_id = $1`, [listId])
  ).rows;
});
afterAll(async () => {
  await player.close();
  await ctx.close();
  source.closeAllConnections();
  source.close();
});

const urlOf = (kind: string, folder: string, ending: string) =>
  `${player.url}/${folder}/${line.username}/${line.password}/${streams.find((stream) => stream.kind === kind)!.id}.${ending}`;
const textOf = async (url: string) => (await fetch(url)).text();

it('sends the user agent and the referer of the list with every request to its sources', async () => {
  expect(message).toBe('2 itens lidos. Não importado: 1 × opção de player.');
  const as = { token: admin.token };
  const started = await call(ctx, checkSources, { body: { list: listId } }, as);
  await work(ctx, started.body);
  const { rows } = await ctx.owner.query(
    `select source_problem from streams where list_id = $1 and source_checked_at is not null`,
    [listId],
  );
  expect(rows).toEqual([{ source_problem: '' }, { source_problem: '' }]);

  const first = await textOf(urlOf('live', 'live', 'm3u8'));
  const variant = (parse(first) as types.MasterPlaylist).variants[0]!.uri;
  const playlist = parse(await textOf(new URL(variant, player.url).href)) as types.MediaPlaylist;
  const segment = await fetch(new URL(playlist.segments[0]!.uri, player.url));
  expect([segment.status, (await segment.arrayBuffer()).byteLength]).toEqual([200, 20 * 188]);

  const film = await fetch(urlOf('film', 'movie', 'mp4'));
  expect([film.status, (await film.arrayBuffer()).byteLength]).toEqual([200, 5012]);

  const leaving = new AbortController();
  const relayed = await fetch(urlOf('live', 'live', 'ts'), { signal: leaving.signal });
  const read = await relayed.body!.getReader().read();
  expect([relayed.status, read.value![0]]).toEqual([200, 0x47]);
  leaving.abort();
  expect(refused).toEqual([]);
});

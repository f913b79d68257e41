/** Tests request headers that an admin writes for a list, or that its entries contain. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  createSourceList,
  editSourceList,
  getImport,
  importFromAddress,
  listSourceLists,
} from '@ramal/contract/catalogue/catalogue-lists';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Person, person } from '../../../test/accounts.ts';
import { apply, work } from '../../../test/catalogue.ts';
import { type TestContext, call, createTestContext } from '../../../test/context.ts';
import { seedLine } from '../../../test/player.ts';
import { fetchSource } from '../../foundation/untrusted/fetch-source.ts';

const HEADERS = 'User-Agent: Player/2\n\n Cookie : conta=7; b=c:d\nX-Token: abc';
const received = new Map<string, IncomingHttpHeaders>();
let port: number;
const source = createServer(({ url, headers }, response) => {
  received.set(`${headers.host} ${url}`, headers);
  if (url === '/movie/u/p/2.mp4')
    return void response.writeHead(302, { location: `http://localhost:${port}/b.mp4` }).end();
  if (url !== '/lista.m3u') return void response.end('film');
  if (headers['user-agent'] !== 'Player/2') return void response.writeHead(403).end();
  const at = `http://127.0.0.1:${port}`;
  return void response.end(
    [
      '#EXTM3U',
      '#EXTINF:-1,Um',
      `${at}/movie/u/p/1.mp4`,
      '#EXTINF:-1,Dois',
      '#EXTVLCOPT:http-user-agent=Own/1',
      '#EXTVLCOPT:network-caching=1000',
      '#KODIPROP:inputstream.adaptive.stream_headers=Origin=http%3A%2F%2Fsite.exemplo&X-Own=1',
      `${at}/movie/u/p/2.mp4|Referer=http://site.exemplo/&verifypeer=false&Host=x&Range=1`,
      '',
    ].join('\n'),
  );
});

let ctx: TestContext;
let admin: Person;
let as: { token: string };
beforeAll(async () => {
  await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve));
  port = (source.address() as AddressInfo).port;
  ctx = await createTestContext({ RAMAL_PRIVATE_ORIGINS: '127.0.0.1,localhost' });
  admin = await person(ctx, { profile: 'admin' });
  as = { token: admin.token };
});
afterAll(async () => {
  await ctx.close();
  source.close();
});

it('sends the headers of a list with its download and with every source without its own', async () => {
  const body = { name: 'Com login', address: `http://127.0.0.1:${port}/lista.m3u` };
  const list = (await call(ctx, createSourceList, { body }, as)).body;
  expect(list.headers).toBe('');
  const params = { id: list.id };
  await call(ctx, editSourceList, { params, body: { ...body, headers: HEADERS } }, as);
  const [stored] = (await call(ctx, listSourceLists, {}, as)).body;
  expect(stored!.headers).toBe(HEADERS);

  const started = (await call(ctx, importFromAddress, { params }, as)).body;
  await work(ctx, started.task);
  const preview = (await call(ctx, getImport, { params: { id: started.id } }, as)).body;
  expect(preview.skips).toEqual([{ reason: 'opção de player', count: 4 }]);
  await apply(ctx, admin, started.id);
  const { rows } = await ctx.owner.query<{ source: string }>(
    'select source from streams where list_id = $1 order by name desc',
    [list.id],
  );
  for (const row of rows) (await fetchSource(ctx.config.privateOrigins, row.source)).body.resume();
  expect(received.get(`127.0.0.1:${port} /movie/u/p/1.mp4`)).toMatchObject({
    'user-agent': 'Player/2',
    cookie: 'conta=7; b=c:d',
    'x-token': 'abc',
  });
  expect(received.get(`127.0.0.1:${port} /movie/u/p/2.mp4`)).toMatchObject({
    'user-agent': 'Own/1',
    cookie: 'conta=7; b=c:d',
    origin: 'http://site.exemplo',
    referer: 'http://site.exemplo/',
    'x-own': '1',
  });
  const redirected = received.get(`localhost:${port} /b.mp4`)!;
  expect(redirected['user-agent']).toBe('Own/1');
  expect(redirected).not.toHaveProperty('cookie');

  await ctx.owner.query(
    'insert into bouquet_categories select b.id, c.id from bouquets b, categories c on conflict do nothing',
  );
  const { username, password } = await seedLine(ctx);
  const lists = await Promise.all(
    ['/get.php?', '/player_api.php?action=get_vod_streams&', '/xmltv.php?'].map((path) =>
      ctx.server.inject(`${path}username=${username}&password=${password}`),
    ),
  );
  expect(lists[0]!.body).toContain('Dois');
  for (const { body: shown } of lists)
    expect(shown).not.toMatch(/Own\/1|Player\/2|conta=7|127\.0\.0\.1/);
});

it.each([
  ['User-Agent', 'User-Agent'],
  ['Host: x', 'Host: x'],
  ['X-A: 1\nTransfer-Encoding: chunked', 'Transfer-Encoding: chunked'],
  ['X-A: é', 'X-A: é'],
  ['X A: 1', 'X A: 1'],
  ['X-A:', 'X-A:'],
])('rejects the headers %j and names the wrong line', async (headers, wrong) => {
  const answer = await call(ctx, createSourceList, { body: { name: 'Errada', headers } }, as);
  expect(answer.status).toBe(422);
  expect(answer.body).toMatchObject({
    fields: {
      headers: `Escreva cada linha como «User-Agent: VLC/3.0». Esta não pode ser usada: ${wrong}`,
    },
  });
});

it('rejects more headers than a request should have', async () => {
  const headers = Array.from({ length: 11 }, (_, n) => `X-${String.fromCharCode(97 + n)}: 1`).join(
    '\n',
  );
  const answer = await call(ctx, createSourceList, { body: { name: 'Muitas', headers } }, as);
  expect(answer.body).toMatchObject({ fields: { headers: 'Escreva no máximo 10 cabeçalhos.' } });
});

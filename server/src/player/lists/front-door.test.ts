/**
 * Replays the requests of real apps on the port of the player and on the panel's. Proves that many
 * simultaneous reloads build the guide once.
 */
import { readFileSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { parseM3U } from '@iptv/playlist';
import { refusalTexts } from '@ramal/contract/watching';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestContext, createTestContext } from '../../../test/context.ts';
import { type SeededLine, seedLine } from '../../../test/player.ts';
import { makePlayerServer } from '../../app.ts';

type Read = 'account' | 'list' | 'json' | 'guide' | 'm3u' | 'bouquet' | 'stream' | 'empty';
type AppRequest = readonly [method: string, url: string, read: Read];
interface App {
  readonly app: string;
  readonly agent: string;
  readonly requests: readonly AppRequest[];
}

const { cases } = JSON.parse(
  readFileSync(new URL('./cases/player-04-apps.json', import.meta.url), 'utf8'),
) as { cases: readonly App[] };

let ctx: TestContext;
let servers: FastifyInstance[];
let line: SeededLine;
/** Number of statements that read programmes of the guide. */
let guideReads = 0;

beforeAll(async () => {
  ctx = await createTestContext();
  await ctx.owner.query(`
    update packages set max_connections = 0;
    insert into categories (id, kind, name, position) values (3, 'film', 'Filmes', 0), (4, 'series', 'Séries', 1);
    insert into bouquet_categories values (1, 3), (1, 4);
    insert into series (id, name, category_id, icon, details, updated_at) values (5, 'Porto', 4, '', '{}', now());
    insert into streams (id, kind, number, name, category_id, icon, source, details) values
      (30, 'film', 1, 'Filme', 3, '', 'test-film', '{"duration_seconds":5400}'),
      (31, 'film', 2, 'Filme sem duração', 3, '', 'test-film', '{}');
    insert into streams (id, kind, number, name, category_id, icon, source, details, series_id, season, episode) values
      (40, 'episode', 1, 'Maré', 4, '', 'test-film', '{"duration_seconds":1800}', 5, 1, 2);
    update streams set epg_channel_id = 'teste.br' where id = 1`);
  line = await seedLine(ctx, { username: 'maria.exemplo', password: 'Senha.1' });
  const player = await makePlayerServer({
    ...ctx,
    db: {
      ...ctx.db,
      many: (statement, mode) => {
        if (statement.text.includes('programmes')) guideReads += 1;
        return ctx.db.many(statement, mode);
      },
    },
  });
  servers = [ctx.server, player];
  await player.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await servers[1]?.close();
  await ctx.close();
});

const BOUNDARY = 'limite-7d1';

function injected([method, written]: AppRequest, agent: string) {
  const url = written
    .replace(/=U(?=&|%20)/, `=${line.username}`)
    .replace(/=P(?=&|%20|$)/, `=${line.password}`)
    .replace('/U/P', `/${line.username}/${line.password}`)
    .replace(/(\/|=)N(?=\.|$|&)/, '$11')
    .replace(/(\/|=)F(?=\.|$)/, '$130');
  const headers = agent === '' ? {} : { 'user-agent': agent };
  if (method !== 'FORM' && method !== 'PARTS') return { method: method as 'GET', url, headers };
  const fields = { username: `${line.username} `, password: line.password };
  if (method === 'FORM')
    return {
      method: 'POST' as const,
      url,
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(fields).toString(),
    };
  const parts = Object.entries(fields).map(
    ([name, value]) =>
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return {
    method: 'POST' as const,
    url,
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    payload: `${parts.join('')}--${BOUNDARY}--\r\n`,
  };
}

const checks: Record<Read, (body: string, type: string) => void> = {
  account: (body) =>
    expect(JSON.parse(body).user_info).toMatchObject({ auth: 1, status: 'Active' }),
  list: (body) => expect(JSON.parse(body).length).toBeGreaterThan(0),
  json: (body, type) => {
    expect(type).toContain('json');
    expect(JSON.parse(body)).toBeTypeOf('object');
  },
  guide: (body) => expect(body).toMatch(/^<\?xml[^]*<channel id="teste.br">/),
  m3u: (body) => expect(parseM3U(body).channels.length).toBeGreaterThanOrEqual(3),
  bouquet: (body) => expect(body).toMatch(/^#NAME [^]*#SERVICE 4097/),
  stream: (body, type) => {
    expect(type).toMatch(/^(?:video\/|application\/vnd\.apple)/);
    expect(body).toBe('');
  },
  empty: (body) => expect(body).toBe(''),
};

it.each(cases)('answers $app', async ({ agent, requests }) => {
  for (const sent of requests) {
    for (const server of servers) {
      const { statusCode, headers, body } = await server.inject(injected(sent, agent));
      expect([sent[1], statusCode]).toEqual([sent[1], sent[0] === 'OPTIONS' ? 204 : 200]);
      expect(headers['access-control-allow-origin']).toBe('*');
      checks[sent[2]](body, String(headers['content-type'] ?? ''));
    }
  }
});

it('marks films and episodes in the list with their length', async () => {
  const { username, password } = line;
  const { body } = await servers[1]!.inject(`/get.php?username=${username}&password=${password}`);
  expect(body.match(/#EXTINF:\S+(?: media="true")?/g)).toEqual([
    '#EXTINF:-1',
    '#EXTINF:5400 media="true"',
    '#EXTINF:-1 media="true"',
    '#EXTINF:1800 media="true"',
  ]);
  expect(body).toContain(',Porto S01E02 Maré\n');
});

it('answers the old name of the API with the account and every stream by its id', async () => {
  const { username, password } = line;
  const answer = await servers[1]!.inject(
    `/panel_api.php?username=${username}&password=${password}`,
  );
  expect(answer.json()).toMatchObject({
    user_info: { auth: 1 },
    categories: { live: [{ category_id: '1' }], movie: [{ category_id: '3' }] },
    available_channels: {
      1: { live: '1', category_name: 'Testes' },
      30: { live: '0', container_extension: 'mp4', category_name: 'Filmes' },
    },
  });
  const expired = await seedLine(ctx, { expires_at: '2020-01-01' });
  const refused = await servers[1]!.inject(
    `/panel_api.php?username=${expired.username}&password=${expired.password}`,
  );
  expect(Object.keys(refused.json())).toEqual(['user_info', 'server_info']);
});

describe('hostile requests', () => {
  const posts: Record<string, string | Buffer> = {
    'application/json': '{"username":',
    'text/plain': 'a'.repeat(5_000),
    'multipart/form-data': 'x',
    'multipart/form-data; boundary=x': `--x\r\nContent-Disposition: form-data; name="username"\r\n\r\n`,
    'multipart/form-data; boundary=y': Array.from(
      { length: 500 },
      (_, n) => `--y\r\nContent-Disposition: form-data; name="f${n}"\r\n\r\n1\r\n`,
    ).join(''),
    'multipart/form-data; boundary=z': `--z\r\nContent-Disposition: form-data; name="username"; filename="a"\r\n\r\n${'b'.repeat(100_000)}\r\n--z--\r\n`,
    'application/x-www-form-urlencoded': 'username[]=1&__proto__=x&constructor=y&username=%zz',
    'application/octet-stream': Buffer.from([0, 1, 2, 255]),
  };
  it.each(Object.entries(posts))(
    'answers a posted %s without an error of the server',
    async (type, payload) => {
      for (const server of servers) {
        const answer = await server.inject({
          method: 'POST',
          url: '/player_api.php',
          headers: { 'content-type': type },
          payload,
        });
        expect(answer.statusCode).toBeLessThan(500);
        expect(answer.headers['content-type']).toMatch(/json/);
      }
    },
  );

  it.each([
    ['GET', '/C/anything'],
    ['GET', '/u/p/1.mkv/abc.php'],
    ['GET', '/Series/u/p'],
    ['GET', '/u/p/9.mkv'],
    ['GET', '/timeshifts/x'],
    ['POST', '/iptv/get.php'],
    ['HEAD', '/ministra/'],
    ['GET', '/EPG'],
  ] as const)('answers %s %s with 404 and no page', async (method, url) => {
    for (const server of servers) {
      const { statusCode, headers } = await server.inject({ method, url });
      expect([url, statusCode]).toEqual([url, 404]);
      expect(headers['content-type'] ?? '').not.toContain('html');
    }
  });
});

it('states the reason of a refusal in the status line and in the account', async () => {
  const expired = await seedLine(ctx, { expires_at: '2020-01-01' });
  const { port } = servers[1]!.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.write(
    `GET /live/${expired.username}/${expired.password}/1.ts HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`,
  );
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 403 A assinatura venceu\.\r\n/);
  const login = `username=${expired.username}&password=${expired.password}`;
  const list = await servers[1]!.inject(`/player_api.php?${login}&action=get_live_streams`);
  expect(list.json().user_info).toMatchObject({ auth: 1, status: 'Expired' });
  for (const path of [`/get.php?${login}`, `/xmltv.php?${login}`, `/movie/1/1/1.mp4`]) {
    const { statusCode, statusMessage } = await servers[1]!.inject(path);
    const reason = path.startsWith('/movie') ? refusalTexts.unknown : refusalTexts.expired;
    expect([statusCode, statusMessage]).toEqual([
      403,
      reason.replaceAll('ã', 'a').replaceAll('á', 'a'),
    ]);
  }
});

it('builds the guide once for a storm of reloads', async () => {
  await ctx.owner.query(`
    insert into guides (id, name, address, created_at) values (77, 'Guia', '', now());
    insert into programmes (guide_id, channel, starts_at, ends_at, title, description)
    select 77, 'teste.br', '${ctx.clock.now().toISOString()}'::timestamptz + n * interval '1 hour',
      '${ctx.clock.now().toISOString()}'::timestamptz + (n + 1) * interval '1 hour', 'Programa ' || n, ''
    from generate_series(0, 40) n;
    update catalogue_version set guide = guide + 1`);
  const lines = [line, ...(await Promise.all(Array.from({ length: 9 }, () => seedLine(ctx))))];
  guideReads = 0;
  const answers = await Promise.all(
    Array.from({ length: 300 }, (_, n) => {
      const { username, password } = lines[n % lines.length]!;
      const zip = n % 3 === 0 ? '&gzip=1' : '';
      return servers[1]!.inject(`/xmltv.php?username=${username}&password=${password}${zip}`);
    }),
  );
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  expect(answers[1]!.body.match(/<programme /g)).toHaveLength(41);
  expect(guideReads).toBe(1);
});

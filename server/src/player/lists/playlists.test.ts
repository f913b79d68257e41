import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseM3U } from '@iptv/playlist';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestContext, createTestContext } from '../../../test/context.ts';
import {
  type OpenPlayer,
  type SeededLine,
  changeLine,
  openPlayer,
  seedLine,
} from '../../../test/player.ts';

let ctx: TestContext;
let player: OpenPlayer;
let line: SeededLine;

beforeAll(async () => {
  ctx = await createTestContext();
  player = await openPlayer(ctx);
  line = await seedLine(ctx, { package_id: 2 });
  await ctx.owner.query(`
    insert into streams (id, kind, number, name, category_id, icon, epg_channel_id, source)
      values (20, 'live', 2, E'Notícias, "24h"\\n#EXTINF', 1, 'http://img.exemplo/n.png', 'noticias.br', 'test-channel')`);
});

afterAll(async () => {
  await player.close();
  await ctx.close();
});

const list = (query: Record<string, string>, init?: RequestInit) =>
  fetch(
    `${player.url}/get.php?${new URLSearchParams({ username: line.username, password: line.password, ...query })}`,
    init,
  );

describe('get.php', () => {
  test.each([
    ['m3u_plus', 'ts', 'ts'],
    ['m3u_plus', 'hls', 'm3u8'],
    ['m3u', 'mpegts', 'ts'],
    ['m3u', 'm3u8', 'm3u8'],
    ['', '', 'ts'],
  ])(
    'writes type «%s» with output «%s» readable for a real parser',
    async (type, output, extension) => {
      const answer = await list({ type, output });
      expect(answer.headers.get('content-type')).toBe('audio/x-mpegurl; charset=utf-8');
      const { channels } = parseM3U(await answer.text());
      const live = `${player.url}/live/${line.username}/${line.password}`;
      expect(channels.map(({ url }) => url)).toEqual([
        `${live}/1.${extension}`,
        `${live}/20.${extension}`,
      ]);
      expect(channels[0]?.name).toBe('Canal de teste');
    },
  );

  test('writes attributes only in the full form', async () => {
    const [, full] = parseM3U(await (await list({ type: 'm3u_plus' })).text()).channels;
    expect(full).toMatchObject({
      tvgId: 'noticias.br',
      tvgName: "Notícias, '24h' #EXTINF",
      tvgLogo: 'http://img.exemplo/n.png',
      groupTitle: 'Testes',
    });
    const bare = await (await list({ type: 'm3u' })).text();
    expect(bare).toContain('#EXTINF:-1,Notícias, "24h" #EXTINF\n');
    expect(bare).not.toContain('tvg-');
  });

  test.each(['dreambox', 'gigablue', 'enigma16'])(
    'returns a bouquet for the type «%s»',
    async (type) => {
      const answer = await list({ type, key: 'live' });
      expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
      const live = `${player.url.replaceAll(':', '%3a')}/live/${line.username}/${line.password}`;
      const name = 'Notícias, "24h" #EXTINF';
      expect(await answer.text()).toBe(
        `#NAME Lista IPTV
#SERVICE 4097:0:1:0:0:0:0:0:0:0:${live}/1.ts:Canal de teste
#DESCRIPTION Canal de teste
#SERVICE 4097:0:1:0:0:0:0:0:0:0:${live}/20.ts:${name}
#DESCRIPTION ${name}
`,
      );
    },
  );

  test('installs the bouquet on the receiver once and reloads the list', async () => {
    const script = await (await list({ type: 'enigma22_script' })).text();
    const folder = await mkdtemp(join(tmpdir(), 'ramal-enigma-'));
    await writeFile(join(folder, 'bouquets.tv'), '#NAME Bouquets\n');
    const address = /wget .* '(.*)'/.exec(script)![1]!;
    await writeFile(join(folder, 'fetched'), await (await fetch(address)).text());
    // The shell function replaces the download command of the receiver. The folder of the test
    // replaces that of the receiver.
    const wget = `wget() { case "$*" in *servicelistreload*) ;; *) cp fetched "$3";; esac; }\n`;
    const localScript = wget + script.replace('/etc/enigma2', folder);
    for (let time = 0; time < 2; time += 1) execFileSync('sh', ['-c', localScript]);
    const bouquets = await readFile(join(folder, 'bouquets.tv'), 'utf8');
    expect(bouquets.match(/userbouquet/g)).toHaveLength(1);
    const installed = await readFile(join(folder, 'userbouquet.lista_iptv__tv_.tv'), 'utf8');
    expect(installed).toContain(':Canal de teste\n');
    await rm(folder, { recursive: true });
  });

  test('sends the list as a download that no cache stores for GET and POST and HEAD', async () => {
    const answer = await list({}, { method: 'HEAD' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="lista.m3u"');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const { username, password } = line;
    const posted = await fetch(`${player.url}/get.php`, {
      method: 'POST',
      body: new URLSearchParams({ username, password, type: 'm3u' }),
    });
    expect(parseM3U(await posted.text()).channels).toHaveLength(2);
  });

  test('writes the host of the request into the list', async () => {
    const answer = await getWithHeaders('/get.php', { host: 'tv.exemplo' });
    expect(answer).toContain('http://tv.exemplo/live/');
    expect(await getWithHeaders('/get.php', { host: 'a"><script>' })).toContain(
      'http://localhost:8080/live/',
    );
  });

  /** Sends a custom Host header, which fetch does not allow. */
  async function getWithHeaders(path: string, headers: Record<string, string>): Promise<string> {
    const { request } = await import('node:http');
    const url = `${player.url}${path}?username=${line.username}&password=${line.password}`;
    return new Promise((resolve, reject) => {
      request(url, { headers }, (answer) => {
        let text = '';
        answer.on('data', (part) => (text += String(part)));
        answer.on('end', () => resolve(text));
      })
        .on('error', reject)
        .end();
    });
  }
});

test('adds the series only to the name of a manually created episode', async () => {
  await ctx.owner.query(`
    insert into categories (id, kind, name, position) values (5, 'series', 'Policial', 9);
    insert into bouquet_categories select distinct bouquet_id, 5 from bouquet_categories;
    insert into source_lists (id, name) values (7, 'Lista');
    insert into series (id, name, category_id, details, updated_at) values (50, 'Delegacia do Porto', 5, '{}', now());
    insert into streams (id, kind, name, category_id, source, series_id, season, episode, list_id) values
      (60, 'episode', 'Maré baixa', 5, 'test-film', 50, 1, 2, null),
      (61, 'episode', 'Delegacia do Porto S01E03', 5, 'test-film', 50, 1, 3, null),
      (62, 'episode', 'Porto 1x04', 5, 'http://p.example/4.mp4', 50, 1, 4, 7)`);
  const other = await seedLine(ctx, { package_id: 2 });
  const { username, password } = other;
  const answer = await fetch(
    `${player.url}/get.php?${new URLSearchParams({ username, password, type: 'm3u_plus', key: 'series' })}`,
  );
  const { channels } = parseM3U(await answer.text());
  expect(channels.map(({ name, tvgName }) => [name, tvgName])).toEqual(
    ['Delegacia do Porto S01E02 Maré baixa', 'Delegacia do Porto S01E03', 'Porto 1x04'].map(
      (name) => [name, name],
    ),
  );
});

// Without a mark Kodi lists films and episodes as television channels.
test.each([
  ['m3u', 2],
  ['m3u_plus', 2],
  ['dreambox', 0],
])('type «%s» marks %i of channel, film and episode as media', async (type, marked) => {
  await ctx.owner.query(`
    insert into categories (id, kind, name) values (90, 'live', 'C'), (91, 'film', 'F'), (92, 'series', 'S')
      on conflict do nothing;
    insert into bouquets (id, name) values (90, 'Um de cada') on conflict do nothing;
    insert into bouquet_categories values (90, 90), (90, 91), (90, 92) on conflict do nothing;
    insert into packages (id, name) values (90, 'Um de cada') on conflict do nothing;
    insert into package_bouquets values (90, 90) on conflict do nothing;
    insert into series (id, name, category_id, details, updated_at) values (90, 'Série', 92, '{}', now())
      on conflict do nothing;
    insert into streams (id, kind, name, category_id, source, series_id, season, episode) values
      (90, 'live', 'Canal', 90, 'test-channel', null, null, null),
      (91, 'film', 'Filme', 91, 'test-film', null, null, null),
      (92, 'episode', 'Capítulo', 92, 'test-film', 90, 1, 1) on conflict do nothing`);
  const { username, password } = await seedLine(ctx, { package_id: 90 });
  const answer = await fetch(
    `${player.url}/get.php?${new URLSearchParams({ username, password, type, key: 'live,movie,series' })}`,
  );
  const text = await answer.text();
  expect(text.match(/^#EXTINF:-1 media="true"/gm) ?? []).toHaveLength(marked);
  expect(text).not.toMatch(/media="true"[^\n]*,Canal$/m);
});

test('sends a long list with every channel once and the declared length', async () => {
  await ctx.owner.query(`
    insert into categories (id, kind, name, position) values (8, 'live', 'Ação', 8);
    insert into bouquets (id, name) values (80, 'Todos');
    insert into bouquet_categories values (80, 8);
    insert into packages (id, name) values (80, 'Todos');
    insert into package_bouquets values (80, 80);
    insert into streams (id, kind, number, name, category_id, source)
      select 1000 + n, 'live', n, 'Canal nº ' || n || ' ★', 8, 'test-channel' from generate_series(1, 1203) n`);
  const { username, password } = await seedLine(ctx, { package_id: 80 });
  for (const type of ['m3u_plus', 'dreambox']) {
    const answer = await fetch(
      `${player.url}/get.php?${new URLSearchParams({ username, password, type, key: 'live' })}`,
    );
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(Number(answer.headers.get('content-length'))).toBe(bytes.length);
    const text = bytes.toString();
    expect([...text.matchAll(/\/(\d+)\.ts/g)].map(([, id]) => Number(id))).toEqual(
      Array.from({ length: 1203 }, (_, n) => 1001 + n),
    );
    expect(text.split(`/live/${username}/${password}/`)).toHaveLength(1204);
    expect(text).toContain('Canal nº 501 ★');
  }
});

test('writes the list for SSIPTV as HLS with supported fields only', async () => {
  const answer = await fetch(`${player.url}/ss/${line.username}/${line.password}`);
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  const live = `${player.url}/live/${line.username}/${line.password}`;
  expect(await answer.text()).toBe(
    [
      '#EXTM3U',
      '#EXTINF:-1 tvg-name="Canal de teste",Canal de teste',
      `${live}/1.m3u8`,
      `#EXTINF:-1 tvg-name="Notícias, '24h' #EXTINF" tvg-logo="http://img.exemplo/n.png",Notícias, "24h" #EXTINF`,
      `${live}/20.m3u8`,
      '',
    ].join('\n'),
  );
});

describe('short links', () => {
  test.each([
    ['', 'output=ts', '1.ts'],
    ['h', 'output=hls', '1.m3u8'],
    ['s', '/ss/', '1.m3u8'],
  ])('redirects a short link with the suffix «%s» to the line', async (suffix, mark, first) => {
    const short = `${player.url}/s/${line.shortCode}${suffix}`;
    const answer = await fetch(short, { redirect: 'manual' });
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toMatch(/^\/(get\.php|ss\/)/);
    expect(answer.headers.get('location')).toContain(mark);
    const { channels } = parseM3U(await (await fetch(short)).text());
    expect(channels[0]?.url).toMatch(new RegExp(`/${first.replace('.', '\\.')}$`));
  });

  test('answers 404 to the short link of a deleted line', async () => {
    const gone = await seedLine(ctx);
    await changeLine(ctx, gone.id, 'deleted_at = now()');
    expect((await fetch(`${player.url}/s/${gone.shortCode}`)).status).toBe(404);
  });

  test('makes an address wait that tries too many wrong short codes', async () => {
    const proxied = await createTestContext({ RAMAL_TRUSTED_PROXIES: '127.0.0.1' });
    const guarded = await openPlayer(proxied);
    const proxiedLine = await seedLine(proxied);
    const get = (code: string, address: string) =>
      fetch(`${guarded.url}/s/${code}`, {
        headers: { 'x-forwarded-for': address },
        redirect: 'manual',
      });
    for (let n = 0; n < 60; n += 1) {
      expect((await get(`bcdfghjk${20 + n}`, '203.0.113.1')).status).toBe(404);
    }
    const limited = await get(proxiedLine.shortCode, '203.0.113.1');
    expect(limited.status).toBe(429);
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await get(proxiedLine.shortCode, '203.0.113.2')).status).toBe(302);
    await guarded.close();
    await proxied.close();
  });
});

test('allows requests of any web player and answers nothing that acts as a page', async () => {
  const { username, password } = line;
  const paths = [
    `/player_api.php?username=${username}&password=${password}`,
    `/get.php?username=${username}&password=${password}`,
    `/s/${line.shortCode}`,
    `/live/${username}/${password}/1.m3u8`,
    `/${username}/${password}/1.m3u8`,
    '/live/nada',
    '/hls/nada/index.m3u8',
  ];
  for (const path of paths) {
    const { headers } = await fetch(player.url + path, { redirect: 'manual' });
    expect([path, headers.get('access-control-allow-origin')]).toEqual([path, '*']);
    expect(headers.get('content-security-policy')).toBe('sandbox');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-type') ?? '').not.toContain('html');
  }
  const response = await fetch(`${player.url}/player_api.php`, { method: 'OPTIONS' });
  expect(response.status).toBe(204);
  expect(response.headers.get('access-control-allow-headers')).toBe('*');
});

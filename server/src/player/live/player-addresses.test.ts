/** Tests URLs as apps and people write them, on the port of the player and on the panel's. */
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { isUsableUsername } from '@ramal/contract/lines/list-migrators';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestContext, createTestContext } from '../../../test/context.ts';
import { type SeededLine, seedLine } from '../../../test/player.ts';
import { makePanelServer, makePlayerServer } from '../../app.ts';

interface Case {
  readonly request: string;
}

const { cases } = JSON.parse(
  readFileSync(new URL('./cases/player-01-requests.json', import.meta.url), 'utf8'),
) as { cases: readonly Case[] };

let ctx: TestContext;
let servers: FastifyInstance[];
let lines: SeededLine[];
const names = ['72700034', 'joao.exemplo', 'maria@exemplo.com', 'José_da-Silva', 'hlss', 'Api1'];

beforeAll(async () => {
  ctx = await createTestContext();
  await ctx.owner.query('update packages set max_connections = 0');
  servers = [ctx.server, await makePlayerServer(ctx)];
  lines = await Promise.all(
    names.map((username) => seedLine(ctx, { username, password: `senha-${username}` })),
  );
});
afterAll(async () => {
  await servers[1]?.close();
  await ctx.close();
});

const statusOf = async (server: FastifyInstance, url: string) =>
  (await server.inject({ method: 'HEAD', url })).statusCode;

// Names with letters also play at the short form of the URL.
it('plays every permitted user name at each URL of a stream', async () => {
  for (const { username, password } of lines) {
    expect(isUsableUsername(username) || /^\d+$/.test(username), username).toBe(true);
    const login = `${encodeURIComponent(username)}/${encodeURIComponent(password)}`;
    for (const server of servers) {
      for (const file of ['1', '1.ts', '1.m3u8']) {
        expect(await statusOf(server, `/live/${login}/${file}`), username).toBe(200);
        expect(await statusOf(server, `/${login}/${file}`), username).toBe(200);
        expect(await statusOf(server, `/${login}x/${file}`), username).toBe(403);
      }
    }
  }
});

it('leaves panel URLs that end in a number to the panel', async () => {
  const json = { 'content-type': expect.stringContaining('json') };
  const call = await ctx.server.inject('/api/nothing/1');
  expect(call).toMatchObject({ statusCode: 404, headers: json });
  const screen = await ctx.server.inject('/settings/announcement/1');
  expect(screen.headers['content-security-policy']).not.toBe('sandbox');
});

it.each(cases)('reads $request', async ({ request }) => {
  const [line] = lines.filter(({ username }) => username === 'joao.exemplo');
  const url = request
    .replace(/^GET /, '')
    .replace(/=U&/, `=${line!.username}&`)
    .replace('/U/P/', `/${line!.username}/${line!.password}/`)
    .replace(/=P\b/, `=${line!.password}`)
    .replace('/P/', `/${line!.password}/`)
    .replace(/\/N(?=\.|$)/, '/1');
  for (const server of servers) {
    const { statusCode, headers, body } = await server.inject({
      method: /\/1(\.ts)?$/.test(url) ? 'HEAD' : 'GET',
      url,
    });
    expect(statusCode, url).toBe(200);
    expect(String(headers['content-type'])).not.toContain('html');
    expect(url.includes('player_api')).toBe(body.includes('"auth":1'));
  }
});

// A player must not receive the page of the panel.
it('answers 404 to an unknown path with the file name of a player', async () => {
  const panelOnly = await makePanelServer({
    ...ctx,
    config: { ...ctx.config, playerPort: ctx.config.port + 1 },
  });
  for (const server of [...servers, panelOnly]) {
    for (const url of [
      '/iptv/player_api.php',
      '/get.php/lista',
      '/iptv/live/U/P/1',
      '/xmltv.php/guia/',
      '/lista.m3u/abrir',
    ]) {
      expect((await server.inject(url)).statusCode, url).toBe(404);
    }
  }
  expect((await panelOnly.inject('/joao.exemplo/P/1')).statusCode).toBe(404);
  await panelOnly.close();
});

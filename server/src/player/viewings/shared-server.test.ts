import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestContext, createTestContext } from '../../../test/context.ts';
import { type SeededLine, seedLine } from '../../../test/player.ts';

let ctx: TestContext;
let line: SeededLine;

beforeAll(async () => {
  ctx = await createTestContext();
  line = await seedLine(ctx);
});

afterAll(() => ctx.close());

const get = (url: string, headers: Record<string, string> = {}) =>
  ctx.server.inject({ url, headers: { host: 'painel.exemplo', ...headers } });

test('sends the headers of the player and of the panel separately on a shared port', async () => {
  const { username, password } = line;
  const player = await get(`/${username}/${password}/1.m3u8`);
  expect(player.statusCode).toBe(200);
  expect(player.headers['content-security-policy']).toBe('sandbox');
  expect(player.headers['access-control-allow-origin']).toBe('*');
  const panel = await get('/api/get-profile');
  expect(panel.headers['content-security-policy']).toContain("default-src 'self'");
  expect(panel.headers).not.toHaveProperty('access-control-allow-origin');
});

// `/users-iptv/123/45` is an address of the player, because a line may have that name.
test.each(['/settings/123/45', '/api/users-iptv/45', '/assets/11/22.ts', '/1/2/3/4', '/12/ab/c'])(
  'leaves addresses of the panel to the panel: %s',
  async (url) => {
    const { headers } = await get(url);
    expect(headers).not.toHaveProperty('access-control-allow-origin');
    const { rows } = await ctx.owner.query('select from refused_players');
    expect(rows).toEqual([]);
  },
);

test.each(['/live/1/2', '/hls/x', '/s/', '/ss/1', '/live/1/2/x.html'])(
  'never answers an unknown path of the player with a page of the panel: %s',
  async (url) => {
    const answer = await get(url, { accept: 'text/html' });
    expect([answer.statusCode, answer.body]).toEqual([404, '']);
  },
);

/**
 * Tests the answers to each kind of media server, with the request bodies of their documentation.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type TestContext, createTestContext } from '../../../test/context.ts';
import {
  changeLine,
  type OpenPlayer,
  openPlayer,
  type SeededLine,
  seedLine,
} from '../../../test/player.ts';

const SECRET = 'segredo-do-servidor-de-midia';
/** Stream that every new database contains: one channel in the package's bouquet. */
const STREAM = 1;

let ctx: TestContext;
let player: OpenPlayer;
let line: SeededLine;
beforeAll(async () => {
  ctx = await createTestContext({ RAMAL_LOG: 'silent', RAMAL_MEDIA_SECRET: SECRET });
  await ctx.owner.query('update packages set max_connections = 1 where id = 1');
  player = await openPlayer(ctx, {
    checkEveryMs: 0,
    goodForMs: 0,
    writeEveryMs: 10,
    askEveryMs: 10,
  });
});
beforeEach(async () => {
  line = await seedLine(ctx);
});
afterAll(async () => {
  await player.close();
  await ctx.close();
});

interface Viewer {
  readonly username?: string;
  readonly password?: string;
  readonly stream?: number;
  readonly session?: string;
  readonly ip?: string;
}

type Ask = (viewer?: Viewer) => Promise<boolean>;

const ask = (path: string, init?: RequestInit, secret = SECRET) =>
  fetch(`${player.url}/media/${secret}/${path}`, init);
const posted = (path: string, body: unknown) =>
  ask(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const whole = (viewer: Viewer) => ({
  username: line.username,
  password: line.password,
  stream: STREAM,
  session: randomUUID(),
  ip: '198.51.100.7',
  ...viewer,
});

const servers: Record<string, Ask> = {
  mediamtx: async (viewer = {}) => {
    const { username, password, stream, session, ip } = whole(viewer);
    const body = {
      user: username,
      password,
      token: '',
      ip,
      action: 'read',
      path: `live/${stream}`,
    };
    const answer = await posted('mediamtx', { ...body, protocol: 'hls', id: session, query: '' });
    return answer.status === 204;
  },
  flussonic: async (viewer = {}) => {
    const { username, password, stream, session, ip } = whole(viewer);
    const query = new URLSearchParams({
      name: `live/${stream}`,
      proto: 'hls',
      ip,
      session_id: session,
      token: `${username}:${password}`,
      request_type: 'new_session',
    });
    const answer = await ask(`flussonic?${query}`);
    expect(answer.headers.get('x-authduration')).toBe('20');
    if (answer.status === 200)
      expect(answer.headers.get('x-userid') && answer.headers.get('x-max-sessions')).toBe('1');
    return answer.status === 200;
  },
  srs: async (viewer = {}) => {
    const { username, password, stream, session, ip } = whole(viewer);
    const param = `?username=${username}&password=${password}`;
    const body = { action: 'on_play', client_id: session, ip, vhost: 'tv.exemplo', app: 'live' };
    const answer = await posted('srs', { ...body, stream: String(stream), param });
    expect(answer.status).toBe(200);
    return ((await answer.json()) as { code: number }).code === 0;
  },
  nginx: async (viewer = {}) => {
    const { username, password, stream, session, ip } = whole(viewer);
    const headers = {
      'x-original-uri': `/live/${username}/${password}/${stream}.m3u8`,
      'x-real-ip': ip,
      'user-agent': session,
    };
    return (await ask('nginx', { headers })).status === 204;
  },
};
const each = Object.entries(servers);

it.each(each)('%s: lets a line watch only the streams of its package', async (_name, may) => {
  expect(await may()).toBe(true);
  expect(await may({ password: 'errada-1' })).toBe(false);
  expect(await may({ username: '999999999' })).toBe(false);
  expect(await may({ username: '' })).toBe(false);
  expect(await may({ stream: 987_654 })).toBe(false);
});

it.each(each)('%s: refuses an expired, disabled or blocked line', async (_name, may) => {
  for (const state of [
    `expires_at = '2026-11-01T00:00:00Z'`,
    'is_on = false',
    `expires_at = '2026-12-21T00:00:00Z', is_on = true, blocked_for_abuse_at = now()`,
  ]) {
    await changeLine(ctx, line.id, state);
    expect(await may()).toBe(false);
  }
});

it.each(each)('%s: a session ends when its line is blocked', async (_name, may) => {
  const viewer = { session: randomUUID() };
  expect(await may(viewer)).toBe(true);
  expect(await may(viewer)).toBe(true);
  await changeLine(ctx, line.id, 'blocked_for_abuse_at = now()');
  expect(await may(viewer)).toBe(false);
});

const viewersOf = async (id: number): Promise<number> => {
  const { rows } = await ctx.owner.query<{ count: number }>(
    'select count(*)::int from viewings where line_id = $1 and ended_at is null',
    [id],
  );
  return rows[0]!.count;
};

it.each(each)('%s: gives the only screen of a line to the newest viewing', async (_name, may) => {
  const first = { session: randomUUID(), ip: '198.51.100.8' };
  const second = { session: randomUUID(), ip: '198.51.100.9' };
  expect(await may(first)).toBe(true);
  expect(await may(second)).toBe(true);
  expect(await viewersOf(line.id)).toBe(1);
  await expect.poll(() => may(first), { timeout: 5000 }).toBe(false);
});

it('ends a viewing when SRS or a hook of MediaMTX reports that the viewer left', async () => {
  const session = randomUUID();
  expect(await servers.srs!({ session })).toBe(true);
  await posted('srs', { action: 'on_stop', client_id: session });
  await expect.poll(() => viewersOf(line.id), { timeout: 5000 }).toBe(0);
  expect(await servers.mediamtx!({ session })).toBe(true);
  expect((await ask(`mediamtx/left?id=${session}`)).status).toBe(204);
  await expect.poll(() => viewersOf(line.id), { timeout: 5000 }).toBe(0);
});

it('requests name and password from the viewer if the media server supports it', async () => {
  const body = { action: 'read', path: 'live/1', query: '' };
  expect((await posted('mediamtx', body)).status).toBe(401);
  expect((await posted('mediamtx', { ...body, action: 'publish', user: 'x' })).status).toBe(403);
  expect((await ask('nginx', { headers: { 'x-original-uri': '/hls/1/7.ts' } })).status).toBe(401);
});

it('answers 404 to a media server with a wrong secret or without one', async () => {
  expect((await ask('nginx', {}, 'outro-segredo-qualquer-1234')).status).toBe(404);
  expect((await ask('srs', { method: 'POST', body: '{}' }, 'outro')).status).toBe(404);
  const without = await createTestContext({ RAMAL_LOG: 'silent' });
  const closed = await openPlayer(without);
  expect((await fetch(`${closed.url}/media/undefined/nginx`)).status).toBe(404);
  await closed.close();
  await without.close();
});

it('answers bodies of an unknown form without an error', async () => {
  for (const body of ['[]', '{"user":{"a":1},"action":"read","path":7}', '{"stream":null}'])
    for (const server of ['mediamtx', 'srs']) {
      const answer = await ask(server, { method: 'POST', body });
      expect(answer.status).toBeLessThan(500);
    }
});

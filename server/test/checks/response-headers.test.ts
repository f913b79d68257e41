/**
 * Headers of each kind of response, the protection of /metrics, the permissions of the data folder,
 * and paths with control characters.
 */
import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDataFolder } from '../../src/foundation/start/data-folder.ts';
import { createTestContext, type TestContext } from '../context.ts';

const TOKEN = 'metrics-token-of-24-letters';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await createTestContext({ RAMAL_METRICS_TOKEN: TOKEN });
});
afterAll(() => ctx.close());

describe('every response', () => {
  it.each(['/login', '/portal', '/web', '/api/my-ip', '/api/no-call', '/healthz', '/get.php'])(
    'the response of %s has the headers of the table',
    async (url) => {
      const { headers } = await ctx.server.inject({ url });
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'permissions-policy': expect.stringContaining('camera=()'),
      });
    },
  );
});

describe('/metrics', () => {
  const read = async (remoteAddress: string, headers: Record<string, string> = {}) =>
    (await ctx.server.inject({ url: '/metrics', remoteAddress, headers })).statusCode;

  it('metrics are served only to this machine and with the token', async () => {
    expect(await read('127.0.0.1')).toBe(200);
    expect(await read('203.0.113.7')).toBe(404);
    expect(await read('203.0.113.7', { authorization: 'Bearer wrong' })).toBe(404);
    expect(await read('203.0.113.7', { authorization: `Bearer ${TOKEN}` })).toBe(200);
  });

  it('metrics are not served through an untrusted proxy on this machine', async () => {
    expect(await read('127.0.0.1', { 'x-forwarded-for': '203.0.113.7' })).toBe(404);
  });
});

it('creates a data folder that only its account can enter', async () => {
  const parent = await mkdtemp(path.join(os.tmpdir(), 'ramal-data-'));
  const folder = path.join(parent, 'data');
  await makeDataFolder(folder);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  await rm(parent, { recursive: true });
});

it.each([
  ['of an earlier release', ['secret'], 0o700],
  ['without files', [], 0o700],
  ['with files of others', ['notes.txt'], 0o755],
])('closes an open data folder %s to other accounts', async (_name, names, mode) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'ramal-data-'));
  for (const name of names) await writeFile(path.join(folder, name), '');
  await chmod(folder, 0o755);
  await makeDataFolder(folder);
  expect((await stat(folder)).mode & 0o777).toBe(mode);
  await rm(folder, { recursive: true });
});

it.each([
  ['/portal', "'self' data: blob:"],
  ['/login', "'self' data: blob: https: http:"],
])('limits the pictures of %s to %s', async (url, sources) => {
  const { headers } = await ctx.server.inject({ url });
  const policy = String(headers['content-security-policy']).split(';');
  expect(policy.map((part) => part.trim())).toContain(`img-src ${sources}`);
});

describe('a path with a control character', () => {
  const prefixes = [
    '/api/avisos/',
    '/api/telegram-updates/',
    '/api/whatsapp-updates/',
    '/backgrounds/',
    '/brand-files/',
    '/parar/',
    '/app-icon/',
    '/s/',
    '/live/',
  ];
  const controls = ['%00', 'a%00b', '%0A', '%1f', '%7F', '%C2%80'];
  const others = ['%ED%A0%80', '%', 'a'.repeat(400)];
  it.each(prefixes)('a path with a control character below %s is not found', async (prefix) => {
    for (const method of ['GET', 'POST'] as const) {
      const statusOf = async (ending: string) =>
        (await ctx.server.inject({ method, url: prefix + ending })).statusCode;
      for (const ending of controls)
        expect([ending, await statusOf(ending)]).toEqual([ending, 404]);
      for (const ending of others) expect(await statusOf(ending)).toBeLessThan(500);
    }
  });
});

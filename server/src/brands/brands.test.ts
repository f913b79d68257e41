/**
 * Tests brands over HTTP with a real brands.json in a data folder of the test. The test controls
 * the clock.
 */
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { getBackground, getBrand, getLogo } from '@ramal/contract/brands/brands';
import { listResellers } from '@ramal/contract/resellers/resellers';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type TestContext, call, createTestContext } from '../../test/context.ts';
import { person } from '../../test/accounts.ts';

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const SVG =
  '<?xml version="1.0"?>\n<!-- mark --><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

let folder: string;
let ctx: TestContext;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'ramal-brands-'));
  await mkdir(path.join(folder, 'brands'));
  await put('mark.svg', SVG);
  await put('old.png', PNG);
  await put('new.png', PNG);
  await put('secret.png', PNG);
  await put('page.png', '<html><script>alert(1)</script></html>');
  await utimes(path.join(folder, 'brands/old.png'), 1_000, 1_000);
  await writeFile(path.join(folder, 'secret'), PNG);
  ctx = await createTestContext({ RAMAL_DATA: folder });
});
afterAll(async () => {
  await ctx.close();
  await rm(folder, { recursive: true });
});

const put = (name: string, content: string | Buffer) =>
  writeFile(path.join(folder, 'brands', name), content);

const aurora = {
  hosts: ['painel.aurora.example', 'Aurora.localhost'],
  name: 'Aurora Play',
  title: 'Aurora',
  logo: 'mark.svg',
  background: ['old.png', 'new.png'],
  accent: '#7B2FA0',
  id_franchise: 7,
};

/** Writes the file and moves the clock, so that the next call reads the file. */
async function write(content: unknown): Promise<void> {
  await writeFile(
    path.join(folder, 'brands.json'),
    typeof content === 'string' ? content : JSON.stringify(content),
  );
  ctx.clock.forward(3_000);
}

const brandAt = async (host: string) => (await call(ctx, getBrand, { query: { host } })).body;

beforeEach(() => write([aurora]));

describe('the brand of a host', () => {
  it('returns the brand of a host in brands.json with its colours', async () => {
    expect(await brandAt('painel.aurora.example')).toMatchObject({
      name: 'Aurora Play',
      title: 'Aurora',
      forceLight: true,
      colors: { light: { accent: '#7b2fa0' } },
    });
  });

  it('shows the franchise only to admins', async () => {
    const franchises = async (profile: 'admin' | 'reseller') => {
      const { token } = await person(ctx, { profile });
      return (await call(ctx, listResellers, {}, { token })).body.franchises;
    };
    expect(await franchises('admin')).toEqual([{ id: 7, name: 'Aurora Play' }]);
    expect(await franchises('reseller')).toEqual([]);
  });

  it('ignores case, port and a final dot of the host', async () => {
    for (const host of ['AURORA.localhost', 'aurora.localhost:8080', 'aurora.localhost.']) {
      expect((await brandAt(host)).name).toBe('Aurora Play');
    }
  });

  it('returns the default brand for every other host', async () => {
    for (const host of [
      'localhost',
      'aurora.example',
      '../brands.json',
      '__proto__',
      'constructor',
      '%2e%2e',
    ]) {
      expect(await brandAt(host)).toMatchObject({
        key: 'ramal',
        name: 'Ramal',
        colors: null,
        forceLight: false,
      });
    }
  });

  it('uses the host of the request if none is given', async () => {
    const headers = { host: 'aurora.localhost:18094' };
    expect((await call(ctx, getBrand, {}, { headers })).body.name).toBe('Aurora Play');
    expect((await call(ctx, getLogo, {}, { headers })).body.logo).toMatch(
      /^\/brand-files\/mark\.svg\?v=/,
    );
    expect((await call(ctx, getBrand, {})).body.name).toBe('Ramal');
  });

  it('allows a brand with both colour schemes', async () => {
    await write([{ ...aurora, forceLight: false }]);
    expect((await brandAt('aurora.localhost')).forceLight).toBe(false);
  });

  it('returns the default brand everywhere without a file', async () => {
    await rm(path.join(folder, 'brands.json'));
    ctx.clock.forward(3_000);
    expect((await brandAt('aurora.localhost')).key).toBe('ramal');
  });
});

describe('pictures of brands', () => {
  const get = (url: string, headers = {}) => ctx.server.inject({ method: 'GET', url, headers });
  const addressOf = async (host: string) =>
    (await call(ctx, getBackground, { query: { host } })).body.image;

  it('shows the newest of several backgrounds', async () => {
    expect(await addressOf('aurora.localhost')).toMatch(/^\/brand-files\/new\.png\?v=/);
  });

  it('shows the bundled pictures for unknown hosts and brands without pictures', async () => {
    expect(await addressOf('unknown')).toBe('/background.svg');
    expect((await call(ctx, getLogo, { query: { host: 'unknown' } })).body.logo).toBe('/mark.svg');
    await write([{ ...aurora, background: [], logo: '' }]);
    expect(await addressOf('aurora.localhost')).toBe('/background.svg');
    expect((await brandAt('aurora.localhost')).logo).toBe('');
  });

  it('serves pictures with their content type, a cache lifetime and nosniff', async () => {
    const { statusCode, headers, rawPayload } = await get(await addressOf('aurora.localhost'));
    expect([statusCode, headers['content-type'], headers['x-content-type-options']]).toEqual([
      200,
      'image/png',
      'nosniff',
    ]);
    expect(headers['cache-control']).toContain('max-age');
    expect(rawPayload.equals(PNG)).toBe(true);
    const again = await get('/brand-files/new.png', { 'if-none-match': headers.etag });
    expect(again.statusCode).toBe(304);
  });

  it('prevents scripts in an SVG that is opened directly', async () => {
    const { headers } = await get('/brand-files/mark.svg');
    expect(headers['content-type']).toContain('image/svg+xml');
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    );
  });

  it('serves only files that brands.json names, and none by a path', async () => {
    await brandAt('aurora.localhost');
    for (const name of [
      'secret.png',
      'old.png',
      '..%2fsecret',
      '%2e%2e%2fsecret',
      '..%5csecret',
      'brands.json',
      '__proto__',
    ]) {
      expect([name, (await get(`/brand-files/${name}`)).statusCode]).toEqual([name, 404]);
    }
  });

  it('does not serve a file whose content is no image', async () => {
    const warned = vi.spyOn(ctx.log, 'warn');
    await write([{ ...aurora, logo: 'page.png', favicon: 'none.png' }]);
    expect(await brandAt('aurora.localhost')).toMatchObject({ logo: '', favicon: '' });
    const warnings = warned.mock.calls.map(([text]) => text as unknown as string);
    expect(warnings).toContainEqual(
      expect.stringContaining('«Aurora Play», logo: the file «page.png» in «brands» is not a PNG'),
    );
    expect(warnings).toContainEqual(
      expect.stringContaining('favicon: the file «none.png» in «brands» is missing'),
    );
  });
});

describe('a changed brands.json', () => {
  it('is read again after a few seconds', async () => {
    expect((await brandAt('aurora.localhost')).title).toBe('Aurora');
    await writeFile(
      path.join(folder, 'brands.json'),
      JSON.stringify([{ ...aurora, title: 'Nova Aurora' }]),
    );
    expect((await brandAt('aurora.localhost')).title).toBe('Aurora');
    ctx.clock.forward(3_000);
    expect((await brandAt('aurora.localhost')).title).toBe('Nova Aurora');
  });

  const broken: [string, unknown, RegExp][] = [
    ['no JSON', '[{', /is not JSON/],
    ['no list', { hosts: [] }, /must be a list of brands/],
    ['a brand that is none', [aurora, 3], /Brand 2: must be written as/],
    ['a field missing', [{ ...aurora, accent: undefined }], /«Aurora Play», accent: is missing/],
    [
      'a colour that is none',
      [{ ...aurora, accent: 'plum' }],
      /«Aurora Play», accent: must be a colour like #7b2fa0/,
    ],
    [
      'an address for a host',
      [{ ...aurora, hosts: ['http://aurora.localhost'] }],
      /«Aurora Play», hosts: must be a host alone/,
    ],
    [
      'a port at the host',
      [{ ...aurora, hosts: ['aurora.localhost:8080'] }],
      /hosts: must be a host alone/,
    ],
    [
      'a path for a file',
      [{ ...aurora, logo: '../secret' }],
      /«Aurora Play», logo: must be the name of a file/,
    ],
    [
      'a path among backgrounds',
      [{ ...aurora, background: ['a.png', '/etc/passwd'] }],
      /background: must be the name of a file/,
    ],
    [
      'a mistyped field',
      [{ ...aurora, acent: '#000000' }],
      /«Aurora Play»: there is no field «acent»/,
    ],
    [
      'a host taken twice',
      [aurora, { ...aurora, name: 'Outra' }],
      /«Outra», hosts: «painel.aurora.example» belongs to «Aurora Play» already/,
    ],
  ];
  it.each(broken)('keeps the last valid file and logs the reason: %s', async (_, content, why) => {
    expect((await brandAt('aurora.localhost')).name).toBe('Aurora Play');
    const logged = vi.spyOn(ctx.log, 'error');
    await write(content);
    expect((await brandAt('aurora.localhost')).name).toBe('Aurora Play');
    await brandAt('aurora.localhost');
    expect(logged).toHaveBeenCalledOnce();
    expect(logged.mock.calls[0]![0]).toMatch(why);
    logged.mockRestore();
  });

  it('accepts an accent similar to a signal colour with a warning', async () => {
    const warned = vi.spyOn(ctx.log, 'warn');
    await write([{ ...aurora, accent: '#8e1230' }]);
    expect((await brandAt('aurora.localhost')).colors?.light.accent).toBe('#8e1230');
    expect(warned.mock.calls.map(([text]) => text as unknown as string)).toContainEqual(
      expect.stringContaining('«Aurora Play», accent: #8e1230 is close to red'),
    );
  });
});

describe('the panel as an app of a phone', () => {
  const get = (url: string, host: string) =>
    ctx.server.inject({ method: 'GET', url, headers: { host } });

  it('has the name and the colours of the host’s brand', async () => {
    const manifest = await get('/manifest.webmanifest', 'aurora.localhost');
    expect(manifest.headers['content-type']).toContain('application/manifest+json');
    expect(manifest.json()).toMatchObject({
      name: 'Aurora',
      short_name: 'Aurora Play',
      lang: 'pt-BR',
    });
    expect((await get('/manifest.webmanifest', 'localhost')).json()).toMatchObject({
      name: 'Ramal',
      theme_color: '#0b0c0f',
    });
  });

  it('draws icons in three sizes, with the default mark if the brand’s cannot be drawn', async () => {
    const warned = vi.spyOn(ctx.log, 'warn');
    for (const side of [180, 192, 512]) {
      const icon = await get(`/app-icon/${side}.png`, 'aurora.localhost');
      expect(icon.statusCode).toBe(200);
      // Reads the width from the first chunk of the PNG.
      expect(icon.rawPayload.readUInt32BE(16)).toBe(side);
    }
    expect(warned.mock.calls.map(([text]) => text as unknown as string)).toContainEqual(
      expect.stringContaining('the mark of «Aurora Play» cannot be drawn as an icon'),
    );
    expect((await get('/app-icon/9999.png', 'localhost')).statusCode).toBe(404);
  });

  it('caches drawn icons and reports their memory in /metrics', async () => {
    const [first, second] = [1, 2].map(() => get('/app-icon/180.png', 'localhost'));
    expect((await first)!.rawPayload).toEqual((await second)!.rawPayload);
    expect((await get('/app-icon/180.png', 'localhost')).rawPayload).toEqual(
      (await first)!.rawPayload,
    );
    const { body } = await get('/metrics', 'localhost');
    const measure = (metric: string) =>
      Number(new RegExp(`${metric}{cache="app-icons"} (\\d+)`).exec(body)?.[1]);
    expect(measure('ramal_cache_bytes')).toBeGreaterThan((await first)!.rawPayload.length);
    expect(measure('ramal_cache_max_bytes')).toBeGreaterThanOrEqual(4_000_000);
  });
});

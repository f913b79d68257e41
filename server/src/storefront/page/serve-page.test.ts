/** The public pages at /loja over HTTP, with the real page of the portal. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { uploadBrandPicture } from '@ramal/contract/brands/brand-settings';
import { getStorefront, saveStorefront } from '@ramal/contract/storefront/settings';
import { getStorefrontPage } from '@ramal/contract/storefront/page';
import sharp from 'sharp';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Person, person } from '../../../test/accounts.ts';
import { call, createTestContext, type TestContext, TODAY } from '../../../test/context.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { answerFailures } from '../../foundation/http/failures.ts';
import { rateLimits } from '../../foundation/limits/rate-limits.ts';
import { pageCacheOf } from './page-cache.ts';
import { routeStorefronts } from './serve-page.ts';

const portal = path.resolve(import.meta.dirname, '../../../../portal/index.html');

let ctx: TestContext;
let pages: FastifyInstance;
let seller: Person;
let slug: string;
beforeAll(async () => {
  ctx = await createTestContext();
  pages = Fastify();
  answerFailures(pages, ctx.clock, ctx.log);
  await routeStorefronts(pages, ctx, await readFile(portal, 'utf8'));
});
afterAll(async () => {
  await pages.close();
  await ctx.close();
});

let sellers = 0;
beforeEach(async () => {
  ctx.clock.set(TODAY);
  seller = await person(ctx);
  slug = `pagina-${(sellers += 1)}`;
});

async function save(change: Record<string, unknown> = {}): Promise<void> {
  const as = { token: seller.token };
  const { suggested } = (await call(ctx, getStorefront, {}, as)).body;
  const saved = await call(ctx, saveStorefront, { body: { ...suggested, slug, ...change } }, as);
  expect(saved.status).toBe(200);
}

const open = (url: string, remoteAddress = '203.0.113.5') => pages.inject({ url, remoteAddress });

/** Another process of the same installation, which has caches of its own. */
const otherProcess = (): AppContext => ({ ...ctx, config: { ...ctx.config } });

it('contains the data of the page for every step of the purchase', async () => {
  await save({ name: 'Marcelo TV', sentence: 'Canais na sua TV' });
  for (const step of ['', '/teste', '/assinar', '/pix']) {
    const { statusCode, body } = await open(`/loja/${slug}${step}`);
    expect(statusCode).toBe(200);
    expect(body).toContain('<title>Marcelo TV</title>');
    expect(body).toContain(`"slug":"${slug}"`);
    expect(body).toContain(`<meta property="og:description" content='Canais na sua TV' />`);
  }
});

it('shows the logo of the page on a host without a brand', async () => {
  const file = await sharp({
    create: { width: 40, height: 40, channels: 3, background: '#7b2fa0' },
  })
    .png()
    .toBuffer();
  const { body: logo } = await call(
    ctx,
    uploadBrandPicture,
    { params: { kind: 'logo' }, file } as never,
    { token: seller.token },
  );
  await save({ logo: logo.name });
  const { body } = await open(`/loja/${slug}`);
  expect(body).toContain(`"logo":"/brand-files/${logo.name}"`);
});

it('answers 404 with a page without data for an unknown address', async () => {
  for (const unknown of ['ninguem-tem-esta', '%C3%A7%27%22', 'a', 'x'.repeat(80)]) {
    const { statusCode, headers, body } = await open(`/loja/${unknown}`);
    expect([unknown, statusCode, headers['content-type']]).toEqual([
      unknown,
      404,
      'text/html; charset=utf-8',
    ]);
    expect(body).not.toContain('ramal-storefront');
  }
});

it('limits the unknown addresses that a network may try and not the pages', async () => {
  await save();
  const address = '203.0.113.77';
  const tries = rateLimits['storefront-unknown'].points;
  for (let number = 0; number < tries; number += 1)
    expect((await open(`/loja/nome-${number}`, address)).statusCode).toBe(404);
  const refused = await open('/loja/mais-um-nome', address);
  expect([refused.statusCode, Number(refused.headers['retry-after'])]).toEqual([
    429,
    expect.any(Number),
  ]);
  expect((await open(`/loja/${slug}`, address)).statusCode).toBe(200);
});

it('redirects a former address with its step and origin to the current one', async () => {
  await save();
  const former = slug;
  slug = `${former}-nova`;
  await save();
  const { statusCode, headers } = await open(`/loja/${former}/assinar?o=status&cupom=NATAL20`);
  expect([statusCode, headers.location]).toEqual([
    302,
    `/loja/${slug}/assinar?o=status&cupom=NATAL20`,
  ]);
  expect((await open(`/loja/${slug.toUpperCase()}`)).statusCode).toBe(200);
});

it('is closed for everybody as soon as its seller switches it off', async () => {
  await save();
  expect((await open(`/loja/${slug}`)).body).toContain('"state":"open"');
  await save({ is_online: false });
  const { statusCode, body } = await open(`/loja/${slug}`);
  expect([statusCode, body.includes('"state":"closed"')]).toEqual([200, true]);
});

it('shows a saved change on every process within some seconds', async () => {
  await save({ sentence: 'Primeira frase' });
  const other = pageCacheOf(otherProcess());
  const sentence = async () => (await other.find(slug))?.page.sentence;
  expect(await sentence()).toBe('Primeira frase');
  await save({ sentence: 'Segunda frase' });
  const { body } = await call(ctx, getStorefrontPage, { params: { slug } });
  expect(body.sentence).toBe('Segunda frase');
  expect(await sentence()).toBe('Primeira frase');
  ctx.clock.forward(10_000);
  expect(await sentence()).toBe('Segunda frase');
});

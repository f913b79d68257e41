/**
 * Serves the public pages at /loja. The page contains the seller's data, the brand and the time zone
 * before the first paint. Messengers show its description for a shared link.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Brand } from '@ramal/contract/brands/brands';
import type { StorefrontPage } from '@ramal/contract/storefront/page';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { brandsOf } from '../../brands/brands.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { createBoundedCache } from '../../foundation/bounded-cache.ts';
import { toNetwork } from '../../foundation/http/request-meta.ts';
import { consume, createRateLimiter } from '../../foundation/limits/rate-limiter.ts';
import { countVisit } from '../numbers/count-visits.ts';
import { pageCacheOf } from './page-cache.ts';
import { writePage } from './write-page.ts';

const built = path.resolve(import.meta.dirname, '../../../../portal/dist');

/** Size of the cache of written pages, enough for about two thousand. */
const WRITTEN_BYTES = 40_000_000;

type PageRequest = FastifyRequest<{ Params: { slug: string }; Querystring: { o?: unknown } }>;

export async function serveStorefronts(server: FastifyInstance, ctx: AppContext): Promise<void> {
  const file = [path.join(built, 'storefront.html'), path.join(built, 'index.html')].find(
    existsSync,
  );
  if (file) await routeStorefronts(server, ctx, await readFile(file, 'utf8'));
}

/** Serves the given HTML with the data of the page that the address names. */
export async function routeStorefronts(
  server: FastifyInstance,
  ctx: AppContext,
  html: string,
): Promise<void> {
  const pages = pageCacheOf(ctx);
  const unknown = createRateLimiter(ctx, 'storefront-unknown');
  const writtenPage = await createWriter(ctx, html);

  /** The page with its status. A former address leads to the current one. */
  async function answer(request: PageRequest, reply: FastifyReply, isFirst: boolean) {
    const slug = request.params.slug.toLowerCase();
    const read = await pages.find(slug);
    if (!read) await consume(unknown, toNetwork(request.ip));
    if (read && read.page.slug !== slug)
      return reply.redirect(currentUrl(request.url, read.page.slug), 302);
    if (isFirst && read?.page.state === 'open') countVisit(ctx, read, request);
    return reply
      .code(read ? 200 : 404)
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(await writtenPage(request.host, slug, read?.page));
  }

  server.get('/loja/:slug', (request, reply) => answer(request as PageRequest, reply, true));
  server.get('/loja/:slug/*', (request, reply) => answer(request as PageRequest, reply, false));
}

/** Puts the current slug into the address. Step, origin and coupon stay. */
const currentUrl = (url: string, slug: string): string =>
  url.replace(/^\/loja\/[^/?]+/, () => `/loja/${slug}`);

/** Returns a function that writes a page again only if its brand or its data have changed. */
async function createWriter(ctx: AppContext, html: string) {
  const brands = brandsOf(ctx);
  const { timeZone } = ctx.clock;
  const written = createBoundedCache<WrittenPage>({
    name: 'storefront-pages',
    maxBytes: WRITTEN_BYTES,
    bytesOf: ({ text }) => 2 * text.length,
  });
  // Fails at the start of the server if the page cannot be rendered.
  writePage(html, { brand: await brands.forHost('localhost'), page: undefined, timeZone });
  return async (host: string, slug: string, page: StorefrontPage | undefined) => {
    const brand = await brands.forHost(host);
    // Every unknown address shows the same page.
    const key = `${host} ${page ? slug : ''}`;
    const existing = written.get(key);
    if (existing && existing.brand === brand && existing.page === page) return existing.text;
    const text = writePage(html, { brand, page, timeZone });
    written.set(key, { brand, page, text });
    return text;
  };
}

interface WrittenPage {
  readonly brand: Brand;
  readonly page: StorefrontPage | undefined;
  readonly text: string;
}

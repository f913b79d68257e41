/**
 * Serves the public pages at /loja. The page contains the seller's data, the brand and the time zone
 * before the first paint. Messengers show its description for a shared link.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Brand } from '@ramal/contract/brands/brands';
import type { StorefrontPage } from '@ramal/contract/storefront/page';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { brandsOf } from '../../brands/brands.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { createBoundedCache } from '../../foundation/bounded-cache.ts';
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
  if (!file) return;
  const html = await readFile(file, 'utf8');
  const written = createBoundedCache<WrittenPage>({
    name: 'storefront-pages',
    maxBytes: WRITTEN_BYTES,
    bytesOf: ({ text }) => 2 * text.length,
  });
  const pages = pageCacheOf(ctx);
  const brands = brandsOf(ctx);
  const { timeZone } = ctx.clock;
  // Fails at the start of the server if the page cannot be rendered.
  writePage(html, { brand: await brands.forHost('localhost'), page: undefined, timeZone });

  /** Writes a page again only if the brand or the seller's data have changed. */
  async function writtenPage(host: string, slug: string): Promise<WrittenPage> {
    const [brand, read] = [await brands.forHost(host), await pages.find(slug)];
    const key = `${host} ${slug}`;
    const existing = written.get(key);
    if (existing && existing.brand === brand && existing.page === read?.page) return existing;
    const page = read?.page;
    const text = writePage(html, { brand, page, timeZone });
    const result = { brand, page, text, accountId: read?.accountId };
    written.set(key, result);
    return result;
  }

  async function answer(request: PageRequest, isFirst: boolean) {
    const slug = request.params.slug.toLowerCase();
    const shown = await writtenPage(request.host, slug);
    if (isFirst && shown.page?.state === 'open') {
      const read = await pages.find(slug);
      if (read) countVisit(ctx, read, request);
    }
    return shown;
  }

  for (const [url, isFirst] of [
    ['/loja/:slug', true],
    ['/loja/:slug/*', false],
  ] as const)
    server.get(url, async (request, reply) => {
      const { page, text } = await answer(request as PageRequest, isFirst);
      return reply
        .code(page ? 200 : 404)
        .header('cache-control', 'no-cache')
        .type('text/html; charset=utf-8')
        .send(text);
    });
}

interface WrittenPage {
  readonly brand: Brand;
  readonly page: StorefrontPage | undefined;
  readonly text: string;
  readonly accountId: number | undefined;
}

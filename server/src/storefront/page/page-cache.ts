/**
 * Pages in the memory of each process, so that a visit reads nothing from the database. A page that
 * is visited is read again at most every two seconds; visitors get the former one in the meantime.
 * A save in this process is shown at once, and in the other processes with their next read.
 */
import { refuse } from '@ramal/contract/api/errors';
import { isSlug } from '@ramal/contract/storefront/slug';
import type { AppContext } from '../../foundation/app-context.ts';
import { createBoundedCache } from '../../foundation/bounded-cache.ts';
import { createSharedRuns, oncePer } from '../../foundation/shared-runs.ts';
import { readPage, type ReadPage } from './read-page.ts';

const FRESH_MS = 2_000;
/** A page that was not visited for this time is read before it is shown. */
const STALE_MS = 10_000;
const MAX_BYTES = 20_000_000;
const PAGE_BYTES = 6_000;

interface CachedPage {
  readonly read: ReadPage | undefined;
  readonly at: number;
}

interface PageCache {
  /** Undefined for an unknown slug. */
  find(slug: string): Promise<ReadPage | undefined>;
  /** Makes the next visit read the page of the seller again, because it was saved with this slug. */
  invalidate(accountId: number, slug?: string): void;
}

export const pageCacheOf = oncePer((ctx: AppContext) => ctx.config, openCache);

function openCache(ctx: AppContext): PageCache {
  const pages = createBoundedCache<CachedPage>({
    name: 'storefronts',
    maxBytes: MAX_BYTES,
    bytesOf: ({ read }) => (read ? PAGE_BYTES : 0),
  });
  const share = createSharedRuns();

  const reload = (slug: string): Promise<ReadPage | undefined> =>
    share(slug, async () => {
      const read = await readPage(ctx, slug);
      pages.set(slug, { read, at: ctx.clock.now().getTime() });
      return read;
    });

  return {
    find: async (written) => {
      const slug = written.toLowerCase();
      if (!isSlug(slug)) return undefined;
      const cached = pages.get(slug);
      const age = cached
        ? Math.abs(ctx.clock.now().getTime() - cached.at)
        : Number.POSITIVE_INFINITY;
      if (!cached || age >= STALE_MS) return reload(slug);
      if (age >= FRESH_MS)
        reload(slug).catch((error: unknown) =>
          ctx.log.error({ err: error }, 'a storefront was not read'),
        );
      return cached.read;
    },
    invalidate: (accountId, slug) => {
      // A new address may be in the cache as an unknown one.
      if (slug !== undefined) pages.delete(slug);
      for (const [address, { read }] of pages)
        if (read?.accountId === accountId) pages.delete(address);
    },
  };
}

/** Returns the open page of a slug, or refuses with the state of the page. */
export async function getOpenPage(ctx: AppContext, slug: string): Promise<ReadPage> {
  const read = (await pageCacheOf(ctx).find(slug)) ?? refuse('storefront_not_found');
  return read.page.state === 'open' ? read : refuse('storefront_closed');
}

/** Opens a page for a request of a stranger, which passes the rate limits and the human check. */
import { refuse } from '@ramal/contract/api/errors';
import type { AppContext } from '../../foundation/app-context.ts';
import type { RequestMeta } from '../../foundation/caller.ts';
import { toNetwork } from '../../foundation/http/request-meta.ts';
import { consume, createRateLimiter } from '../../foundation/limits/rate-limiter.ts';
import { createVisitorCheck } from '../../sessions/sessions.ts';
import { getOpenPage } from '../page/page-cache.ts';
import type { ReadPage } from '../page/read-page.ts';

interface Visit {
  readonly slug: string;
  readonly phone: string;
  readonly requestMeta: RequestMeta;
  /** Solution of the human check; null if an earlier step has checked the visitor. */
  readonly solution: string | undefined | null;
}

export function createVisitorGuard(ctx: AppContext) {
  const network = createRateLimiter(ctx, 'storefront-request');
  const phones = createRateLimiter(ctx, 'storefront-phone');
  const sellers = createRateLimiter(ctx, 'storefront-seller');
  const check = createVisitorCheck(ctx);
  return async ({ slug, phone, requestMeta, solution }: Visit): Promise<ReadPage> => {
    // Counted before the page is searched, so that unknown slugs count too.
    await consume(network, toNetwork(requestMeta.ip));
    const storefront = await getOpenPage(ctx, slug);
    const { accountId } = storefront;
    await consume(sellers, String(accountId));
    await consume(phones, `${accountId} ${phone}`);
    if (solution !== null && !(await check.verify(solution ?? '', requestMeta)))
      refuse('human_check_failed');
    return storefront;
  };
}

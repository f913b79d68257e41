/** Returns the public page to an open page that reads its data again. */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type { getStorefrontPage as declaration } from '@ramal/contract/storefront/page';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { toNetwork } from '../../foundation/http/request-meta.ts';
import { consume, createRateLimiter } from '../../foundation/limits/rate-limiter.ts';
import { pageCacheOf } from './page-cache.ts';

export function createGetPage(ctx: AppContext) {
  const limiter = createRateLimiter(ctx, 'storefront-page');
  const pages = pageCacheOf(ctx);
  return async ({
    params,
    requestMeta,
  }: Call<typeof declaration>): Promise<HandlerResult<typeof declaration>> => {
    await consume(limiter, toNetwork(requestMeta.ip));
    return (await pages.find(params.slug))?.page ?? refuse('storefront_not_found');
  };
}

/** Returns the public page to an open page that reads its data again. */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type {
  getStorefrontPage as declaration,
  StorefrontOffer,
  StorefrontPage,
} from '@ramal/contract/storefront/page';
import { getPlanTerm } from '@ramal/contract/rules/plans';
import { createCodeGuard, readCouponPrices } from '../../coupons/coupons.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { toNetwork } from '../../foundation/http/request-meta.ts';
import { consume, createRateLimiter } from '../../foundation/limits/rate-limiter.ts';
import { pageCacheOf } from './page-cache.ts';
import type { ReadPage } from './read-page.ts';

export function createGetPage(ctx: AppContext) {
  const limiter = createRateLimiter(ctx, 'storefront-page');
  const pages = pageCacheOf(ctx);
  const guardCode = createCodeGuard(ctx);
  return async ({
    params,
    query,
    requestMeta,
  }: Call<typeof declaration>): Promise<HandlerResult<typeof declaration>> => {
    await consume(limiter, toNetwork(requestMeta.ip));
    const read = (await pages.find(params.slug)) ?? refuse('storefront_not_found');
    const { cupom } = query;
    return cupom === undefined || read.page.state === 'closed'
      ? read.page
      : guardCode(requestMeta.ip, () => priceWithCoupon(ctx, read, cupom));
  };
}

/** Returns the page at the prices of a coupon. Plans for which it is not valid keep their price. */
async function priceWithCoupon(
  ctx: AppContext,
  { accountId, page }: ReadPage,
  code: string,
): Promise<StorefrontPage> {
  const offers = page.products.flatMap((product) => product.offers);
  const purchases = offers.map(({ months, priceCents }) => ({
    months,
    cents: priceCents,
    hundredths: getPlanTerm(months).hundredths,
  }));
  const use = { sellerId: accountId, code, customer: {} };
  const prices = await readCouponPrices(ctx, ctx.db, use, purchases);
  const withCoupon = (offer: StorefrontOffer): StorefrontOffer => {
    const price = prices.find(({ months }) => months === offer.months);
    return price
      ? {
          ...offer,
          priceCents: price.cents,
          monthCents: offer.months === 1 ? null : Math.round(price.cents / offer.months),
          listCents: price.listCents,
          bonusDays: price.bonusDays,
        }
      : offer;
  };
  return {
    ...page,
    coupon: prices[0]!.code,
    recurring: null,
    products: page.products.map((product) => ({
      ...product,
      offers: product.offers.map(withCoupon),
    })),
  };
}

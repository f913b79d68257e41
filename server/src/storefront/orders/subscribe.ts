/**
 * Subscriptions of strangers on a page: creates the charge of an order, and reads the order.
 */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type {
  getStorefrontOrder,
  subscribeStorefront as declaration,
} from '@ramal/contract/storefront/orders';
import { createCodeGuard } from '../../coupons/coupons.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { toNetwork } from '../../foundation/http/request-meta.ts';
import { consume, createRateLimiter } from '../../foundation/limits/rate-limiter.ts';
import { findCharge, refreshCharge } from '../../payments/payments.ts';
import { findAuthorization, refreshForPage } from '../../recurring-pix/recurring-pix.ts';
import { pageCacheOf } from '../page/page-cache.ts';
import type { ReadPage } from '../page/read-page.ts';
import { createKey, readKey } from '../visitors/public-keys.ts';
import { findSellerLine, type SellerLine } from '../visitors/test-answer.ts';
import { createVisitorGuard } from '../visitors/visitor-limits.ts';
import { createSale } from './create-sale.ts';
import { describeOrder } from './order-answer.ts';

type SubscribeCall = Call<typeof declaration>;

export function createSubscribe(ctx: AppContext) {
  const guard = createVisitorGuard(ctx);
  const guardCode = createCodeGuard(ctx);
  return async (call: SubscribeCall): Promise<HandlerResult<typeof declaration>> => {
    const { params, body, requestMeta } = call;
    const { slug } = params;
    const phone = body.phone!;
    const solution = body.testKey === undefined ? body.gRecaptchaResponse : null;
    const storefront = await guard({ slug, phone, requestMeta, solution });
    const { accountId, page } = storefront;
    const tested = await findTestedLine(ctx, storefront, body);
    const sale = {
      phone,
      device: body.device,
      deviceSignature: body.deviceSignature,
      channel: 'link',
      originCode: body.origin,
      offerId: body.offerId,
      method: body.method,
      shownCents: body.priceCents,
      coupon: body.coupon,
      payer: body.payer,
      tested,
    } as const;
    const sell = () => createSale(ctx, storefront, sale, requestMeta);
    // Wrong codes from the same network must not stop a sale without a coupon.
    const charge = await (body.coupon === undefined ? sell() : guardCode(requestMeta.ip, sell));
    // A sale that does not promote the test has a line of its own, with the first version.
    const version = charge.lineId === null ? 0 : (tested?.accessVersion ?? 0);
    const key = { text: createKey(ctx, 'o', charge.id, { accountId, version }), version };
    return describeOrder(ctx, { charge, receiver: page.name, key, requestMeta });
  };
}

/** Finds the line of the key. The key is valid only on the device that received it. */
async function findTestedLine(
  ctx: AppContext,
  { accountId }: ReadPage,
  { testKey, deviceSignature }: SubscribeCall['body'],
): Promise<SellerLine | undefined> {
  if (testKey === undefined) return undefined;
  const { id, version } = readKey(ctx, 't', testKey, { accountId, deviceSignature });
  const line = await findSellerLine(ctx, accountId, id);
  // The payment would send the new access to this visitor.
  if (line && line.accessVersion !== version) refuse('storefront_key_refused');
  return line;
}

export function createGetOrder(ctx: AppContext) {
  const reads = createRateLimiter(ctx, 'storefront-state');
  return async ({
    params,
    body,
    requestMeta,
  }: Call<typeof getStorefrontOrder>): Promise<HandlerResult<typeof getStorefrontOrder>> => {
    await consume(reads, toNetwork(requestMeta.ip));
    const { accountId, page } =
      (await pageCacheOf(ctx).find(params.slug)) ?? refuse('storefront_key_refused');
    const { id, version } = readKey(ctx, 'o', body.key, { accountId });
    const find = async () => {
      const stored = await findCharge(ctx.db, id);
      return stored && stored.accountId === accountId && stored.purpose === 'sale'
        ? stored
        : refuse('storefront_key_refused');
    };
    const charge = await refreshCharge(ctx, find);
    const { authorizationId } = charge;
    const authorization =
      authorizationId === null ? undefined : await findAuthorization(ctx.db, authorizationId);
    const wasRead = authorization !== undefined && (await refreshForPage(ctx, authorization));
    return describeOrder(ctx, {
      charge: wasRead ? await find() : charge,
      receiver: page.name,
      key: { text: body.key, version },
      requestMeta,
    });
  };
}

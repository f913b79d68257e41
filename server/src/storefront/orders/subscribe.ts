/**
 * Subscriptions of strangers on a page: creates the charge of an order, and reads the order.
 */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type {
  getStorefrontOrder,
  subscribeStorefront as declaration,
} from '@ramal/contract/storefront/orders';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Call } from '../../foundation/http/bind.ts';
import type { Line } from '../../lines/lines.ts';
import { findCharge, refreshCharge } from '../../payments/payments.ts';
import { findAuthorization, refreshForPage } from '../../recurring-pix/recurring-pix.ts';
import { pageCacheOf } from '../page/page-cache.ts';
import type { ReadPage } from '../page/read-page.ts';
import { readKey } from '../visitors/public-keys.ts';
import { findSellerLine } from '../visitors/test-answer.ts';
import { createVisitorGuard } from '../visitors/visitor-limits.ts';
import { createSale, type SaleRequest } from './create-sale.ts';
import { describeOrder } from './order-answer.ts';

type SubscribeCall = Call<typeof declaration>;

export function createSubscribe(ctx: AppContext) {
  const guard = createVisitorGuard(ctx);
  return async (call: SubscribeCall): Promise<HandlerResult<typeof declaration>> => {
    const { params, body, requestMeta } = call;
    const { slug } = params;
    const phone = body.phone!;
    const solution = body.testKey === undefined ? body.gRecaptchaResponse : null;
    const storefront = await guard({ slug, phone, requestMeta, solution });
    const request: SaleRequest = {
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
      tested: await findTestedLine(ctx, storefront, body),
    };
    const charge = await createSale(ctx, storefront, request, requestMeta);
    return describeOrder(ctx, charge, storefront.page.name, requestMeta);
  };
}

/** Finds the line of the key. The key is valid only on the device that received it. */
async function findTestedLine(
  ctx: AppContext,
  { accountId }: ReadPage,
  { testKey, deviceSignature }: SubscribeCall['body'],
): Promise<Line | undefined> {
  if (testKey === undefined) return undefined;
  const lineId = readKey(ctx, 't', testKey, { accountId, deviceSignature });
  return findSellerLine(ctx, accountId, lineId);
}

export async function getOrder(
  ctx: AppContext,
  { params, body, requestMeta }: Call<typeof getStorefrontOrder>,
): Promise<HandlerResult<typeof getStorefrontOrder>> {
  const { accountId, page } =
    (await pageCacheOf(ctx).find(params.slug)) ?? refuse('storefront_key_refused');
  const id = readKey(ctx, 'o', body.key, { accountId });
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
  if (authorization) await refreshForPage(ctx, authorization);
  return describeOrder(ctx, authorization ? await find() : charge, page.name, requestMeta);
}

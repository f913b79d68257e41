/**
 * Subscriptions of strangers: creates the charge of an order, and reads the order. The payment turns
 * the visitor's test into an official line, or creates a line.
 */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { Refusal, refuse } from '@ramal/contract/api/errors';
import type {
  getStorefrontOrder,
  subscribeStorefront as declaration,
} from '@ramal/contract/storefront/orders';
import { moneyText } from '@ramal/contract/rules/message';
import { type PlanMonths, planLabel, getPlanTerm } from '@ramal/contract/rules/plans';
import { platforms } from '@ramal/contract/rules/platforms';
import sql from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Tx } from '../../foundation/database.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { consume, createRateLimiter } from '../../foundation/limits/rate-limiter.ts';
import { applyCoupon } from '../../coupons/coupons.ts';
import { enforceLimits, readAccountLimits } from '../../limits/limits.ts';
import type { Line } from '../../lines/lines.ts';
import { findOffer, type Offer } from '../../offers/offers.ts';
import {
  type Charge,
  createCharge,
  findCharge,
  type NewCharge,
  readPaymentKind,
  readPlanPrices,
  refreshCharge,
  type SaleOrder,
} from '../../payments/payments.ts';
import {
  createOrderAuthorization,
  enforceNoDebit,
  findAuthorization,
  refreshForPage,
} from '../../recurring-pix/recurring-pix.ts';
import { actAs } from '../../sessions/sessions.ts';
import { pageCacheOf } from '../page/page-cache.ts';
import type { ReadPage } from '../page/read-page.ts';
import { markDevice, readKey } from '../visitors/public-keys.ts';
import { knownOrigin, originOfCode } from '../visitors/request-test.ts';
import { findSellerLine } from '../visitors/test-answer.ts';
import { createVisitorGuard } from '../visitors/visitor-limits.ts';
import { describeOrder } from './order-answer.ts';

type SubscribeCall = Call<typeof declaration>;
type Subscription = SubscribeCall['body'];

export function createSubscribe(ctx: AppContext) {
  const guard = createVisitorGuard(ctx);
  const charges = createRateLimiter(ctx, 'storefront-charge');
  return async (call: SubscribeCall): Promise<HandlerResult<typeof declaration>> => {
    const { params, body, requestMeta } = call;
    const { slug } = params;
    const phone = body.phone!;
    const solution = body.testKey === undefined ? body.gRecaptchaResponse : null;
    const storefront = await guard({ slug, phone, requestMeta, solution });
    const { accountId, page } = storefront;
    const tested = await findTestedLine(ctx, storefront, body);
    const offer = await findPlan(ctx, storefront, body.offerId);
    const cents = await readPlanCents(ctx, accountId, offer.months);
    if (
      (await readPaymentKind(ctx, accountId, body.method)) === undefined ||
      !page.methods.includes(body.method)
    )
      refuse('payments_not_ready');
    await consume(charges, `${accountId} ${phone}`);
    // The key of a test replaces the human check, so its line has a limit too.
    if (tested) await consume(charges, `line ${tested.id}`);
    // A test of another platform is not what this plan sells, so the payment creates a line.
    const line = tested?.platform === offer.platform ? tested : undefined;
    const order: NewCharge = {
      purpose: 'sale',
      accountId,
      lineId: line?.id ?? null,
      buyerId: null,
      months: offer.months,
      credits: getPlanTerm(offer.months).hundredths,
      cents,
      method: body.method,
      description: `Assinatura de ${planLabel(offer.months)}`,
      backPath: `/loja/${page.slug}/pix`,
      sale: { ...offer.product, ...(await describeVisitor(ctx, storefront, { body, line })) },
      enforce: (tx) => enforceSale(ctx, tx, { accountId, offer, line }),
    };
    const priced = await withCoupon(ctx, order, body);
    if (priced.cents !== body.priceCents)
      refuse('price_changed', { values: { price: moneyText(priced.cents) } });
    const charge = body.payer
      ? await authorizeMonths(ctx, storefront, priced, { ...body, payer: body.payer })
      : await createCharge(ctx, priced, requestMeta);
    return describeOrder(ctx, charge, page.name, requestMeta);
  };
}

/**
 * Creates the code that pays the first month and authorises the following ones. A coupon is for a
 * single payment, and the authorised amount never changes (Q-RECURCOUPON).
 */
async function authorizeMonths(
  ctx: AppContext,
  { page }: ReadPage,
  { accountId, lineId, months, cents, credits, sale, enforce }: NewCharge,
  { payer, method, coupon }: Subscription & { readonly payer: NonNullable<Subscription['payer']> },
): Promise<Charge> {
  if (!page.recurring || months !== 1 || method !== 'pix' || coupon !== undefined)
    refuse('recurring_not_offered');
  const order = { accountId, lineId, sale: sale!, enforce: (tx: Tx) => enforce!(tx, 0) };
  const { firstChargeId } = await createOrderAuthorization(ctx, order, {
    ...payer,
    cents,
    credits,
  });
  return (await findCharge(ctx.db, firstChargeId!))!;
}

/** Finds the line of the key. The key is valid only on the device that received it. */
async function findTestedLine(
  ctx: AppContext,
  { accountId }: ReadPage,
  { testKey, deviceSignature }: Subscription,
): Promise<Line | undefined> {
  if (testKey === undefined) return undefined;
  const lineId = readKey(ctx, 't', testKey, { accountId, deviceSignature });
  const line = await findSellerLine(ctx, accountId, lineId);
  if (line?.blockedForAbuseAt) refuse('renewal_blocked');
  return line;
}

interface Plan {
  readonly platform: Offer['platform'];
  readonly months: PlanMonths;
  readonly product: Pick<SaleOrder, 'platform' | 'productId'>;
}

async function findPlan(ctx: AppContext, { accountId, page }: ReadPage, id: string): Promise<Plan> {
  const isOffered = page.products.some(({ offers }) => offers.some((offer) => offer.id === id));
  const offer = isOffered ? await findOffer(ctx.db, accountId, id) : undefined;
  if (!offer || !('months' in offer.sells)) return refuse('plan_not_offered');
  const { platform, productId } = offer;
  return { platform, months: offer.sells.months, product: { platform, productId } };
}

async function readPlanCents(
  ctx: AppContext,
  accountId: number,
  months: PlanMonths,
): Promise<number> {
  const prices = await readPlanPrices(ctx.db, accountId);
  return prices.find((price) => price.months === months)?.cents ?? refuse('plan_not_offered');
}

/** The customer of a coupon is recognised by number, device and line. */
const withCoupon = async (
  ctx: AppContext,
  order: NewCharge,
  { coupon, phone, deviceSignature }: Subscription,
): Promise<NewCharge> =>
  coupon === undefined
    ? order
    : applyCoupon(ctx, order, {
        code: coupon,
        customer: { lineId: order.lineId, phone, device: deviceSignature },
      });

interface SaleVisitor {
  readonly body: Subscription;
  readonly line: Line | undefined;
}

/** The origin is that of the visitor's first request, which may be an earlier test. */
async function describeVisitor(
  ctx: AppContext,
  storefront: ReadPage,
  { body, line }: SaleVisitor,
): Promise<Omit<SaleOrder, 'platform' | 'productId'>> {
  const first = await ctx.db.first<Pick<SaleOrder, 'origin' | 'channel' | 'originCode'>>(sql`
    select origin, channel, origin_code from trial_requests
    where account_id = ${storefront.accountId} and (line_id = ${line?.id ?? null} or phone = ${body.phone!})
    order by at, id limit 1`);
  const originCode = first ? first.originCode : knownOrigin(storefront, body.origin);
  return {
    whatsapp: body.phone,
    device: body.device,
    deviceMark: markDevice(ctx, body.deviceSignature),
    origin: first?.origin ?? originOfCode(storefront, originCode),
    channel: first?.channel ?? 'link',
    originCode,
  };
}

interface SaleCheck {
  readonly accountId: number;
  readonly offer: Plan;
  readonly line: Line | undefined;
}

/** Refuses a sale that the seller's limits or functions forbid, before anybody pays for it. */
async function enforceSale(
  ctx: AppContext,
  tx: Tx,
  { accountId, offer, line }: SaleCheck,
): Promise<void> {
  if (line && !line.isTrial) return enforceNoDebit(ctx, tx, line.id);
  const actor = (await actAs(ctx, accountId)) ?? refuse('storefront_closed');
  const { flag, grants } = platforms[offer.platform];
  if (!actor.flags.has(flag) || !grants.every((grant) => actor.grants.has(grant)))
    refuse('plan_not_offered');
  const act = line
    ? { platform: offer.platform, hundredths: 0 }
    : { line: { platform: offer.platform, isTrial: false }, hundredths: 0 };
  try {
    await enforceLimits(tx, ctx, { actor, facts: await readAccountLimits(tx, actor), act });
  } catch (error) {
    // The text of a limit is for the seller.
    if (error instanceof Refusal) refuse('plan_not_offered');
    throw error;
  }
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

/**
 * Creates the charge of a sale to a stranger, for the page and for chats. The payment turns the
 * stranger's test into an official line, or creates a line.
 */
import { Refusal, refuse } from '@ramal/contract/api/errors';
import type { StorefrontDevice } from '@ramal/contract/storefront/devices';
import type { subscribeStorefront } from '@ramal/contract/storefront/orders';
import { moneyText } from '@ramal/contract/rules/message';
import { type PlanMonths, planLabel, getPlanTerm } from '@ramal/contract/rules/plans';
import { platforms } from '@ramal/contract/rules/platforms';
import sql from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import type { RequestMeta } from '../../foundation/caller.ts';
import type { Tx } from '../../foundation/database.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { consume, createRateLimiter } from '../../foundation/limits/rate-limiter.ts';
import { oncePer } from '../../foundation/shared-runs.ts';
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
  type SaleOrder,
} from '../../payments/payments.ts';
import { createOrderAuthorization, enforceNoDebit } from '../../recurring-pix/recurring-pix.ts';
import { actAs } from '../../sessions/sessions.ts';
import type { ReadPage } from '../page/read-page.ts';
import { markDevice } from '../visitors/public-keys.ts';
import { findOrigin } from '../visitors/visitor-origin.ts';

type Payer = NonNullable<Call<typeof subscribeStorefront>['body']['payer']>;

interface SaleRequest {
  /** Digits with the country code. */
  readonly phone: string;
  /** Kind of device; null if the channel does not ask for it. */
  readonly device: StorefrontDevice | null;
  readonly deviceSignature: string;
  readonly channel: 'link' | 'telegram' | 'whatsapp';
  /** Code of the link that the stranger followed, known or not. */
  readonly originCode: string | undefined;
  readonly offerId: string;
  readonly method: 'pix' | 'card';
  /** Price in cents that the stranger saw. */
  readonly shownCents: number;
  readonly coupon?: string | undefined;
  /** Payer of recurring Pix. Undefined for a single payment. */
  readonly payer?: Payer | undefined;
  /** Test of the stranger. */
  readonly tested: Line | undefined;
}

const chargeLimiterOf = oncePer(
  (ctx: AppContext) => ctx.config,
  (ctx) => createRateLimiter(ctx, 'storefront-charge'),
);

export async function createSale(
  ctx: AppContext,
  storefront: ReadPage,
  request: SaleRequest,
  requestMeta: RequestMeta,
): Promise<Charge> {
  const { accountId, page } = storefront;
  const { phone, method, tested, offerId } = request;
  if (tested?.blockedForAbuseAt) refuse('renewal_blocked');
  const offer = await findPlan(ctx, storefront, offerId);
  const cents = await readPlanCents(ctx, accountId, offer.months);
  if (
    (await readPaymentKind(ctx, accountId, method)) === undefined ||
    !page.methods.includes(method)
  )
    refuse('payments_not_ready');
  const charges = chargeLimiterOf(ctx);
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
    method,
    description: `Assinatura de ${planLabel(offer.months)}`,
    backPath: `/loja/${page.slug}/pix`,
    sale: { ...offer.product, ...(await describeVisitor(ctx, storefront, request, line)) },
    enforce: (tx) => enforceSale(ctx, tx, { accountId, offer, line }),
  };
  const priced = await withCoupon(ctx, order, request);
  if (priced.cents !== request.shownCents)
    refuse('price_changed', { values: { price: moneyText(priced.cents) } });
  return request.payer
    ? authorizeMonths(ctx, storefront, priced, { ...request, payer: request.payer })
    : createCharge(ctx, priced, requestMeta);
}

/**
 * Creates the code that pays the first month and authorises the following ones. A coupon is for a
 * single payment, and the authorised amount never changes (Q-RECURCOUPON).
 */
async function authorizeMonths(
  ctx: AppContext,
  { page }: ReadPage,
  { accountId, lineId, months, cents, credits, sale, enforce }: NewCharge,
  { payer, method, coupon }: SaleRequest & { readonly payer: Payer },
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
  { coupon, phone, deviceSignature }: SaleRequest,
): Promise<NewCharge> =>
  coupon === undefined
    ? order
    : applyCoupon(ctx, order, {
        code: coupon,
        customer: { lineId: order.lineId, phone, device: deviceSignature },
      });

/**
 * The origin is that of the visitor's first test. The test of another device counts only with a proved
 * number, because anybody may type the number of somebody else.
 */
async function describeVisitor(
  ctx: AppContext,
  storefront: ReadPage,
  request: SaleRequest,
  line: Line | undefined,
): Promise<Omit<SaleOrder, 'platform' | 'productId'>> {
  const { phone, device, deviceSignature, channel } = request;
  const first = await ctx.db.first<Pick<SaleOrder, 'origin' | 'channel' | 'originCode'>>(sql`
    select origin, channel, origin_code from trial_requests
    where account_id = ${storefront.accountId} and result = 'taken'
      and (line_id = ${line?.id ?? null} or (phone = ${phone} and is_proved))
    order by at, id limit 1`);
  return {
    whatsapp: phone,
    device,
    deviceMark: markDevice(ctx, deviceSignature),
    channel,
    ...(first ?? (await findOrigin(ctx, storefront.accountId, request.originCode))),
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

/**
 * Payments in the portal: creates a charge of the line's seller at the customer's price, and
 * returns its outcome.
 */
import { Refusal, refuse } from '@ramal/contract/api/errors';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import type {
  chargePortal as chargeDeclaration,
  getPortal as homeDeclaration,
  readPortalCoupon as couponDeclaration,
  getPortalCharge as stateDeclaration,
} from '@ramal/contract/portal/portal';
import type { chargePortalDebit as debitDeclaration } from '@ramal/contract/portal/portal-authorizations';
import { moneyText } from '@ramal/contract/rules/message';
import { fromHundredths } from '@ramal/contract/rules/money';
import { getPlanTerm, type PlanMonths, planLabel } from '@ramal/contract/rules/plans';
import { extendExpiry } from '@ramal/contract/rules/terms';
import type { AppContext } from '../foundation/app-context.ts';
import type { RequestMeta } from '../foundation/caller.ts';
import { readClock, unixSeconds } from '../foundation/clock.ts';
import type { Call } from '../foundation/http/bind.ts';
import { consume, createRateLimiter } from '../foundation/limits/rate-limiter.ts';
import type { Line } from '../lines/lines.ts';
import {
  type Charge,
  type NewCharge,
  refreshCharge,
  createCharge,
  findByReference,
  readPaymentKind,
} from '../payments/payments.ts';
import {
  enforceNoDebit,
  findOpenDebit,
  payDebitByHand,
  prepareHandPayment,
} from '../recurring-pix/recurring-pix.ts';
import {
  applyCoupon,
  findApplyingReward,
  findPersonalCoupon,
  readCouponPrices,
} from '../coupons/coupons.ts';
import { toChargeOutcome } from './charge-outcome.ts';
import { lineOfKey } from './portal-key.ts';
import { maySell, readOffer, readRenewalPrices } from './renewal-prices.ts';

type Answer = HandlerResult<typeof stateDeclaration>;

export const chargeOnWire = (charge: Charge): Answer => ({
  reference: charge.reference,
  value: fromHundredths(charge.cents),
  months: charge.months!,
  method: charge.method,
  state: charge.state,
  outcome: toChargeOutcome(charge),
  pixCode: charge.pixCode,
  checkoutUrl: charge.checkoutUrl,
  expiresAt: unixSeconds(charge.expiresAt),
  renewedUntil: charge.renewedUntil && unixSeconds(charge.renewedUntil),
  sandbox: charge.provider === 'sandbox',
  coupon: charge.couponCode,
  listValue: charge.listCents === null ? null : fromHundredths(charge.listCents),
  bonusDays: charge.bonusDays,
  receipt: charge.paidAt && { id: charge.id, paidAt: unixSeconds(charge.paidAt) },
});

export interface Renewal {
  readonly months: PlanMonths;
  readonly method: Charge['method'];
  /** Price in cents that the page showed to the customer. */
  readonly shownCents: number | undefined;
  readonly coupon: string | undefined;
}

/**
 * Creates a charge at the current price, or returns the charge of the open debit that the payment
 * equals. Any other open debit is removed. Refuses if the page showed another price.
 */
export async function chargeRenewal(
  ctx: AppContext,
  line: Line,
  { months, method, shownCents, coupon }: Renewal,
  requestMeta: Pick<RequestMeta, 'baseUrl'>,
): Promise<Charge> {
  const price = await readPrice(ctx, line, months);
  const order = await orderRenewal(ctx, line, { months, method, lasts: 'page', price }, coupon);
  const { cents } = order;
  if (shownCents !== undefined && shownCents !== cents)
    refuse('price_changed', { values: { price: moneyText(cents) } });
  const hasCoupon = coupon !== undefined;
  const debit = await prepareHandPayment(ctx, line.id, { months, method, cents, hasCoupon });
  return debit ?? createCharge(ctx, order, requestMeta);
}

interface RenewalOffer {
  readonly cents: number;
  /** Null if the provider returned no code, or if a debit at another price is open. */
  readonly pixCode: string | null;
  readonly isSandbox: boolean;
}

interface OfferedPlan {
  readonly months: PlanMonths;
  readonly coupon?: string | undefined;
}

/**
 * Returns the price and a Pix code for a message or a link. The customer has not decided yet, so an
 * open debit stays. Its own code is returned if it has the same price, otherwise null. A coupon gets
 * no code, because a charge would already use it. Without a typed coupon, a reward of the customer
 * lowers the price, as it does in the portal.
 */
export async function offerRenewal(
  ctx: AppContext,
  line: Line,
  { months, coupon: typed }: OfferedPlan,
  requestMeta: Pick<RequestMeta, 'baseUrl'>,
): Promise<RenewalOffer> {
  const price = await readPrice(ctx, line, months, true);
  const reward = typed ? undefined : await findApplyingReward(ctx, ctx.db, line, price);
  const coupon = typed ?? reward?.code;
  if (coupon !== undefined) {
    const renewal = { months, method: 'pix', lasts: 'day', price } as const;
    const { cents } = await orderRenewal(ctx, line, renewal, coupon);
    return { cents, pixCode: null, isSandbox: price.isSandbox };
  }
  const { cents } = price;
  const open = await findOpenDebit(ctx, line.id, { months, method: 'pix', cents });
  if (open) return { cents, pixCode: open.charge?.pixCode ?? null, isSandbox: price.isSandbox };
  const order = { months, method: 'pix', lasts: 'day', price } as const;
  const charge = await orderRenewal(ctx, line, order, undefined);
  const { pixCode, provider } = await createCharge(ctx, charge, requestMeta);
  return { cents, pixCode, isSandbox: provider === 'sandbox' };
}

interface Price {
  readonly cents: number;
  /** Hundredths of a credit. */
  readonly hundredths: number;
  readonly isSandbox: boolean;
}

/** Returns the price of a renewal, or refuses with a sentence for the customer or the seller. */
async function readPrice(
  ctx: AppContext,
  line: Line,
  months: PlanMonths,
  isSeller = false,
): Promise<Price> {
  if (line.isTrial) refuse('trial_not_renewable');
  if (line.blockedForAbuseAt) refuse(isSeller ? 'renewal_link_blocked' : 'renewal_blocked');
  if (!(await maySell(ctx.db, line.ownerId))) refuse('plan_not_offered');
  const kind = await readPaymentKind(ctx, line.ownerId);
  if (!kind) refuse(isSeller ? 'payments_not_configured' : 'payments_not_ready');
  const price = (await readRenewalPrices(ctx.db, line)).find(
    (planPrice) => planPrice.months === months,
  );
  if (!price || price.cents === null)
    return refuse(isSeller ? 'plan_without_price' : 'plan_not_offered');
  return { cents: price.cents, hundredths: price.hundredths, isSandbox: kind === 'sandbox' };
}

interface RenewalOrder extends Pick<Renewal, 'months' | 'method'> {
  readonly lasts: 'page' | 'day';
  readonly price: Price;
}

async function orderRenewal(
  ctx: AppContext,
  line: Line,
  { months, method, lasts, price }: RenewalOrder,
  coupon: string | undefined,
): Promise<NewCharge> {
  const order: NewCharge = {
    purpose: 'renewal',
    accountId: line.ownerId,
    lineId: line.id,
    buyerId: null,
    months,
    credits: price.hundredths,
    cents: price.cents,
    method,
    description: `Renovação por ${planLabel(months)}`,
    lasts,
    enforce: (tx) => enforceNoDebit(ctx, tx, line.id),
  };
  if (coupon === undefined) return order;
  return applyCoupon(ctx, order, { code: coupon, customer: couponCustomer(line) });
}

const couponCustomer = ({ id, whatsapp }: Line) => ({ lineId: id, phone: whatsapp });

/** Returns what a coupon changes in the plans of the line. */
export function createReadPortalCoupon(ctx: AppContext) {
  const limiter = createRateLimiter(ctx, 'coupon-check');
  return async ({
    body,
  }: Call<typeof couponDeclaration>): Promise<HandlerResult<typeof couponDeclaration>> => {
    const line = await lineOfKey(ctx, body.key);
    await consume(limiter, `line ${line.id}`);
    const offer = line.isTrial || line.blockedForAbuseAt ? [] : await readOffer(ctx, line);
    return readCouponPlans(ctx, line, { code: body.coupon, offer });
  };
}

interface AppliedCoupon {
  /** Code as the customer typed it. */
  readonly code: string;
  readonly offer: Awaited<ReturnType<typeof readOffer>>;
}

/** Returns the plans for which the coupon is valid. Refuses a coupon that the customer cannot use. */
async function readCouponPlans(
  ctx: AppContext,
  line: Line,
  { code, offer }: AppliedCoupon,
): Promise<HandlerResult<typeof couponDeclaration>> {
  const prices = await readCouponPrices(
    ctx,
    ctx.db,
    { sellerId: line.ownerId, code, customer: couponCustomer(line) },
    offer.flatMap(({ cents, ...plan }) => (cents === null ? [] : [{ ...plan, cents }])),
  );
  const { now, timeZone } = readClock(ctx.clock);
  return {
    code: prices[0]!.code,
    plans: prices.map(({ months, cents, listCents, bonusDays }) => {
      const days = getPlanTerm(months!).days + bonusDays;
      const until = extendExpiry(line.expiresAt, days, now, timeZone);
      return {
        months: months!,
        value: fromHundredths(cents),
        listValue: fromHundredths(listCents),
        bonusDays,
        renewedUntil: unixSeconds(until),
      };
    }),
  };
}

/**
 * Returns the reward that the next payment of the line uses. Null without one, while an open payment
 * uses it, or if it would make every plan cheaper than allowed.
 */
export async function readReward(
  ctx: AppContext,
  line: Line,
  offer: AppliedCoupon['offer'],
): Promise<HandlerResult<typeof homeDeclaration>['reward']> {
  const reward = offer.length > 0 ? await findPersonalCoupon(ctx, ctx.db, line) : undefined;
  if (!reward) return null;
  const { code, percent } = reward;
  try {
    return { percent, ...(await readCouponPlans(ctx, line, { code, offer })) };
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

export function createPortalCharge(ctx: AppContext) {
  const limiter = createRateLimiter(ctx, 'portal-charge');
  return async ({ body, requestMeta }: Call<typeof chargeDeclaration>): Promise<Answer> => {
    const line = await lineOfKey(ctx, body.key);
    if (line.isTrial) refuse('plan_not_offered');
    await consume(limiter, String(line.id));
    const { months, method, value: shownCents, coupon } = body;
    return chargeOnWire(
      await chargeRenewal(ctx, line, { months, method, shownCents, coupon }, requestMeta),
    );
  };
}

export async function getPortalCharge(
  ctx: AppContext,
  { body }: Call<typeof stateDeclaration>,
): Promise<Answer> {
  const line = await lineOfKey(ctx, body.key);
  const charge = await refreshCharge(ctx, async () => {
    const portalCharge = await findByReference(ctx.db, body.reference);
    return portalCharge && portalCharge.lineId === line.id
      ? portalCharge
      : refuse('recharge_not_found');
  });
  return chargeOnWire(charge);
}

/**
 * Returns the Pix of the charge that the debit of the month uses. Its payment settles the month, so
 * the debit is not tried again.
 */
export function createPortalDebitCharge(ctx: AppContext) {
  const limiter = createRateLimiter(ctx, 'portal-charge');
  return async ({ body }: Call<typeof debitDeclaration>): Promise<Answer> => {
    const line = await lineOfKey(ctx, body.key);
    await consume(limiter, String(line.id));
    const charge = await payDebitByHand(ctx, line.id);
    return charge ? chargeOnWire(charge) : refuse('authorization_not_found');
  };
}

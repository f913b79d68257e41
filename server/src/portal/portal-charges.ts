/**
 * Payments in the portal: creates a charge of the line's seller at the customer's price, and
 * returns its outcome.
 */
import { refuse } from '@ramal/contract/api/errors';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import type {
  chargePortal as chargeDeclaration,
  getPortalCharge as stateDeclaration,
} from '@ramal/contract/portal/portal';
import type { chargePortalDebit as debitDeclaration } from '@ramal/contract/portal/portal-authorizations';
import { moneyText } from '@ramal/contract/rules/message';
import { fromHundredths } from '@ramal/contract/rules/money';
import { type PlanMonths, planLabel } from '@ramal/contract/rules/plans';
import type { AppContext } from '../foundation/app-context.ts';
import type { RequestMeta } from '../foundation/caller.ts';
import { unixSeconds } from '../foundation/clock.ts';
import type { Call } from '../foundation/http/bind.ts';
import { consume, createRateLimiter } from '../foundation/limits/rate-limiter.ts';
import type { Line } from '../lines/lines.ts';
import {
  type Charge,
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
import { toChargeOutcome } from './charge-outcome.ts';
import { lineOfKey } from './portal-key.ts';
import { maySell, readRenewalPrices } from './renewal-prices.ts';

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
});

interface Renewal {
  readonly months: PlanMonths;
  readonly method: Charge['method'];
  /** Price in cents that the page showed to the customer. */
  readonly shownCents: number | undefined;
}

/**
 * Creates a charge at the current price, or returns the charge of the open debit that the payment
 * equals. Any other open debit is removed. Refuses if the page showed another price.
 */
async function chargeRenewal(
  ctx: AppContext,
  line: Line,
  { months, method, shownCents }: Renewal,
  requestMeta: Pick<RequestMeta, 'baseUrl'>,
): Promise<Charge> {
  const price = await readPrice(ctx, line, months);
  if (shownCents !== undefined && shownCents !== price.cents)
    refuse('price_changed', { values: { price: moneyText(price.cents) } });
  const debit = await prepareHandPayment(ctx, line.id, { months, method, cents: price.cents });
  return debit ?? storeCharge(ctx, line, { months, method, lasts: 'page', price }, requestMeta);
}

interface RenewalOffer {
  readonly cents: number;
  /** Null if the provider returned no code, or if a debit at another price is open. */
  readonly pixCode: string | null;
  readonly isSandbox: boolean;
}

/**
 * Returns the price and a Pix code for a message or a link. The customer has not decided yet, so an
 * open debit stays. Its own code is returned if it has the same price, otherwise null.
 */
export async function offerRenewal(
  ctx: AppContext,
  line: Line,
  months: PlanMonths,
  requestMeta: Pick<RequestMeta, 'baseUrl'>,
): Promise<RenewalOffer> {
  const price = await readPrice(ctx, line, months, true);
  const { cents } = price;
  const open = await findOpenDebit(ctx, line.id, { months, method: 'pix', cents });
  if (open) return { cents, pixCode: open.charge?.pixCode ?? null, isSandbox: price.isSandbox };
  const order = { months, method: 'pix', lasts: 'day', price } as const;
  const { pixCode, provider } = await storeCharge(ctx, line, order, requestMeta);
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

const storeCharge = (
  ctx: AppContext,
  line: Line,
  { months, method, lasts, price }: RenewalOrder,
  requestMeta: Pick<RequestMeta, 'baseUrl'>,
): Promise<Charge> =>
  createCharge(
    ctx,
    {
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
    },
    requestMeta,
  );

export function createPortalCharge(ctx: AppContext) {
  const limiter = createRateLimiter(ctx, 'portal-charge');
  return async ({ body, requestMeta }: Call<typeof chargeDeclaration>): Promise<Answer> => {
    const line = await lineOfKey(ctx, body.key);
    if (line.isTrial) refuse('plan_not_offered');
    await consume(limiter, String(line.id));
    const { months, method, value: shownCents } = body;
    return chargeOnWire(
      await chargeRenewal(ctx, line, { months, method, shownCents }, requestMeta),
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

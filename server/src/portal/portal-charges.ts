/** Paying on the portal: a charge of the line's seller at the seller's price, and what became of it. */
import { refuse } from '@ramal/contract/api/errors';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import type {
  chargePortal as chargeDeclaration,
  getPortalCharge as stateDeclaration,
} from '@ramal/contract/portal';
import { fromHundredths } from '@ramal/contract/rules/money';
import { type PlanMonths, planLabel } from '@ramal/contract/rules/plans';
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import type { RequestMeta } from '../foundation/caller.ts';
import { unixSeconds } from '../foundation/clock.ts';
import type { Call } from '../foundation/http/bind.ts';
import { consume, createRateLimiter } from '../foundation/limits/rate-limiter.ts';
import type { Line } from '../lines/lines.ts';
import {
  type Charge,
  confirmCharge,
  createCharge,
  findByReference,
  readPlanPrices,
} from '../payments/payments.ts';
import { lineOfKey } from './portal-key.ts';

type Answer = HandlerResult<typeof stateDeclaration>;

const onWire = (charge: Charge): Answer => ({
  reference: charge.reference,
  value: fromHundredths(charge.cents),
  months: charge.months!,
  method: charge.method,
  state: charge.state,
  reason: charge.state === 'paid' ? null : charge.reason,
  pix_code: charge.pixCode,
  checkout_url: charge.checkoutUrl,
  expires_at: unixSeconds(charge.expiresAt),
  renewed_until: charge.renewedUntil && unixSeconds(charge.renewedUntil),
  sandbox: charge.provider === 'sandbox',
});

export interface Renewal {
  readonly months: PlanMonths;
  readonly method: Charge['method'];
  readonly lasts?: 'page' | 'day';
}

/** At the price that the seller asks now. */
export async function chargeRenewal(
  ctx: AppContext,
  line: Line,
  { months, method, lasts = 'page' }: Renewal,
  requestMeta: Pick<RequestMeta, 'baseUrl'>,
): Promise<Charge> {
  if (line.isTrial) refuse('trial_not_renewable');
  const price = (await readPlanPrices(ctx.db, line.ownerId)).find((one) => one.months === months);
  if (!price || price.cents === null) return refuse('plan_not_offered');
  return createCharge(
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
    },
    requestMeta,
  );
}

export function createPortalCharge(ctx: AppContext) {
  const limiter = createRateLimiter(ctx, 'portal-charge');
  return async ({ body, requestMeta }: Call<typeof chargeDeclaration>): Promise<Answer> => {
    const line = await lineOfKey(ctx, body.key);
    if (line.isTrial) refuse('plan_not_offered');
    await consume(limiter, String(line.id));
    return onWire(await chargeRenewal(ctx, line, body, requestMeta));
  };
}

const ASK_EVERY_MS = 3_000;

/** The second road: the open page asks, and asks the provider no more than every few seconds. */
export async function getPortalCharge(
  ctx: AppContext,
  { body }: Call<typeof stateDeclaration>,
): Promise<Answer> {
  const line = await lineOfKey(ctx, body.key);
  const find = async () => {
    const charge = await findByReference(ctx.db, body.reference);
    return charge && charge.lineId === line.id ? charge : refuse('recharge_not_found');
  };
  const charge = await find();
  if (charge.state !== 'pending' && charge.state !== 'paid') return onWire(charge);
  const now = ctx.clock.now();
  const asked = await ctx.db.tx((tx) =>
    tx.run(sql`
      update charges set asked_at = ${now}
      where id = ${charge.id} and (asked_at is null or asked_at <= ${new Date(now.getTime() - ASK_EVERY_MS)})`),
  );
  if (asked === 0) return onWire(charge);
  await confirmCharge(ctx, charge.id);
  return onWire(await find());
}

/** Returns the values that the form for a new coupon shows. */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import type {
  countCouponCustomers as countDeclaration,
  getCouponOptions as declaration,
} from '@ramal/contract/coupons/coupons';
import { fromHundredths } from '@ramal/contract/rules/money';
import sql from 'sql-template-tag';
import { publicBaseUrl } from '../brands/brands.ts';
import { toCredits } from '../credits/credits.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Call } from '../foundation/http/bind.ts';
import { readLowestPrice } from '../limits/limits.ts';
import {
  readPaymentKind,
  readPlanPrices,
  readTopUpTiers,
  tellsPayer,
} from '../payments/payments.ts';
import { readClock } from '../foundation/clock.ts';
import { isInAudiences } from './coupon-customers.ts';

export async function getCouponOptions(
  ctx: AppContext,
  { actor, requestMeta }: Call<typeof declaration>,
): Promise<HandlerResult<typeof declaration>> {
  const [plans, lowest, [smallest], site, kind] = await Promise.all([
    readPlanPrices(ctx.db, actor.id),
    readLowestPrice(ctx.db, { id: actor.id, profile: 'reseller' }),
    readTopUpTiers(ctx.db, actor.id),
    publicBaseUrl(ctx, requestMeta.baseUrl),
    readPaymentKind(ctx, actor.id),
  ]);
  return {
    plans: plans.flatMap(({ months, cents }) =>
      cents === null ? [] : [{ months, value: fromHundredths(cents) }],
    ),
    lowestPrice: toCredits(lowest),
    leastCredits: smallest?.from ?? null,
    knowsPayer: tellsPayer(kind),
    portalUrl: `${site}/portal`,
  };
}

export async function countCouponCustomers(
  { db, clock }: AppContext,
  { actor, body: { audiences, lines } }: Call<typeof countDeclaration>,
): Promise<HandlerResult<typeof countDeclaration>> {
  const chosen = sql`l.id = any(${lines}::bigint[])`;
  const row = await db.first<{ customers: number }>(sql`
    select count(*) as customers from lines l
    where l.owner_id = ${actor.id} and l.deleted_at is null and ${isInAudiences(audiences, chosen, readClock(clock))}`);
  return { customers: row!.customers };
}

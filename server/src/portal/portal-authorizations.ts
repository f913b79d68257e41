/**
 * Recurring Pix in the portal: the offer, the code that authorises, and the end. The description of
 * an authorization is in describe-portal-authorization.ts.
 */
import { refuse } from '@ramal/contract/api/errors';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import type {
  authorizePortal as authorizeDeclaration,
  endPortalAuthorization as endDeclaration,
  getPortalAuthorization as stateDeclaration,
  getPortalRecurring as declaration,
} from '@ramal/contract/portal/portal-authorizations';
import { DAY_MS } from '@ramal/contract/rules/durations';
import { moneyText } from '@ramal/contract/rules/message';
import { fromHundredths } from '@ramal/contract/rules/money';
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import { unixSeconds } from '../foundation/clock.ts';
import type { Call } from '../foundation/http/bind.ts';
import { consume, createRateLimiter } from '../foundation/limits/rate-limiter.ts';
import { type Line, lockUndeletedLine } from '../lines/lines.ts';
import {
  type Authorization,
  authorizationColumns,
  createAuthorization,
  findAuthorization,
  isRefusedForGood,
  lockAuthorization,
  planFirstMonth,
  readOfferedReceiver,
  refreshAuthorization,
  refreshForPage,
  requestEnd,
} from '../recurring-pix/recurring-pix.ts';
import { describePortalAuthorization } from './describe-portal-authorization.ts';
import { findApplyingReward } from '../coupons/coupons.ts';
import { lineOfKey } from './portal-key.ts';
import { maySell, readRenewalPrices } from './renewal-prices.ts';

/** An ended authorization is shown for this time, so that the customer learns of its end. */
const SHOWN_MS = 30 * DAY_MS;

interface MonthPrice {
  readonly cents: number;
  readonly hundredths: number;
}

/** Reads the price of a month; undefined if the seller sells none. */
async function findMonthPrice(ctx: AppContext, line: Line): Promise<MonthPrice | undefined> {
  const [month] = (await readRenewalPrices(ctx.db, line)).filter(({ months }) => months === 1);
  return month?.cents === null || month === undefined
    ? undefined
    : { cents: month.cents, hundredths: month.hundredths };
}

type Offer = HandlerResult<typeof declaration>['offer'];

async function readOffer(ctx: AppContext, line: Line): Promise<Offer> {
  if (line.isTrial || line.blockedForAbuseAt) return null;
  const [receiver, price, sells] = await Promise.all([
    readOfferedReceiver(ctx, line.ownerId),
    findMonthPrice(ctx, line),
    maySell(ctx.db, line.ownerId),
  ]);
  if (receiver === undefined || price === undefined || !sells) return null;
  // A mandate has a fixed amount, so a discount is used by a single payment first (Q-REFERRALDISCOUNT).
  if (await findApplyingReward(ctx, ctx.db, line, price)) return null;
  const { expiresAt, firstDueOn } = planFirstMonth(ctx, line);
  return {
    value: fromHundredths(price.cents),
    receiver,
    dueDay: Number(firstDueOn.slice(8)),
    firstDueOn,
    renewedUntil: unixSeconds(expiresAt),
  };
}

/**
 * Returns the authorization that a customer should see: an active one takes precedence over newer
 * ones.
 */
const findShown = ({ db, clock }: AppContext, lineId: number): Promise<Authorization | undefined> =>
  db.first(sql`
    select ${authorizationColumns} from pix_authorizations pa
    where pa.line_id = ${lineId} and (pa.state in ('created', 'active') or (pa.authorized_at is not null
      and coalesce(pa.ended_at, pa.end_requested_at) > ${new Date(clock.now().getTime() - SHOWN_MS)}))
    order by pa.state = 'active' desc, pa.id desc limit 1`);

export async function getPortalRecurring(
  ctx: AppContext,
  { body }: Call<typeof declaration>,
): Promise<HandlerResult<typeof declaration>> {
  const line = await lineOfKey(ctx, body.key);
  const [offer, shown] = await Promise.all([readOffer(ctx, line), findShown(ctx, line.id)]);
  const price = await findMonthPrice(ctx, line);
  const isCovered =
    shown?.state === 'active' &&
    shown.cents === price?.cents &&
    !(await isRefusedForGood(ctx.db, shown));
  return {
    offer: isCovered ? null : offer,
    authorization: shown ? await describe(ctx, line, shown) : null,
  };
}

const describe = async (ctx: AppContext, line: Line, authorization: Authorization) => {
  const price = await findMonthPrice(ctx, line);
  return describePortalAuthorization(ctx, {
    line,
    authorization,
    priceCents: price?.cents ?? null,
  });
};

export function createAuthorizePortal(ctx: AppContext) {
  const limiter = createRateLimiter(ctx, 'portal-charge');
  return async ({
    body,
  }: Call<typeof authorizeDeclaration>): Promise<HandlerResult<typeof authorizeDeclaration>> => {
    const line = await lineOfKey(ctx, body.key);
    if (!(await readOffer(ctx, line))) refuse('recurring_not_offered');
    const price = (await findMonthPrice(ctx, line))!;
    if (body.value !== price.cents)
      refuse('price_changed', { values: { price: moneyText(price.cents) } });
    await consume(limiter, String(line.id));
    const authorization = await createAuthorization(ctx, line.id, {
      name: body.name,
      cpf: body.cpf,
      cents: price.cents,
      credits: price.hundredths,
    });
    return describe(ctx, line, authorization);
  };
}

async function findOwn(ctx: AppContext, line: Line, reference: string): Promise<Authorization> {
  const authorization = await ctx.db.first<Authorization>(sql`
    select ${authorizationColumns} from pix_authorizations pa
    where pa.reference = ${reference} and pa.line_id = ${line.id}`);
  return authorization ?? refuse('authorization_not_found');
}

export async function getPortalAuthorization(
  ctx: AppContext,
  { body }: Call<typeof stateDeclaration>,
): Promise<HandlerResult<typeof stateDeclaration>> {
  const line = await lineOfKey(ctx, body.key);
  const authorization = await findOwn(ctx, line, body.reference);
  await refreshForPage(ctx, authorization);
  return describe(
    ctx,
    await lineOfKey(ctx, body.key),
    (await findAuthorization(ctx.db, authorization.id))!,
  );
}

export function createEndPortalAuthorization(ctx: AppContext) {
  const limiter = createRateLimiter(ctx, 'portal-charge');
  return async ({
    body,
  }: Call<typeof endDeclaration>): Promise<HandlerResult<typeof endDeclaration>> => {
    const line = await lineOfKey(ctx, body.key);
    const authorization = await findOwn(ctx, line, body.reference);
    if (authorization.state !== 'active' && authorization.state !== 'created')
      refuse('authorization_ended');
    await consume(limiter, String(line.id));
    const now = ctx.clock.now();
    await ctx.db.tx(async (tx) => {
      await lockUndeletedLine(tx, line.id, now);
      const locked = await lockAuthorization(tx, authorization.id);
      await requestEnd(tx, locked, { reason: 'customer-portal', now });
    });
    await refreshAuthorization(ctx, authorization.id);
    return describe(ctx, line, (await findAuthorization(ctx.db, authorization.id))!);
  };
}

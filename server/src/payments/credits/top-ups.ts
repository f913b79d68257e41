/**
 * Credits bought from the direct parent, with the same charges as a customer's renewal. The
 * parent's keys receive the money, and a paid purchase is delivered automatically.
 */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type {
  buyCredits as declaration,
  getTopUp as getDeclaration,
  getTopUpOffer as offerDeclaration,
} from '@ramal/contract/payments/top-ups';
import {
  calculateBonus,
  isBonusAllowed,
  type TopUpBonus,
} from '@ramal/contract/rules/payments/top-up-bonus';
import { fromHundredths } from '@ramal/contract/rules/money';
import sql from 'sql-template-tag';
import { readRunningBonus, toCredits } from '../../credits/credits.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import type { ReaderAccount } from '../../foundation/caller.ts';
import { unixSeconds } from '../../foundation/clock.ts';
import type { Reader, Tx } from '../../foundation/database.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { consume, createRateLimiter } from '../../foundation/limits/rate-limiter.ts';
import { readRemainingToday, readLowestPrice } from '../../limits/limits.ts';
import { refreshCharge } from '../refresh-charge.ts';
import { type Charge, findByReference } from '../charges.sql.ts';
import { createCharge, type NewCharge } from '../create-charge.ts';
import { readPaymentKind } from '../providers/provider-of.ts';
import { readTopUpTiers, tiersOnWire, type TopUpTier } from './top-up-prices.ts';

interface Upline {
  readonly id: number;
  readonly username: string;
  readonly tiers: readonly TopUpTier[];
  /** Lowest price of a credit in cents by the parent's limits; null without one. */
  readonly lowest: number | null;
}

/**
 * Finds the direct parent and the price steps that it sells. Without any step the parent is empty
 * too, with id 0. There are no steps if the parent is blocked, deleted or an admin, or takes no
 * payments. Steps below the lowest price that the parent's limits allow are not sold.
 */
async function findUpline(ctx: AppContext, { id }: ReaderAccount): Promise<Upline> {
  const { db } = ctx;
  const row = await db.first<Pick<Upline, 'id' | 'username'> & { readonly acts: boolean }>(sql`
    select up.id, up.username,
      up.blocked_at is null and up.blocked_by_admin_at is null and up.deleted_at is null
        and up.profile <> 'admin' as acts
    from accounts a join accounts up on up.id = a.parent_id where a.id = ${id}`);
  const kind = row?.acts ? await readPaymentKind(ctx, row.id) : undefined;
  const sold = row && kind ? await readSoldTiers(db, row.id) : { tiers: [], lowest: null };
  return row && sold.tiers.length > 0
    ? { ...row, ...sold }
    : { id: 0, username: '', tiers: [], lowest: null };
}

async function readSoldTiers(db: Reader, id: number): Promise<Pick<Upline, 'tiers' | 'lowest'>> {
  const tiers = await readTopUpTiers(db, id);
  const lowest = tiers.length === 0 ? null : await readLowestPrice(db, { id, profile: 'reseller' });
  return { tiers: tiers.filter(({ cents }) => lowest === null || cents >= lowest), lowest };
}

export async function getTopUpOffer(
  ctx: AppContext,
  { actor }: Call<typeof offerDeclaration>,
): Promise<HandlerResult<typeof offerDeclaration>> {
  const { id, username, tiers, lowest } = await findUpline(ctx, actor);
  const bonus = await readRunningBonus(ctx.db, ctx.clock, id);
  const givesBonus = (running: TopUpBonus, unitPriceCents: number) =>
    isBonusAllowed(running, { unitPriceCents, lowestPriceCents: lowest });
  return {
    seller: username,
    tiers: tiersOnWire(tiers),
    bonus: bonus && {
      ...bonus,
      fromCredits: tiers.filter(({ cents }) => givesBonus(bonus, cents)).map(({ from }) => from),
    },
    sandbox: (await readPaymentKind(ctx, id)) === 'sandbox',
  };
}

/** Returns the price of the highest step that the quantity reaches. */
function priceFor(tiers: readonly TopUpTier[], credits: number): number {
  const [lowest] = tiers;
  if (!lowest) return refuse('credits_not_sold');
  const tier = tiers.findLast(({ from }) => from <= credits);
  if (tier) return tier.cents;
  return refuse('too_few_credits', {
    values: { least: lowest.from },
    fields: { credits: `O mínimo são ${lowest.from} créditos.` },
  });
}

/** Applies the coupon with this code to a purchase, or refuses it. */
type ApplyCoupon = (order: NewCharge, code: string, buyerId: number) => Promise<NewCharge>;

export function createBuyCredits(ctx: AppContext, applyCoupon: ApplyCoupon) {
  const limiter = createRateLimiter(ctx, 'top-up');
  return async ({
    actor,
    body,
    requestMeta,
  }: Call<typeof declaration>): Promise<HandlerResult<typeof declaration>> => {
    const upline = await findUpline(ctx, actor);
    await consume(limiter, String(actor.id));
    const order = await orderTopUp(ctx, upline, { buyerId: actor.id, ...body });
    const charge = await createCharge(
      ctx,
      body.coupon === undefined ? order : await applyCoupon(order, body.coupon, actor.id),
      requestMeta,
    );
    return onWire(charge, upline.username);
  };
}

interface TopUpOrder {
  readonly buyerId: number;
  readonly credits: number;
  readonly method: Charge['method'];
}

async function orderTopUp(
  ctx: AppContext,
  upline: Upline,
  { buyerId, credits, method }: TopUpOrder,
): Promise<NewCharge> {
  const unitPriceCents = priceFor(upline.tiers, credits);
  const hundredths = credits * 100;
  const bonusCredits = calculateBonus(await readRunningBonus(ctx.db, ctx.clock, upline.id), {
    hundredths,
    unitPriceCents,
    lowestPriceCents: upline.lowest,
  });
  return {
    purpose: 'top-up',
    accountId: upline.id,
    lineId: null,
    buyerId,
    months: null,
    credits: hundredths,
    bonusCredits,
    cents: unitPriceCents * credits,
    method,
    description: `${credits} créditos`,
    enforce: (tx, bonus) => refuseSoldOut(tx, ctx, upline.id, hundredths + bonus),
  };
}

/** Returns the purchase that an account would make now, to show what a coupon changes. */
export async function previewTopUp(
  ctx: AppContext,
  { buyerId, credits }: Omit<TopUpOrder, 'method'>,
): Promise<NewCharge> {
  const upline = await findUpline(ctx, { id: buyerId, profile: 'reseller' });
  return orderTopUp(ctx, upline, { buyerId, credits, method: 'pix' });
}

interface PaidTopUp {
  readonly sellerId: number;
  readonly hundredths: number;
  /** Hundredths of a credit that the seller adds. */
  readonly bonus: number;
  readonly cents: number;
}

/**
 * Refuses a purchase below the seller's price or the lowest price of its limits, or above the amount
 * that the seller may give today.
 */
export async function enforceTopUp(
  ctx: AppContext,
  tx: Tx,
  { sellerId, hundredths, bonus, cents }: PaidTopUp,
): Promise<void> {
  const credits = hundredths / 100;
  const { tiers, lowest } = await readSoldTiers(tx, sellerId);
  const isCheap =
    cents < priceFor(tiers, credits) * credits ||
    (lowest !== null && cents * 100 < lowest * (hundredths + bonus));
  if (!Number.isInteger(credits) || isCheap) refuse('credits_not_sold');
  await refuseSoldOut(tx, ctx, sellerId, hundredths + bonus);
}

/**
 * Refuses credits that the seller may not give today. Open charges count as given. They are read
 * first, so that an amount delivered between the two reads counts twice rather than not at all.
 */
async function refuseSoldOut(
  tx: Tx,
  ctx: AppContext,
  seller: number,
  hundredths: number,
): Promise<void> {
  // Locks the seller, because two concurrent purchases would each ignore the other.
  await tx.first(sql`select from accounts where id = ${seller} for no key update`);
  const open = await tx.first<{ hundredths: number }>(sql`
    select coalesce(sum(credits + bonus_credits), 0)::bigint as hundredths from charges
    where account_id = ${seller} and purpose = 'top-up'
      and (state = 'paid' or (state = 'pending' and expires_at > ${ctx.clock.now()}))`);
  const left = await readRemainingToday(tx, ctx, { id: seller, profile: 'reseller' });
  if (left !== null && left - open!.hundredths < hundredths) refuse('credits_not_sold');
}

const onWire = (charge: Charge, seller: string): HandlerResult<typeof getDeclaration> => ({
  reference: charge.reference,
  credits: toCredits(charge.credits)!,
  bonus: toCredits(charge.bonusCredits)!,
  coupon: charge.couponCode,
  value: fromHundredths(charge.cents),
  seller,
  method: charge.method,
  state: charge.state,
  reason: charge.reason,
  pixCode: charge.pixCode,
  checkoutUrl: charge.checkoutUrl,
  expiresAt: unixSeconds(charge.expiresAt),
  sandbox: charge.provider === 'sandbox',
});

export async function getTopUp(
  ctx: AppContext,
  { actor, params }: Call<typeof getDeclaration>,
): Promise<HandlerResult<typeof getDeclaration>> {
  const charge = await refreshCharge(ctx, async () => {
    const topUp = await findByReference(ctx.db, params.reference);
    return topUp && topUp.buyerId === actor.id ? topUp : refuse('recharge_not_found');
  });
  const seller = await ctx.db.first<{ username: string }>(
    sql`select username from accounts where id = ${charge.accountId}`,
  );
  return onWire(charge, seller!.username);
}

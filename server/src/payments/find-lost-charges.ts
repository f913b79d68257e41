/**
 * After a restore the provider knows payments that the data does not contain. The job searches the
 * payments of each account from a stored time. The restore also restores this time, so the lost
 * hours are searched automatically. A missing charge is created again from its payment and
 * confirmed like every other. Only payments from before the last restore are searched: without a
 * restore no payment is missing, and a reference alone has no effect.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@ramal/contract/rules/durations';
import { Refusal } from '@ramal/contract/api/errors';
import { bonusDaysHundredths } from '@ramal/contract/coupons/coupon-rules';
import { getPlanTerm } from '@ramal/contract/rules/plans';
import sql, { type Sql } from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import type { Reader, Tx } from '../foundation/database.ts';
import type { Job } from '../foundation/jobs.ts';
import { readLastRestore } from '../quarantine/quarantine.ts';
import { findByExternalReference } from './charges.sql.ts';
import { enforceTopUp } from './credits/top-ups.ts';
import { confirmCharge } from './confirm-charge.ts';
import { type LostPurchase, readExternalReference } from './external-reference.ts';
import { flagOnce } from './flag-once.ts';
import { findPaymentAccount, hasKeys, type PaymentAccount } from './payment-account.ts';
import {
  type FoundPayment,
  type PaymentProvider,
  providerName,
  SEARCH_PAGE,
} from './providers/port.ts';
import { collectorAt, getConnectedProviders } from './providers/provider-of.ts';

/**
 * This period is searched again each time, because a payment may appear in the search some time
 * after it was made.
 */
const OVERLAP_MS = 15 * MINUTE_MS;
const EVERY_MS = 10 * MINUTE_MS;
/**
 * Maximum age of a searched payment. Payments are missing only after a restore, and an operator
 * checks the data by hand after restoring a backup this old.
 */
export const MAX_AGE_MS = 29 * DAY_MS;
/** Length of the period that one search at a provider covers. */
export const STEP_MS = 6 * HOUR_MS;
const MAX_STEPS = 120;
const MAX_PAGES = 100;
const MAX_ACCOUNTS = 200;

/**
 * Searches due accounts in random order, so that failing accounts do not delay the others. Returns
 * the number of created charges.
 */
export async function findLostCharges(ctx: AppContext): Promise<number> {
  const now = ctx.clock.now();
  const accounts = await ctx.db.many<{ id: number; searchedUntil: Date | null }>(sql`
    select account_id as id, searched_until from payment_accounts p
    where ${hasKeys}
      and (searched_until is null or searched_until <= ${new Date(now.getTime() - EVERY_MS)})
      and exists (select from accounts a where a.id = account_id and a.deleted_at is null)
    order by random() limit ${MAX_ACCOUNTS}`);
  let count = 0;
  for (const { id, searchedUntil } of accounts) {
    try {
      count += await searchAccount(ctx, id, searchedUntil, now);
    } catch (error) {
      // A failing account must not delay the others in this run or the next.
      ctx.log.warn({ account: id, err: error }, 'payments could not be searched');
    }
  }
  return count;
}

async function searchAccount(
  ctx: AppContext,
  accountId: number,
  searchedUntil: Date | null,
  now: Date,
): Promise<number> {
  const account = (await findPaymentAccount(ctx.db, accountId))!;
  const providers = getConnectedProviders(ctx, account);
  const lostUntil = (await readLastRestore(ctx.db))?.restoredAt;
  // Nothing is searched without a provider or for new keys, which have no earlier payments. Without
  // a restore no payment is lost.
  if (providers.length === 0 || !searchedUntil || !lostUntil) {
    await keepSearched(ctx, accountId, now);
    return 0;
  }
  const oldest = now.getTime() - MAX_AGE_MS;
  let from = new Date(Math.max(searchedUntil.getTime() - OVERLAP_MS, oldest));
  let count = 0;
  const last = new Date(Math.min(now.getTime(), lostUntil.getTime()));
  for (let step = 0; step < MAX_STEPS && from < last; step += 1) {
    const until = new Date(Math.min(from.getTime() + STEP_MS, last.getTime()));
    for (const provider of providers)
      for (const payment of await searchWhole(provider, from, until))
        if (await recreateCharge(ctx, account, payment)) count += 1;
    await keepSearched(ctx, accountId, until);
    from = until;
  }
  if (from >= last) await keepSearched(ctx, accountId, now);
  return count;
}

/** Returns the payments made between two times, from at most MAX_PAGES pages. */
export async function searchWhole(
  provider: PaymentProvider,
  from: Date,
  until: Date,
): Promise<readonly FoundPayment[]> {
  const all: FoundPayment[] = [];
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const some = await provider.search(from, until, page);
    all.push(...some);
    if (some.length < SEARCH_PAGE) break;
  }
  return all;
}

const keepSearched = ({ db }: AppContext, accountId: number, until: Date): Promise<number> =>
  db.tx((tx) =>
    tx.run(
      sql`update payment_accounts set searched_until = ${until} where account_id = ${accountId}`,
    ),
  );

/**
 * Creates the missing charge of a payment. Returns true if it was missing and now exists. A payment
 * from after the last restore is not lost.
 */
export async function recreateCharge(
  ctx: AppContext,
  account: PaymentAccount,
  payment: FoundPayment,
): Promise<boolean> {
  const lost = readExternalReference(payment.reference);
  if (!lost || payment.state === 'cancelled' || payment.state === 'reversed') return false;
  const lostUntil = (await readLastRestore(ctx.db))?.restoredAt;
  if (!lostUntil || payment.createdAt > lostUntil) return false;
  if (!isOwnPayment(account, payment) || payment.currency !== 'BRL' || payment.cents <= 0)
    return false;
  if (await findByExternalReference(ctx.db, payment.reference)) return false;
  if (!(await isStillThere(ctx.db, account.accountId, lost))) {
    if (payment.state === 'approved') await flagUndeliverablePayment(ctx, account, payment);
    return false;
  }
  const id = await insertLost(ctx, account, payment, lost).catch(async (error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    if (payment.state === 'approved') await flagUndeliverablePayment(ctx, account, payment);
    return undefined;
  });
  if (id === undefined) return false;
  await confirmCharge(ctx, id);
  return true;
}

export const isOwnPayment = (account: PaymentAccount, payment: FoundPayment): boolean =>
  payment.collector === collectorAt(account, payment.provider);

/**
 * True if the line belongs to the account, the buyer is its direct child, or the account sold the
 * product. A reference alone proves none of it.
 */
export const isStillThere = async (reader: Reader, accountId: number, lost: LostPurchase) =>
  (await reader.first(subjectOf(accountId, lost))) !== undefined;

function subjectOf(accountId: number, lost: LostPurchase): Sql {
  switch (lost.purpose) {
    case 'renewal':
      return sql`select from lines where id = ${lost.lineId} and owner_id = ${accountId} and not is_trial`;
    case 'promotion':
      return sql`select from lines where id = ${lost.lineId} and owner_id = ${accountId} and deleted_at is null`;
    case 'sale':
      return sql`select where ${lost.accountId === accountId}`;
    case 'top-up':
      return sql`select from accounts where id = ${lost.buyerId} and parent_id = ${accountId} and deleted_at is null`;
  }
}

async function insertLost(
  ctx: AppContext,
  account: PaymentAccount,
  payment: FoundPayment,
  lost: LostPurchase,
): Promise<number | undefined> {
  const isTopUp = lost.purpose === 'top-up';
  const isSale = lost.purpose === 'sale' || lost.purpose === 'promotion';
  const { createdAt, cents, method, providerId, reference } = payment;
  const { days, credits: bonus, couponId } = lost.bonus ?? { days: 0, credits: 0, couponId: null };
  const hundredths = isTopUp
    ? lost.credits
    : getPlanTerm(lost.months).hundredths + bonusDaysHundredths(days);
  const row = await ctx.db.tx(async (tx) => {
    // The owner of the provider's account can write any reference, so the purchase must pass the
    // same checks as the call.
    if (isTopUp)
      await enforceTopUp(ctx, tx, {
        sellerId: account.accountId,
        hundredths,
        bonus,
        cents,
      });
    const charge = await tx.first<{ id: number }>(sql`
      insert into charges (purpose, account_id, line_id, buyer_id, months, credits, cents, method, provider,
        collector, external_reference, provider_id, created_at, expires_at, check_at, bonus_days, bonus_credits,
        coupon_id, list_cents)
      select ${isSale ? 'sale' : lost.purpose}, ${account.accountId}, ${'lineId' in lost ? lost.lineId : null},
        ${isTopUp ? lost.buyerId : null}, ${isTopUp ? null : lost.months},
        ${hundredths}, ${cents}, ${method},
        ${payment.provider}, ${payment.collector}, ${reference}, ${providerId}, ${createdAt},
        ${new Date(createdAt.getTime() + DAY_MS)}, ${createdAt}, ${days}, ${isTopUp ? bonus : 0}, k.id,
        case when k.id is null then null else greatest(${cents}::bigint, p.cents) end
      from (select) lost
        left join coupons k on k.id = ${couponId} and k.account_id = ${account.accountId}
          and k.created_at <= ${createdAt}
        left join plan_prices p on p.account_id = ${account.accountId} and p.months = ${isTopUp ? null : lost.months}
      on conflict (external_reference) do nothing
      returning id`);
    if (charge && isSale) await insertLostOrder(tx, charge.id, lost, createdAt);
    if (charge && couponId !== null) await insertLostRedemption(tx, charge.id);
    return charge;
  });
  return row?.id;
}

/** Stores the use of the coupon. Number and device of the customer are not known any more. */
const insertLostRedemption = (tx: Tx, chargeId: number): Promise<number> =>
  tx.run(sql`
    insert into coupon_redemptions (charge_id, coupon_id, line_id, buyer_id, redeemed_at)
    select id, coupon_id, line_id, buyer_id, created_at from charges
    where id = ${chargeId} and coupon_id is not null`);

/** Stores the order of a lost sale. Its visitor is not known any more. */
async function insertLostOrder(
  tx: Tx,
  chargeId: number,
  lost: Extract<LostPurchase, { readonly purpose: 'sale' | 'promotion' }>,
  createdAt: Date,
): Promise<void> {
  const sold = lost.purpose === 'sale' ? lost : lost.product;
  const product = sold
    ? sql`select ${sold.platform}::text as platform, ${sold.productId}::bigint as product_id`
    : sql`select platform, coalesce(package_id, product_id, 0) as product_id from lines
        where id = ${'lineId' in lost ? lost.lineId : null}`;
  await tx.run(sql`
    insert into sale_orders (charge_id, account_id, platform, product_id, origin, channel, is_after_test, created_at)
    select c.id, c.account_id, p.platform, p.product_id, 'storefront', 'link', c.line_id is not null, ${createdAt}
    from charges c cross join (${product}) p where c.id = ${chargeId}`);
}

/**
 * Notifies the seller once about money for which nothing can be delivered, for example because the
 * line no longer exists. The seller decides about a refund.
 */
async function flagUndeliverablePayment(
  { db }: AppContext,
  { accountId }: PaymentAccount,
  { paymentId, paidCents, createdAt, provider }: FoundPayment,
): Promise<void> {
  const after = {
    reason: `O pagamento ${paymentId} não tem mais a que servir: devolva-o no ${providerName(provider)}`,
    saleCents: paidCents,
  };
  await db.tx((tx) => flagOnce(tx, { accountId, since: createdAt, after }));
}

export const lostCharges: Job = {
  name: 'find-lost-charges',
  schedule: '*/10 * * * *',
  work: async (ctx) => void (await findLostCharges(ctx)),
};

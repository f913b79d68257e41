/**
 * Creates a charge. The row is stored before the request to the provider, with the reference under
 * which the provider creates it once. A lost response therefore loses nothing. If a provider fails,
 * another connected one creates the Pix, unless the first may have created a payment.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@ramal/contract/rules/durations';
import { refuse } from '@ramal/contract/api/errors';
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import type { RequestMeta } from '../foundation/caller.ts';
import type { Tx } from '../foundation/database.ts';
import { isProviderUnavailable } from '../foundation/provider-error.ts';
import { type Charge, chargeColumns, findCharge } from './charges.sql.ts';
import { createAtProvider, type CreationFailure } from './create-at-provider.ts';
import { newExternalReference } from './external-reference.ts';
import { nextCheck } from './next-check.ts';
import { ensurePaymentAccount, type PaymentAccount } from './payment-account.ts';
import { type ProviderKind, providerName } from './providers/port.ts';
import { insertSaleOrder, isSameOrder, type SaleOrder } from './sale-orders.ts';
import { collectorAt, currentKind, pixKinds } from './providers/provider-of.ts';

export interface NewCharge extends Pick<
  Charge,
  'purpose' | 'accountId' | 'lineId' | 'buyerId' | 'months' | 'credits' | 'cents' | 'method'
> {
  readonly description: string;
  /** Hundredths of a credit that the seller adds to a top-up. By default 0. */
  readonly bonusCredits?: number;
  /** Days given in addition to a plan. By default 0. */
  readonly bonusDays?: number;
  /** Coupon that changed the order, and the price in cents without it. */
  readonly coupon?: { readonly id: number; readonly listCents: number };
  /**
   * Validity of the charge. `day`: a day, for a link that a seller sends. Otherwise 30 minutes for
   * a Pix and an hour for a card.
   */
  readonly lasts?: 'page' | 'day';
  /**
   * Refuses a new charge, in the transaction that stores it. Not called if an equal charge is open.
   * `bonusCredits` contains what a coupon adds to the order.
   */
  readonly enforce?: (tx: Tx, bonusCredits: number) => Promise<void>;
  /** Stores rows that belong to the new charge, in the transaction that stores it. */
  readonly record?: (tx: Tx, charge: Charge) => Promise<void>;
  /** Page to which the provider leads after a card payment; by default the portal. */
  readonly backPath?: string;
  /** Order of a sale, which is stored with its charge. */
  readonly sale?: SaleOrder;
}

const PIX_MS = 30 * MINUTE_MS;
const CARD_MS = HOUR_MS;
/** A page does not offer an open charge with less remaining time than this. */
const WORTH_OFFERING_MS = 5 * MINUTE_MS;

export async function createCharge(
  ctx: AppContext,
  order: NewCharge,
  requestMeta: Pick<RequestMeta, 'baseUrl'>,
): Promise<Charge> {
  const account = await ensurePaymentAccount(ctx, order.accountId);
  const kinds = listKinds(ctx, account, order);
  let charge = await findOpen(ctx, order, account, kinds);
  if (charge?.providerId) return charge;
  const first = charge?.provider ?? kinds[0]!;
  const queue = [first, ...kinds.filter((kind) => kind !== first)];
  for (const [position, kind] of queue.entries()) {
    charge ??= await insert(ctx, order, account, kind);
    const { description, backPath = '/portal' } = order;
    const texts = { description, backPath };
    const failure = await createAtProvider(ctx, { charge, account, ...texts, requestMeta });
    if (!failure) break;
    const next = queue[position + 1];
    if (next === undefined || !failure.isSurelyUnpaid) return refuseFailed(ctx, charge, failure);
    await replaceCharge(ctx, charge, next);
    // Another request may have created the charge or its replacement in the meantime.
    charge = await findOpen(ctx, order, account, kinds);
    if (charge?.providerId) return charge;
  }
  return (await findCharge(ctx.db, charge!.id))!;
}

/**
 * Returns the providers of a new charge, the chosen one first. For a Pix, the others take over if
 * the chosen one fails. A card and a test payment have only the chosen one, because a test payment
 * checks the keys of this provider.
 */
function listKinds(
  ctx: AppContext,
  account: PaymentAccount,
  { method, purpose }: Pick<NewCharge, 'method' | 'purpose'>,
): ProviderKind[] {
  const chosen = currentKind(ctx, account, method) ?? refuse('payments_not_ready');
  if (method === 'card' || purpose === 'test') return [chosen];
  return [chosen, ...pixKinds(account).filter((kind) => kind !== chosen)];
}

/** Cancels a charge whose provider failed, before another provider creates a new one. */
const replaceCharge = ({ db, log }: AppContext, { id, provider }: Charge, next: ProviderKind) => {
  log.warn({ charge: id, provider, next }, 'another provider takes over a charge');
  const reason = `O ${providerName(provider)} falhou: o Pix saiu pelo ${providerName(next)}`;
  return db.tx((tx) =>
    tx.run(sql`
      update charges set state = 'cancelled', reason = ${reason}
      where id = ${id} and state = 'pending' and provider_id is null`),
  );
};

async function refuseFailed(
  ctx: AppContext,
  { id, provider }: Charge,
  { error }: CreationFailure,
): Promise<never> {
  // After a conflict, another request with the same key is creating the charge.
  const { kind, status } = error;
  if (isProviderUnavailable(error) || kind === 'conflict') refuse('payment_provider_silent');
  ctx.log.warn({ charge: id, status }, 'a charge was refused');
  await ctx.db.tx((tx) =>
    tx.run(sql`
      update charges set state = 'cancelled', check_at = null,
        reason = ${`O ${providerName(provider)} recusou o pedido (${status})`}
      where id = ${id} and provider_id is null`),
  );
  return refuse('payment_refused');
}

/**
 * Finds an equal charge that can still be paid. A charge created with former keys is not offered,
 * because its money goes to another receiver.
 */
const findOpen = (
  { db, clock }: AppContext,
  order: NewCharge,
  account: PaymentAccount,
  kinds: readonly ProviderKind[],
): Promise<Charge | undefined> => {
  const { purpose, accountId, lineId, buyerId, months, cents, credits, method, lasts } = order;
  const bonusCredits = order.bonusCredits ?? 0;
  const collectors = kinds.map((kind) => collectorAt(account, kind));
  const worthOfferingMs = lasts === 'day' ? DAY_MS / 2 : WORTH_OFFERING_MS;
  return db.first(sql`
    select ${chargeColumns} from charges c
    where c.account_id = ${accountId} and c.state = 'pending' and c.purpose = ${purpose}
      and c.line_id is not distinct from ${lineId} and c.buyer_id is not distinct from ${buyerId}
      and c.months is not distinct from ${months} and c.cents = ${cents} and c.credits = ${credits}
      and c.bonus_credits = ${bonusCredits} and c.bonus_days = ${order.bonusDays ?? 0}
      and c.coupon_id is not distinct from ${order.coupon?.id ?? null} and c.method = ${method}
      and (c.provider, c.collector) in (select * from unnest(${[...kinds]}::text[], ${collectors}::text[]))
      and c.reason is null and c.authorization_id is null and ${order.sale ? isSameOrder(order.sale) : sql`true`}
      and c.expires_at > ${new Date(clock.now().getTime() + worthOfferingMs)}
    order by c.provider_id is null, c.id desc limit 1`);
};

async function insert(
  { db, clock }: AppContext,
  order: NewCharge,
  account: PaymentAccount,
  kind: ProviderKind,
): Promise<Charge> {
  const now = clock.now();
  const lastsMs = order.lasts === 'day' ? DAY_MS : order.method === 'pix' ? PIX_MS : CARD_MS;
  const expiresAt = new Date(now.getTime() + lastsMs);
  const checkAt = nextCheck(
    { expiresAt, paidAt: null, authorizationId: null, pixCode: null, state: 'pending' },
    now,
  );
  const external = kind === 'sandbox' ? null : newExternalReference(order);
  const collector = collectorAt(account, kind);
  const row = await db.tx(async (tx) => {
    await order.enforce?.(tx, order.bonusCredits ?? 0);
    const charge = (await tx.first<Charge>(sql`
      insert into charges as c (purpose, account_id, line_id, buyer_id, months, credits, bonus_credits, cents, method,
        provider, collector, external_reference, created_at, expires_at, check_at, coupon_id, list_cents, bonus_days)
      values (${order.purpose}, ${order.accountId}, ${order.lineId}, ${order.buyerId}, ${order.months},
        ${order.credits}, ${order.bonusCredits ?? 0}, ${order.cents}, ${order.method}, ${kind}, ${collector},
        ${external}, ${now}, ${expiresAt}, ${checkAt}, ${order.coupon?.id ?? null},
        ${order.coupon?.listCents ?? null}, ${order.bonusDays ?? 0})
      returning ${chargeColumns}`))!;
    if (order.sale) await insertSaleOrder(tx, charge, order.sale);
    await order.record?.(tx, charge);
    return charge;
  });
  return row;
}

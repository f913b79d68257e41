/**
 * Creates a charge. The row is stored before the request to the provider, with the reference under
 * which the provider creates it once. A lost response therefore loses nothing.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@ramal/contract/rules/durations';
import { refuse } from '@ramal/contract/api/errors';
import sql from 'sql-template-tag';
import { publicBaseUrl } from '../brands/brands.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { RequestMeta } from '../foundation/caller.ts';
import type { Tx } from '../foundation/database.ts';
import {
  isProviderFailure,
  isProviderRejection,
  isProviderUnavailable,
} from '../foundation/provider-error.ts';
import { type Charge, chargeColumns, findCharge } from './charges.sql.ts';
import { newExternalReference } from './external-reference.ts';
import { buildNoticeUrl } from './providers/keys.ts';
import { nextCheck } from './next-check.ts';
import { ensurePaymentAccount, type PaymentAccount } from './payment-account.ts';
import {
  type CreatedPayment,
  type NewPayment,
  type PaymentProvider,
  providerName,
} from './providers/port.ts';
import { currentKind, getPaymentProvider } from './providers/provider-of.ts';
import { SANDBOX_COLLECTOR } from './providers/sandbox.ts';

interface NewCharge extends Pick<
  Charge,
  'purpose' | 'accountId' | 'lineId' | 'buyerId' | 'months' | 'credits' | 'cents' | 'method'
> {
  readonly description: string;
  /** Validity of a Pix. A link that a seller sends is valid longer than an open page. */
  readonly lasts?: 'page' | 'day';
  /**
   * Refuses a new charge, in the transaction that stores it. Not called if an equal charge is open.
   */
  readonly enforce?: (tx: Tx) => Promise<void>;
}

const PIX_MS = 30 * MINUTE_MS;
/**
 * The provider requires at least half an hour of validity, counted from its receipt of the request.
 */
const PIX_MARGIN_MS = 5 * MINUTE_MS;
const CARD_MS = HOUR_MS;
/** A page does not offer an open charge with less remaining time than this. */
const WORTH_OFFERING_MS = 5 * MINUTE_MS;

export async function createCharge(
  ctx: AppContext,
  order: NewCharge,
  requestMeta: Pick<RequestMeta, 'baseUrl'>,
): Promise<Charge> {
  const account = await ensurePaymentAccount(ctx, order.accountId);
  const kind = currentKind(ctx, account, order.method) ?? refuse('payments_not_ready');
  const provider = getPaymentProvider(ctx, account, kind)!;
  const charge = (await findOpen(ctx, order, kind)) ?? (await insert(ctx, order, account, kind));
  if (charge.providerId) return charge;
  const created = await createAt(ctx, provider, { charge, account, newCharge: order, requestMeta });
  await ctx.db.tx((tx) =>
    tx.run(sql`
      update charges set provider_id = ${created.providerId}, pix_code = ${created.pixCode},
        checkout_url = ${created.checkoutUrl} where id = ${charge.id}`),
  );
  return (await findCharge(ctx.db, charge.id))!;
}

/** Finds an equal charge that can still be paid. */
const findOpen = (
  { db, clock }: AppContext,
  { purpose, accountId, lineId, buyerId, cents, credits, method, lasts }: NewCharge,
  kind: string,
): Promise<Charge | undefined> =>
  db.first(sql`
    select ${chargeColumns} from charges c
    where c.account_id = ${accountId} and c.state = 'pending' and c.purpose = ${purpose}
      and c.line_id is not distinct from ${lineId} and c.buyer_id is not distinct from ${buyerId}
      and c.cents = ${cents} and c.credits = ${credits} and c.method = ${method} and c.provider = ${kind}
      and c.reason is null and c.authorization_id is null
      and c.expires_at > ${new Date(clock.now().getTime() + (lasts === 'day' ? DAY_MS / 2 : WORTH_OFFERING_MS))}
    order by c.id desc limit 1`);

async function insert(
  { db, clock }: AppContext,
  order: NewCharge,
  account: PaymentAccount,
  kind: string,
): Promise<Charge> {
  const now = clock.now();
  const lastsMs = order.lasts === 'day' ? DAY_MS : order.method === 'pix' ? PIX_MS : CARD_MS;
  const expiresAt = new Date(now.getTime() + lastsMs);
  const checkAt = nextCheck(
    { expiresAt, paidAt: null, authorizationId: null, pixCode: null, state: 'pending' },
    now,
  );
  const external = kind === 'sandbox' ? null : newExternalReference(order);
  const collector =
    kind === 'sandbox'
      ? SANDBOX_COLLECTOR
      : kind === 'asaas'
        ? account.asaasCollector
        : account.collector;
  const row = await db.tx(async (tx) => {
    await order.enforce?.(tx);
    return tx.first<Charge>(sql`
      insert into charges as c (purpose, account_id, line_id, buyer_id, months, credits, cents, method,
        provider, collector, external_reference, created_at, expires_at, check_at)
      values (${order.purpose}, ${order.accountId}, ${order.lineId}, ${order.buyerId}, ${order.months},
        ${order.credits}, ${order.cents}, ${order.method}, ${kind}, ${collector},
        ${external}, ${now}, ${expiresAt}, ${checkAt})
      returning ${chargeColumns}`);
  });
  return row!;
}

interface ProviderCharge {
  readonly charge: Charge;
  readonly account: PaymentAccount;
  readonly newCharge: NewCharge;
  readonly requestMeta: Pick<RequestMeta, 'baseUrl'>;
}

async function createAt(
  ctx: AppContext,
  provider: PaymentProvider,
  { charge, account, newCharge: { description }, requestMeta }: ProviderCharge,
): Promise<CreatedPayment> {
  const baseUrl = await publicBaseUrl(ctx, requestMeta.baseUrl);
  const payment: NewPayment = {
    reference: charge.externalReference,
    cents: charge.cents,
    method: charge.method,
    description,
    payerEmail: payerEmail(charge, baseUrl),
    now: charge.createdAt,
    expiresAt: new Date(charge.expiresAt.getTime() + (charge.method === 'pix' ? PIX_MARGIN_MS : 0)),
    noticeUrl: buildNoticeUrl(account, baseUrl),
    backUrl: `${baseUrl}/portal`,
  };
  try {
    return await requestTwice(() => provider.create(payment));
  } catch (error) {
    // After a conflict, another request with the same key is creating the charge.
    if (isProviderUnavailable(error) || isProviderFailure(error, 'conflict'))
      refuse('payment_provider_silent');
    if (!isProviderRejection(error)) throw error;
    ctx.log.warn({ charge: charge.id, status: error.status }, 'a charge was refused');
    await ctx.db.tx((tx) =>
      tx.run(sql`
        update charges set state = 'cancelled', check_at = null,
          reason = ${`O ${providerName(provider.kind)} recusou o pedido (${error.status})`}
        where id = ${charge.id} and provider_id is null`),
    );
    return refuse('payment_refused');
  }
}

/**
 * Repeats the request with the same key and body. After a lost response the second request returns
 * the first result.
 */
async function requestTwice<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    if (!isProviderFailure(error, 'unreachable', 'unavailable')) throw error;
    return request();
  }
}

/**
 * Invents an e-mail address, because the provider requires one and the customers of a line have
 * none.
 */
function payerEmail({ lineId, buyerId, id }: Charge, baseUrl: string): string {
  const { hostname } = new URL(baseUrl);
  const domain = /\.[a-z]{2,}$/i.test(hostname) ? hostname : 'cliente.example.com';
  return `pagador-${lineId ?? buyerId ?? id}@${domain}`;
}

/** Creates a stored charge at its provider. */
import { MINUTE_MS } from '@ramal/contract/rules/durations';
import sql from 'sql-template-tag';
import { publicBaseUrl } from '../brands/brands.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { RequestMeta } from '../foundation/caller.ts';
import { isProviderFailure, ProviderError } from '../foundation/provider-error.ts';
import type { Charge } from './charges.sql.ts';
import type { PaymentAccount } from './payment-account.ts';
import { storeKeyRefusal } from './providers/key-refusal.ts';
import { buildNoticeUrl } from './providers/keys.ts';
import type { NewPayment, PaymentProvider } from './providers/port.ts';
import { getPaymentProvider } from './providers/provider-of.ts';

/**
 * Added to the validity of a Pix. The provider requires at least half an hour, counted from its
 * receipt of the request.
 */
const PIX_MARGIN_MS = 5 * MINUTE_MS;

interface ProviderCharge {
  readonly charge: Charge;
  readonly account: PaymentAccount;
  readonly description: string;
  /** Page to which the provider leads after a card payment. */
  readonly backPath: string;
  readonly requestMeta: Pick<RequestMeta, 'baseUrl'>;
}

export interface CreationFailure {
  readonly error: ProviderError;
  /** True if the provider created no payment, so another provider may create one. */
  readonly isSurelyUnpaid: boolean;
}

/** Stores the created payment. Returns the failure of the provider instead of throwing it. */
export async function createAtProvider(
  ctx: AppContext,
  order: ProviderCharge,
): Promise<CreationFailure | undefined> {
  const { charge, account } = order;
  const provider = getPaymentProvider(ctx, account, charge.provider)!;
  const payment = await toNewPayment(ctx, order);
  let isLost = false;
  try {
    const created = await provider.create(payment).catch((error: unknown) => {
      if (!isProviderFailure(error, 'unreachable', 'unavailable')) throw error;
      isLost = error.kind === 'unavailable';
      // After a lost response, a request with the same key and body returns the first result.
      return provider.create(payment);
    });
    // Two requests may create the charge at once. The first code stays, and both show it.
    await ctx.db.tx((tx) =>
      tx.run(sql`
        update charges set provider_id = ${created.providerId}, pix_code = ${created.pixCode},
          checkout_url = ${created.checkoutUrl} where id = ${charge.id} and provider_id is null`),
    );
    return undefined;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (error.kind === 'unauthorized') await storeKeyRefusal(ctx, charge.accountId, error);
    // After a conflict another request is creating the payment, so a read may not find it yet.
    if (error.kind === 'conflict') return { error, isSurelyUnpaid: false };
    const mayExist = isLost || isProviderFailure(error, 'unavailable', 'untrusted');
    return { error, isSurelyUnpaid: !mayExist || (await hasNoPayment(ctx, provider, charge)) };
  }
}

/**
 * True if the provider answers that it has no payment with the reference. A Pix code in a lost
 * response was shown to nobody, so nobody can pay it later.
 */
async function hasNoPayment(
  { log }: AppContext,
  provider: PaymentProvider,
  charge: Charge,
): Promise<boolean> {
  try {
    const readings = await provider.read({ ...charge, reference: charge.externalReference });
    return readings.length === 0;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    log.warn({ charge: charge.id, problem: error.message }, 'a payment could not be read');
    return false;
  }
}

async function toNewPayment(
  ctx: AppContext,
  { charge, account, description, backPath, requestMeta }: ProviderCharge,
): Promise<NewPayment> {
  const baseUrl = await publicBaseUrl(ctx, requestMeta.baseUrl);
  return {
    reference: charge.externalReference,
    cents: charge.cents,
    method: charge.method,
    description,
    payerEmail: payerEmail(charge, baseUrl),
    now: charge.createdAt,
    expiresAt: new Date(charge.expiresAt.getTime() + (charge.method === 'pix' ? PIX_MARGIN_MS : 0)),
    noticeUrl: buildNoticeUrl(account, baseUrl),
    backUrl: `${baseUrl}${backPath}`,
  };
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

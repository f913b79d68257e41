/**
 * Delivers a payment that the restored data does not contain, without waiting for the job for lost
 * charges. The reference identifies the charge, so the payment is delivered only once.
 */
import { refuse } from '@ramal/contract/api/errors';
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import { ProviderError } from '../foundation/provider-error.ts';
import { type Charge, findByExternalReference } from './charges.sql.ts';
import { confirmCharge } from './confirm-charge.ts';
import { type LostPurchase, readExternalReference } from './external-reference.ts';
import { recreateCharge } from './find-lost-charges.ts';
import { findPaymentAccount } from './payment-account.ts';
import { searchSince } from './payments-since.ts';
import { getConnectedProviders } from './providers/provider-of.ts';

/**
 * Returns the state of the charge afterwards. Undefined if no payment with this reference was made
 * after `since`.
 */
export async function deliverPayment(
  ctx: AppContext,
  reference: string,
  since: Date,
): Promise<Charge['state'] | undefined> {
  const lost = readExternalReference(reference);
  if (!lost) return undefined;
  const knownCharge = await findByExternalReference(ctx.db, reference);
  if (knownCharge) await confirmCharge(ctx, knownCharge.id);
  else await findAndRecreateCharge(ctx, reference, lost, since);
  return (await findByExternalReference(ctx.db, reference))?.state;
}

async function findAndRecreateCharge(
  ctx: AppContext,
  reference: string,
  lost: LostPurchase,
  since: Date,
): Promise<void> {
  const seller = await ctx.db.first<{ id: number }>(
    lost.purpose === 'sale'
      ? sql`select id from accounts where id = ${lost.accountId}`
      : lost.purpose === 'top-up'
        ? sql`select parent_id as id from accounts where id = ${lost.buyerId} and parent_id is not null`
        : sql`select owner_id as id from lines where id = ${lost.lineId}`,
  );
  const account = seller && (await findPaymentAccount(ctx.db, seller.id));
  if (!account) return;
  try {
    for (const provider of getConnectedProviders(ctx, account))
      for await (const payment of searchSince(ctx, provider, since))
        if (payment.reference === reference && (await recreateCharge(ctx, account, payment)))
          return;
  } catch (error) {
    if (error instanceof ProviderError) refuse('payment_provider_silent');
    throw error;
  }
}

/**
 * Requests the code of a stored authorization from the provider. A code whose answer was lost is
 * never shown, so nobody can pay it.
 */
import { refuse } from '@ramal/contract/api/errors';
import sql from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import { ProviderError } from '../../foundation/provider-error.ts';
import {
  type CreatedAuthorization,
  NO_RECURRING_PERMISSION,
  storeKeyRefusal,
} from '../../payments/payments.ts';
import type { Authorization } from '../authorizations.sql.ts';
import { CODE_MS, type NewPayer } from './insert-authorization.ts';
import { openRecurring } from '../recurring-account.ts';

export async function requestCode(
  ctx: AppContext,
  authorization: Authorization,
  payer: NewPayer,
): Promise<void> {
  const account = (await openRecurring(ctx, authorization.accountId))!;
  try {
    const created = await account.provider.createAuthorization({
      reference: authorization.reference,
      contractId: authorization.contractId,
      payerName: payer.name,
      cpf: payer.cpf,
      cents: authorization.cents,
      startsOn: authorization.startsOn,
      description: 'Renovação mensal',
      allowsRetries: authorization.allowsRetries,
      codeSeconds: CODE_MS / 1000,
    });
    if (await storeCreated(ctx, authorization, created)) return;
    // Another request replaced this authorization in the meantime, so its code is not shown.
    await account.provider.endAuthorization(created.providerId);
    refuse('authorization_not_prepared');
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    await abandon(ctx, authorization, error);
    if (isPayerRefusal(error))
      refuse('payer_refused', { fields: { cpf: 'Este CPF não confere. Veja os números.' } });
    refuse('authorization_not_prepared');
  }
}

/** Stores the code. Returns false if the authorization is not waiting for it any more. */
const storeCreated = (
  { db }: AppContext,
  { id, firstChargeId }: Authorization,
  created: CreatedAuthorization,
): Promise<boolean> =>
  db.tx(async (tx) => {
    const stored = await tx.run(sql`
      update pix_authorizations set state = 'created', provider_id = ${created.providerId},
        customer_id = ${created.customerId}, conciliation_id = ${created.conciliationId}
      where id = ${id} and state = 'preparing'`);
    if (stored === 0) return false;
    await tx.run(sql`
      update charges set provider_id = ${created.firstPaymentId}, pix_code = ${created.pixCode}
      where id = ${firstChargeId}`);
    return true;
  });

/** Codes of the provider's errors are generic, so the text decides. */
const isPayerRefusal = (error: ProviderError): boolean =>
  error.kind === 'rejected' && /cpf/i.test(`${error.code ?? ''} ${error.message}`);

/** Ends an authorization without a code, and stores a problem of the key for the seller. */
async function abandon(
  ctx: AppContext,
  { id, accountId, firstChargeId }: Authorization,
  error: ProviderError,
): Promise<void> {
  ctx.log.warn({ authorization: id, problem: error.message }, 'an authorization was not created');
  const now = ctx.clock.now();
  await ctx.db.tx(async (tx) => {
    await tx.run(sql`
      update pix_authorizations set state = 'refused', end_reason = 'not-authorized', ended_at = ${now}, check_at = null
      where id = ${id} and state = 'preparing'`);
    await tx.run(sql`
      update charges set state = 'cancelled', check_at = null, reason = 'Cancelado'
      where id = ${firstChargeId} and state = 'pending' and provider_id is null`);
  });
  if (error.kind === 'unauthorized')
    await storeKeyRefusal(ctx, accountId, error, NO_RECURRING_PERMISSION);
}

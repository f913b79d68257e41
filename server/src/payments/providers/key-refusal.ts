/** Stores that a provider refused the key of an account, so that its seller learns what to change. */
import sql from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import type { ProviderError } from '../../foundation/provider-error.ts';
import { notify } from '../../notices/notices.ts';
import { type KeyedProvider, providerName } from './port.ts';

export const keyRefusedText = (provider: KeyedProvider): string =>
  `A chave não é deste ambiente ou foi revogada no ${providerName(provider)}.`;

export const NO_PERMISSION =
  'A chave não tem a permissão que falta para criar este Pix. Marque-a no provedor e confira de novo.';
export const NO_RECURRING_PERMISSION =
  'A chave do Asaas não tem a permissão PIX_AUTOMATIC:WRITE. Marque-a no Asaas e confira de novo.';

/**
 * Stores the refusal and notifies the seller once. A status of 403 means that the key works, but
 * lacks a permission. Refusals of Mercado Pago are not stored, because its own check shows them.
 */
export async function storeKeyRefusal(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  accountId: number,
  { provider, status }: ProviderError,
  permissionText = NO_PERMISSION,
): Promise<void> {
  if (provider !== 'asaas' && provider !== 'woovi') return;
  const now = clock.now();
  const isPermission = status === 403;
  const problem = isPermission ? permissionText : keyRefusedText(provider);
  await db.tx(async (tx) => {
    const changed = await tx.run(sql`
      update provider_accounts set problem = ${problem},
        keys_refused_at = ${isPermission ? null : now}
      where account_id = ${accountId} and provider = ${provider} and problem is distinct from ${problem}`);
    if (changed === 0) return;
    await notify(tx, {
      accounts: sql`select ${accountId}::bigint`,
      kind: 'credits',
      subject: `provider-key-${provider}`,
      title: `O ${providerName(provider)} recusou a chave`,
      body: problem,
      path: '/payment-providers',
      at: now,
    });
  });
}

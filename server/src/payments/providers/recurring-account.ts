/** Finds the account that receives recurring Pix. */
import type { AppContext } from '../../foundation/app-context.ts';
import { findPaymentAccount } from '../payment-account.ts';
import { findProviderAccount, type ProviderAccount } from './provider-account.ts';
import { currentKind } from './provider-of.ts';

/** Holder of every account at the test provider. No money reaches it. */
const TEST_HOLDER = 'CAIXA DE TESTE';

/**
 * Returns the account at Asaas. For an account without keys, returns the account at the test
 * provider. Undefined if no account can receive.
 */
export async function findRecurringAccount(
  ctx: Pick<AppContext, 'db' | 'clock' | 'config'>,
  accountId: number,
): Promise<ProviderAccount | undefined> {
  const asaas = await findProviderAccount(ctx.db, accountId, 'asaas');
  if (asaas) return asaas;
  const account = await findPaymentAccount(ctx.db, accountId);
  if (currentKind(ctx, account) !== 'sandbox') return undefined;
  return {
    keyHint: '',
    isLive: false,
    holderName: TEST_HOLDER,
    holderDocument: '',
    isCompany: true,
    isApproved: true,
    pixKey: '',
    problem: null,
    keysRefusedAt: null,
    checkedAt: ctx.clock.now(),
    lastNoticeAt: null,
    provenAt: null,
  };
}

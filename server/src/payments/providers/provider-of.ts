/** Which provider serves an account: the built-in sandbox until keys are saved. */
import type { AppContext } from '../../foundation/app-context.ts';
import { ordersApi } from './mercado-pago/orders-api.ts';
import { paymentsApi } from './mercado-pago/payments-api.ts';
import { findPaymentAccount, type PaymentAccount, tokenOf } from '../payment-account.ts';
import type { PaymentProvider, ProviderKind } from './port.ts';
import { sandboxProvider } from './sandbox.ts';

/** Of new charges; undefined where the keys are good for nothing. */
export function currentKind(account: PaymentAccount): ProviderKind | undefined {
  return account.sealedToken ? (account.api ?? undefined) : 'sandbox';
}

/** Undefined where the keys it was charged with are gone. */
export function providerOf(
  ctx: AppContext,
  account: PaymentAccount,
  kind: ProviderKind,
): PaymentProvider | undefined {
  if (kind === 'sandbox') return sandboxProvider(ctx);
  const token = tokenOf(ctx, account);
  if (!token) return undefined;
  const access = { baseUrl: ctx.config.mercadoPagoUrl, token };
  return kind === 'payments' ? paymentsApi(access) : ordersApi(access);
}

/** Whether what an account's customers pay is only played. */
export async function isSandbox({ db }: Pick<AppContext, 'db'>, accountId: number) {
  const account = await findPaymentAccount(db, accountId);
  return !account || currentKind(account) === 'sandbox';
}

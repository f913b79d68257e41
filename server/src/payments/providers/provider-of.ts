/**
 * Selects the provider of an account. The sandbox serves accounts without keys, if the operator
 * enabled it.
 */
import type { AppContext } from '../../foundation/app-context.ts';
import { ordersApi } from './mercado-pago/orders-api.ts';
import { paymentsApi } from './mercado-pago/payments-api.ts';
import {
  findPaymentAccount,
  type PaymentAccount,
  decryptAccountToken,
} from '../payment-account.ts';
import type { PaymentProvider, ProviderKind } from './port.ts';
import { sandboxProvider } from './sandbox.ts';

/** Provider of new charges; undefined without usable keys. A missing configuration selects no sandbox (Q-SANDBOXPAY). */
export function currentKind(
  { config }: Pick<AppContext, 'config'>,
  account: PaymentAccount | undefined,
): ProviderKind | undefined {
  if (account?.sealedToken) return account.api ?? undefined;
  return config.testPayments ? 'sandbox' : undefined;
}

/** Returns the provider of a charge. Undefined if the keys of the charge no longer exist. */
export function getPaymentProvider(
  ctx: AppContext,
  account: PaymentAccount,
  kind: ProviderKind,
): PaymentProvider | undefined {
  if (kind === 'sandbox') return ctx.config.testPayments ? sandboxProvider(ctx) : undefined;
  const token = decryptAccountToken(ctx, account);
  if (!token) return undefined;
  const access = { baseUrl: ctx.config.mercadoPagoUrl, token };
  return kind === 'payments' ? paymentsApi(access) : ordersApi(access);
}

/** Provider of an account's new charges; undefined if the account takes no payments. */
export const readPaymentKind = async (
  ctx: Pick<AppContext, 'db' | 'config'>,
  accountId: number,
): Promise<ProviderKind | undefined> =>
  currentKind(ctx, await findPaymentAccount(ctx.db, accountId));

/**
 * Selects the provider of an account. The sandbox serves accounts without keys, if the operator
 * enabled it.
 */
import type { AppContext } from '../../foundation/app-context.ts';
import type { AsaasAccess } from './asaas/client.ts';
import { asaasApi } from './asaas/asaas-api.ts';
import { ordersApi } from './mercado-pago/orders-api.ts';
import { paymentsApi } from './mercado-pago/payments-api.ts';
import {
  findPaymentAccount,
  type PaymentAccount,
  decryptAccountToken,
  openAsaasKey,
} from '../payment-account.ts';
import type { Method, PaymentProvider, ProviderKind } from './port.ts';
import { sandboxProvider } from './sandbox.ts';

type ConfigContext = Pick<AppContext, 'config'>;

/** Returns the interface of Mercado Pago, or the sandbox for an account without any keys. */
export function mercadoPagoKind(
  { config }: ConfigContext,
  account: PaymentAccount,
): ProviderKind | undefined {
  if (account.sealedToken) return account.api ?? undefined;
  return config.testPayments && !account.sealedAsaasKey ? 'sandbox' : undefined;
}

/**
 * Returns the provider of new charges; undefined without usable keys. A missing configuration
 * selects no sandbox (Q-SANDBOXPAY).
 */
export function currentKind(
  ctx: ConfigContext,
  account: PaymentAccount | undefined,
  method: Method = 'pix',
): ProviderKind | undefined {
  if (!account) return ctx.config.testPayments ? 'sandbox' : undefined;
  const mercadoPago = mercadoPagoKind(ctx, account);
  if (method === 'card' || !account.sealedAsaasKey) return mercadoPago;
  // An account without a choice keeps Mercado Pago, because its customers have codes of it.
  return account.pixProvider === 'asaas' ? 'asaas' : (mercadoPago ?? 'asaas');
}

/** Returns the provider of a charge. Undefined if the keys of the charge no longer exist. */
export function getPaymentProvider(
  ctx: AppContext,
  account: PaymentAccount,
  kind: ProviderKind,
): PaymentProvider | undefined {
  if (kind === 'sandbox') return ctx.config.testPayments ? sandboxProvider(ctx) : undefined;
  if (kind === 'asaas') {
    const asaas = openAsaas(ctx, account);
    return asaas && asaasApi(asaas);
  }
  const token = decryptAccountToken(ctx, account);
  if (!token) return undefined;
  const access = { baseUrl: ctx.config.mercadoPagoUrl, token };
  return kind === 'payments' ? paymentsApi(access) : ordersApi(access);
}

/** Returns all providers of an account that have keys. */
export const getConnectedProviders = (
  ctx: AppContext,
  account: PaymentAccount,
): readonly PaymentProvider[] =>
  [account.sealedToken ? account.api : null, account.sealedAsaasKey ? ('asaas' as const) : null]
    .filter((kind) => kind !== null)
    .map((kind) => getPaymentProvider(ctx, account, kind))
    .filter((provider) => provider !== undefined);

/** Returns the access to an account at Asaas; undefined without keys. */
export function openAsaas(ctx: AppContext, account: PaymentAccount): AsaasAccess | undefined {
  const key = openAsaasKey(ctx, account);
  if (!key) return undefined;
  const { asaasUrl, asaasSandboxUrl } = ctx.config;
  return {
    baseUrl: account.asaasIsLive ? asaasUrl : asaasSandboxUrl,
    key,
    collector: account.asaasCollector!,
    pixKey: account.asaasPixKey,
  };
}

/** Reads the provider of an account's new charges; undefined if the account takes no payments. */
export const readPaymentKind = async (
  ctx: Pick<AppContext, 'db' | 'config'>,
  accountId: number,
  method: Method = 'pix',
): Promise<ProviderKind | undefined> =>
  currentKind(ctx, await findPaymentAccount(ctx.db, accountId), method);

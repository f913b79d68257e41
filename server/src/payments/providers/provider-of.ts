/**
 * Selects the provider of an account. The sandbox serves accounts without keys, if the operator
 * enabled it.
 */
import type { AppContext } from '../../foundation/app-context.ts';
import type { AsaasAccess } from './asaas/client.ts';
import { asaasApi } from './asaas/asaas-api.ts';
import { ordersApi } from './mercado-pago/orders-api.ts';
import { paymentsApi } from './mercado-pago/payments-api.ts';
import type { WooviAccess } from './woovi/client.ts';
import { wooviApi } from './woovi/woovi-api.ts';
import {
  findPaymentAccount,
  type PaymentAccount,
  decryptAccountToken,
  openAsaasKey,
  openWooviKey,
} from '../payment-account.ts';
import type { Method, PaymentProvider, ProviderKind } from './port.ts';
import { SANDBOX_COLLECTOR, sandboxProvider } from './sandbox.ts';

type ConfigContext = Pick<AppContext, 'config'>;

/** Returns the interface of Mercado Pago, or the sandbox for an account without any keys. */
export function mercadoPagoKind(
  { config }: ConfigContext,
  account: PaymentAccount,
): ProviderKind | undefined {
  if (account.sealedToken) return account.api ?? undefined;
  const hasOtherKey = account.sealedAsaasKey !== null || account.sealedWooviKey !== null;
  return config.testPayments && !hasOtherKey ? 'sandbox' : undefined;
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
  return method === 'card' ? mercadoPago : (pixKinds(account)[0] ?? mercadoPago);
}

/**
 * Returns the connected providers of one-off Pix, the chosen one first. An account without a choice
 * keeps Mercado Pago, because its customers already have codes of Mercado Pago.
 */
export function pixKinds(account: PaymentAccount): ProviderKind[] {
  const connected = {
    'mercado-pago': account.sealedToken ? account.api : null,
    asaas: account.sealedAsaasKey && ('asaas' as const),
    woovi: account.sealedWooviKey && ('woovi' as const),
  };
  const names = ['mercado-pago', 'asaas', 'woovi'] as const;
  return [...names]
    .sort((a, b) => Number(b === account.pixProvider) - Number(a === account.pixProvider))
    .map((name) => connected[name])
    .filter((kind) => kind !== null);
}

/** Returns the identity of the receiver at a provider. Payments to another receiver do not count. */
export function collectorAt(account: PaymentAccount, kind: ProviderKind): string | null {
  if (kind === 'sandbox') return SANDBOX_COLLECTOR;
  if (kind === 'asaas') return account.asaasCollector;
  return kind === 'woovi' ? account.wooviCollector : account.collector;
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
  if (kind === 'woovi') {
    const woovi = openWoovi(ctx, account);
    return woovi && wooviApi(woovi);
  }
  const token = decryptAccountToken(ctx, account);
  if (!token) return undefined;
  const access = { baseUrl: ctx.config.mercadoPagoUrl, token };
  return kind === 'payments' ? paymentsApi(access) : ordersApi(access);
}

export const getConnectedProviders = (
  ctx: AppContext,
  account: PaymentAccount,
): readonly PaymentProvider[] =>
  pixKinds(account)
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

/** Returns the access to an account at Woovi; undefined without keys. */
export function openWoovi(ctx: AppContext, account: PaymentAccount): WooviAccess | undefined {
  const key = openWooviKey(ctx, account);
  if (!key) return undefined;
  const { wooviUrl, wooviSandboxUrl } = ctx.config;
  return {
    baseUrl: account.wooviIsLive ? wooviUrl : wooviSandboxUrl,
    key,
    collector: account.wooviCollector!,
  };
}

/** Reads the provider of an account's new charges; undefined if the account takes no payments. */
export const readPaymentKind = async (
  ctx: Pick<AppContext, 'db' | 'config'>,
  accountId: number,
  method: Method = 'pix',
): Promise<ProviderKind | undefined> =>
  currentKind(ctx, await findPaymentAccount(ctx.db, accountId), method);

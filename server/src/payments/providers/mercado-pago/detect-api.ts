/**
 * Detects the interface of an application without creating a charge: each interface receives a
 * request for an impossible payment. 400 means that the interface is accessible. An application for
 * Orders gets a 401 from Payments that looks like a wrong key, and vice versa.
 */
import { randomUUID } from 'node:crypto';
import { refuse } from '@ramal/contract/api/errors';
import { isProviderRejection, isProviderUnavailable } from '../../../foundation/provider-error.ts';
import type { Api } from '../../payment-account.ts';
import { requestMercadoPago, type MercadoPagoAccess } from './client.ts';

interface Finding {
  readonly api: Api | null;
  /** The provider's id of the account. */
  readonly collector: string;
  readonly isLive: boolean;
  /** Result as text for the reseller. */
  readonly text: string;
}

export async function detectApi(access: MercadoPagoAccess): Promise<Finding> {
  try {
    const me = await requestMercadoPago(access, '/users/me');
    const payments = await mayAsk(access, '/v1/payments');
    const orders = await mayAsk(access, '/v1/orders');
    // Payments is preferred, because it accepts the URL of the notices with each payment. For
    // Orders the reseller must enter it.
    const api = payments ? 'payments' : orders ? 'orders' : null;
    const tags = Array.isArray(me.tags) ? me.tags : [];
    const isLive = !tags.includes('test_user');
    return { api, collector: String(me.id), isLive, text: textOf(api, isLive) };
  } catch (error) {
    if (isProviderRejection(error)) refuse('payment_keys_refused');
    if (isProviderUnavailable(error)) refuse('payment_provider_silent');
    throw error;
  }
}

async function mayAsk(access: MercadoPagoAccess, path: string): Promise<boolean> {
  try {
    await requestMercadoPago(access, path, { method: 'POST', body: {}, key: randomUUID() });
    return true;
  } catch (error) {
    if (!isProviderRejection(error)) throw error;
    return error.kind !== 'unauthorized';
  }
}

function textOf(api: Api | null, isLive: boolean): string {
  const mode = isLive ? '' : ' É uma conta de teste: nenhum dinheiro de verdade se move.';
  if (api === 'payments') return `Pix e cartão funcionam, pela API Payments.${mode}`;
  if (api === 'orders') {
    return `Pix e cartão funcionam, pela API Orders. Cole o endereço de avisos no painel do Mercado Pago, evento «Order (Mercado Pago)».${mode}`;
  }
  return 'A conta respondeu, mas esta aplicação não aceita Payments nem Orders com estas chaves. Confira se são as credenciais de produção.';
}

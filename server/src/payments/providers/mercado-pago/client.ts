/**
 * HTTP client of Mercado Pago. The provider's own package has a fixed host, so tests could not use
 * a double. The panel calls only a few paths.
 */
import { requestProvider } from '../../../foundation/request-provider.ts';
import { classifyStatus, ProviderError } from '../../../foundation/provider-error.ts';

export interface MercadoPagoAccess {
  /** URL without a trailing slash. */
  readonly baseUrl: string;
  readonly token: string;
}

const PROVIDER = 'mercado-pago';

interface Request {
  readonly method?: 'GET' | 'POST' | 'PUT';
  readonly body?: unknown;
  /** Idempotency key, stored before the call, so that repeated requests have one effect. */
  readonly key?: string;
}

export type Answer = Readonly<Record<string, unknown>>;

/** Sends a request. If the provider is unavailable, the request may have been processed. */
export async function requestMercadoPago(
  { baseUrl, token }: MercadoPagoAccess,
  path: string,
  { method = 'GET', body, key }: Request = {},
): Promise<Answer> {
  const { status, json } = await requestProvider(`${baseUrl}${path}`, {
    provider: PROVIDER,
    method,
    body,
    headers: {
      authorization: `Bearer ${token}`,
      ...(key === undefined ? {} : { 'x-idempotency-key': key }),
    },
  });
  if (status < 200 || status >= 300)
    throw new ProviderError(PROVIDER, classifyStatus(status), { status });
  if (typeof json !== 'object' || json === null)
    throw new ProviderError(PROVIDER, 'unavailable', { message: 'the response is no object' });
  return json as Answer;
}

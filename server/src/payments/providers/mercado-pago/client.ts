/**
 * HTTP client of Mercado Pago. Its own package reaches one fixed address only, so no double could
 * be tested; only a few paths are called here.
 */
import { ProviderSilent, askProvider } from '../../../foundation/ask-provider.ts';

export { ProviderSilent };

export interface MercadoPagoAccess {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly token: string;
}

/** The provider responded with a refusal. */
export class ProviderRefused extends Error {
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    super(`the provider answered ${status}`);
    this.name = 'ProviderRefused';
    this.status = status;
    this.body = body;
  }
}

interface Request {
  readonly method?: 'GET' | 'POST' | 'PUT';
  readonly body?: unknown;
  /** Stored before the call, so that repeated requests act once. */
  readonly key?: string;
}

export type Answer = Readonly<Record<string, unknown>>;

/** Throws ProviderSilent if the act may have happened. */
export async function askMercadoPago(
  { baseUrl, token }: MercadoPagoAccess,
  path: string,
  { method = 'GET', body, key }: Request = {},
): Promise<Answer> {
  const { status, json } = await askProvider(`${baseUrl}${path}`, {
    method,
    body,
    headers: {
      authorization: `Bearer ${token}`,
      ...(key === undefined ? {} : { 'x-idempotency-key': key }),
    },
  });
  if (status === 429 || status >= 500) throw new ProviderSilent(status);
  if (status < 200 || status >= 300) throw new ProviderRefused(status, json);
  if (typeof json !== 'object' || json === null) throw new ProviderSilent('not an object');
  return json as Answer;
}

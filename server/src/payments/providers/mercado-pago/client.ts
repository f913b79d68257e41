/**
 * Mercado Pago over HTTP. Its own package reaches one fixed address only, so that no double of it could be
 * tested against; what is called here are a handful of paths.
 */
import { ProviderSilent, askProvider } from '../../../foundation/ask-provider.ts';

export { ProviderSilent };

export interface MercadoPagoAccess {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly token: string;
}

/** It answered, and the answer is a refusal. */
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
  /** Kept before the call, so that the same act is asked for once however often it is sent. */
  readonly key?: string;
}

export type Answer = Readonly<Record<string, unknown>>;

/** Throws ProviderSilent where what was asked may have happened. */
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

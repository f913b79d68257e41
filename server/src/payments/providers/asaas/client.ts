/** HTTP client of Asaas. Requests have no idempotency keys, so callers search before they create. */
import { classifyStatus, ProviderError } from '../../../foundation/provider-error.ts';
import { requestProvider } from '../../../foundation/request-provider.ts';

export interface AsaasAccess {
  /** URL without a trailing slash. */
  readonly baseUrl: string;
  readonly key: string;
  /** Identity of the receiver. Payments do not name it, but the key reads only its own payments. */
  readonly collector: string;
  readonly pixKey: string | null;
}

const PROVIDER = 'asaas';
/** Asaas rejects requests of newer accounts without this header. */
const USER_AGENT = 'Ramal';

interface Request {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly body?: unknown;
}

export type Answer = Readonly<Record<string, unknown>>;

/** Sends a request. If the provider is unavailable, the request may have been processed. */
export async function requestAsaas(
  { baseUrl, key }: Pick<AsaasAccess, 'baseUrl' | 'key'>,
  path: string,
  { method = 'GET', body }: Request = {},
): Promise<Answer> {
  const { status, json } = await requestProvider(`${baseUrl}${path}`, {
    provider: PROVIDER,
    method,
    body,
    headers: { access_token: key, 'user-agent': USER_AGENT },
  });
  if (status < 200 || status >= 300)
    throw new ProviderError(PROVIDER, classifyStatus(status), { status, ...firstError(json) });
  if (typeof json !== 'object' || json === null)
    throw new ProviderError(PROVIDER, 'unavailable', { message: 'the response is no object' });
  return json as Answer;
}

/**
 * Returns the first error of an answer. Error codes are generic, so the Portuguese description is
 * stored with them.
 */
function firstError(json: unknown): { code?: string; message?: string; answer: unknown } {
  const { errors } = (json ?? {}) as {
    errors?: readonly { code?: unknown; description?: unknown }[];
  };
  const [first] = Array.isArray(errors) ? errors : [];
  return {
    answer: json,
    ...(typeof first?.code === 'string' ? { code: first.code } : {}),
    ...(typeof first?.description === 'string' ? { message: first.description } : {}),
  };
}

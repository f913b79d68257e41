/** HTTP client of Woovi. The reference of a charge is also the idempotency key of its creation. */
import { classifyStatus, ProviderError } from '../../../foundation/provider-error.ts';
import { requestProvider } from '../../../foundation/request-provider.ts';

export interface WooviAccess {
  /** URL without a trailing slash. */
  readonly baseUrl: string;
  readonly key: string;
  /** CPF or CNPJ of the receiver. Charges do not name it, but the key reads only its own charges. */
  readonly collector: string;
}

const PROVIDER = 'woovi';

interface Request {
  readonly method?: 'GET' | 'POST';
  readonly body?: unknown;
}

export type Answer = Readonly<Record<string, unknown>>;

export async function requestWoovi(
  { baseUrl, key }: Pick<WooviAccess, 'baseUrl' | 'key'>,
  path: string,
  { method = 'GET', body }: Request = {},
): Promise<Answer> {
  const { status, json } = await requestProvider(`${baseUrl}/api/v1${path}`, {
    provider: PROVIDER,
    method,
    body,
    headers: { authorization: key },
  });
  if (status < 200 || status >= 300)
    throw new ProviderError(PROVIDER, classifyStatus(status), { status, ...errorText(json) });
  if (typeof json !== 'object' || json === null)
    throw new ProviderError(PROVIDER, 'unavailable', { message: 'the response is no object' });
  return json as Answer;
}

/** Woovi returns most errors as the text `error`, and a refused key as the list `errors`. */
function errorText(json: unknown): { message?: string; answer: unknown } {
  const { error, errors } = (json ?? {}) as { error?: unknown; errors?: readonly unknown[] };
  const [first] = Array.isArray(errors) ? errors : [];
  const text = error ?? (first as { message?: unknown } | undefined)?.message;
  return { answer: json, ...(typeof text === 'string' ? { message: text.slice(0, 300) } : {}) };
}

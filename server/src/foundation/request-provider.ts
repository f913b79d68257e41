/**
 * Sends HTTP requests to external providers, at an address that the operator configured. The
 * response is limited in size and redirects are not followed, because requests contain keys. The
 * caller interprets the status.
 */
import { ProviderError } from './provider-error.ts';

interface ProviderRequest {
  /** Name of the provider in errors. */
  readonly provider: string;
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  /** Body of the request, sent as JSON. */
  readonly body?: unknown;
  readonly timeoutMs?: number;
  /** Aborts the request, whose outcome is then unknown. */
  readonly signal?: AbortSignal;
}

export interface ProviderAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed body; undefined if the response is not JSON. */
  readonly json: unknown;
}

const TIMEOUT_MS = 10_000;
const MAX_RESPONSE_BYTES = 1_000_000;

/**
 * Sends the request and returns the response, whatever its status. Throws a ProviderError of kind
 * `unreachable` or `unavailable` if there is no response.
 */
export async function requestProvider(
  url: string,
  { provider, method = 'GET', headers, body, timeoutMs = TIMEOUT_MS, signal }: ProviderRequest,
): Promise<ProviderAnswer> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      method,
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await readBounded(response);
    return { status: response.status, headers: response.headers, json: parsed(text) };
  } catch (error) {
    throw new ProviderError(provider, isUnsent(error) ? 'unreachable' : 'unavailable', {
      message: 'the provider did not answer',
      cause: error,
    });
  }
}

async function readBounded(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of response.body ?? []) {
    text += decoder.decode(piece as Uint8Array, { stream: true });
    if (text.length > MAX_RESPONSE_BYTES) throw new Error('the answer is too large');
  }
  return text;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const BEFORE_SENDING =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$|CONNECT_TIMEOUT|CERT/;

/**
 * True if the request did not reach the provider. `fetch` wraps the reason. If a host has several
 * addresses, each has a separate reason.
 */
function isUnsent(error: unknown): boolean {
  const { cause } = error as { cause?: { code?: unknown; errors?: { code?: unknown }[] } };
  const codes = cause?.errors ? cause.errors.map(({ code }) => code) : [cause?.code];
  return codes.every((code) => typeof code === 'string' && BEFORE_SENDING.test(code));
}

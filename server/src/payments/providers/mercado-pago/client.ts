/**
 * Mercado Pago over HTTP. Its own package reaches one fixed address only, so that no double of it could be
 * tested against; what is called here are a handful of paths.
 */

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

/** No answer, a late one or one that says nothing: what was asked may have happened. */
export class ProviderSilent extends Error {
  constructor(cause?: unknown) {
    super('the provider did not answer', { cause });
    this.name = 'ProviderSilent';
  }
}

const TIMEOUT_MS = 10_000;
const LARGEST_ANSWER = 1_000_000;

interface Request {
  readonly method?: 'GET' | 'POST' | 'PUT';
  readonly body?: unknown;
  /** Kept before the call, so that the same act is asked for once however often it is sent. */
  readonly key?: string;
}

export type Answer = Readonly<Record<string, unknown>>;

export async function askMercadoPago(
  { baseUrl, token }: MercadoPagoAccess,
  path: string,
  { method = 'GET', body, key }: Request = {},
): Promise<Answer> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(`${baseUrl}${path}`, {
      method,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { 'x-idempotency-key': key }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    text = await readBounded(response);
  } catch (error) {
    throw new ProviderSilent(error);
  }
  const answer = parsed(text);
  if (response.status === 429 || response.status >= 500) throw new ProviderSilent(response.status);
  if (!response.ok) throw new ProviderRefused(response.status, answer);
  if (typeof answer !== 'object' || answer === null) throw new ProviderSilent('not an object');
  return answer as Answer;
}

async function readBounded(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of response.body ?? []) {
    text += decoder.decode(piece as Uint8Array, { stream: true });
    if (text.length > LARGEST_ANSWER) throw new Error('the answer is too large');
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

/**
 * Calls the server by its endpoint declarations. Fills the path, the query and the action code, and
 * sends the token. Converts every failure to an `ApiError` with a text for the user.
 */
import type { Endpoint, RequestOf, ResponseOf, WireAnswer } from '@ramal/contract/api/endpoint';
import type { ErrorBody, ErrorCode } from '@ramal/contract/api/errors';
import { decodeAnswer, withWireNames } from '@ramal/contract/api/translated';
import { withoutEmptyText } from '@ramal/contract/api/validation';
import { fieldsInside, insideName, wireName } from '@ramal/contract/api/wire-names';
import { ApiError, type FailureCode } from './api-error.ts';
import {
  abortEarlyCalls,
  type EarlyAnswer,
  recordFirstCall,
  claimEarlyAnswer,
} from './first-calls.ts';
import { trackCall } from './running.ts';
import { currentSession, endSession } from './session.ts';

export { ApiError, type Failure, type FailureCode } from './api-error.ts';

export interface CallOptions {
  /** Value of the Idempotency-Key header; see keys.ts. */
  readonly key?: string;
  readonly signal?: AbortSignal;
  /**
   * True if the call changes no data, even if its method is POST. Such a call may be sent early,
   * before the code of its screen is loaded (first-calls.ts).
   */
  readonly reads?: boolean;
}

export interface AnySent {
  readonly params?: Record<string, unknown>;
  readonly query?: Record<string, unknown>;
  readonly body?: Record<string, unknown>;
}

/**
 * Timeout of a request. It is longer than the server's own limit, so that the server's timeout
 * response can still arrive.
 */
const TIMEOUT_MS = 60_000;

/**
 * Calls the server and returns the answer with the contract's names. The server has already
 * validated the answer.
 */
export const call = async <E extends Endpoint>(
  declaration: E,
  sent: RequestOf<E>,
  options: CallOptions = {},
): Promise<ResponseOf<E>> => translate(declaration, await callOnWire(declaration, sent, options));

/** Converts the wire names of an answer to the contract's names. */
export const translate = <E extends Endpoint>(
  declaration: E,
  answer: WireAnswer<E>,
): ResponseOf<E> => decodeAnswer(declaration.answer, answer) as ResponseOf<E>;

/**
 * Calls the server and returns the answer in the wire format: plain JSON, as the cache stores it.
 */
export async function callOnWire<E extends Endpoint>(
  declaration: E,
  sent: RequestOf<E>,
  options: CallOptions = {},
): Promise<WireAnswer<E>> {
  const parts = sent as AnySent;
  const token = declaration.access === 'public' ? undefined : currentSession()?.token;
  const url = address(declaration, parts);
  const body = payload(declaration, parts);
  const early =
    token && options.reads
      ? startingWith(nameOfCall(declaration.method, url, body), token)
      : undefined;
  const { response, answer } = await request(
    url,
    {
      method: declaration.method,
      headers: headers(declaration, token, options.key),
      body,
      cache: 'no-store',
      credentials: 'same-origin',
    },
    { read: readWhole, signal: options.signal, early },
  ).finally(() => {
    if (declaration.method !== 'GET' && !options.reads) abortEarlyCalls();
  });
  if (response.ok) return answer as WireAnswer<E>;
  const error = toRefusal(response, answer);
  if (endsSession(error) && token === currentSession()?.token) endSession('ended');
  throw error;
}

/**
 * Records the call, so that the next start of this screen sends it early. Returns the early answer
 * to the call, if there is one.
 */
function startingWith(name: string, token: string): EarlyAnswer | undefined {
  recordFirstCall(name);
  return claimEarlyAnswer(name, token);
}

/**
 * Name of a call, such as `GET /api/get-profile`. A body follows after another space, because
 * neither a method nor an address contains a space.
 */
const nameOfCall = (method: string, url: string, body: string | null): string =>
  [method, url, ...(body === null ? [] : [body])].join(' ');

/**
 * The five error codes that end a session (Q-401403). A 401 with another code, such as a rejected
 * sign-in, does not end the session.
 */
const tokenCodes: ReadonlySet<FailureCode> = new Set<ErrorCode>([
  'token_missing',
  'token_expired',
  'token_ended',
  'token_forged',
  'token_without_account',
]);

export const endsSession = (error: unknown): boolean =>
  error instanceof ApiError && tokenCodes.has(error.code);

/** True if no response arrived. */
export const isOffline = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'no_connection' || error.code === 'no_answer');

/**
 * True if the server has not decided about the call. The same call may then be sent again with the
 * same key. After a timeout the panel does not retry; the user decides.
 */
export const isRetryable = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'no_connection' || error.status === 503);

export function address(declaration: Endpoint, { params = {}, query = {} }: AnySent): string {
  const path = declaration.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(text(params[insideName(name)])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '')
      search.append(wireName(name), text(value));
  }
  return search.size > 0 ? `${path}?${search}` : path;
}

const text = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : '';

/** Serializes the body; empty text is handled as the server does (V-07). */
export function payload({ action, body }: Endpoint, sent: AnySent): string | null {
  if (action === undefined && body === undefined) return null;
  const inside = withoutEmptyText(sent.body ?? {}, body);
  const fields = (body ? withWireNames(body, inside) : inside) as Record<string, unknown>;
  return JSON.stringify(action === undefined ? fields : { ...fields, action });
}

export function headers(
  declaration: Endpoint,
  token: string | undefined,
  key: string | undefined,
): Headers {
  const all = new Headers({ accept: 'application/json' });
  if (declaration.action !== undefined || declaration.body)
    all.set('content-type', 'application/json');
  if (token) all.set('authorization', `Bearer ${token}`);
  if (key) all.set('idempotency-key', key);
  return all;
}

interface ReceivedResponse {
  readonly response: Response;
  readonly answer: unknown;
}

interface Requesting {
  /**
   * Reads the response. The timeout of the call includes this step, because the transfer of a
   * response may stop before its end.
   */
  readonly read: (response: Response) => Promise<ReceivedResponse>;
  readonly signal?: AbortSignal | undefined;
  readonly early?: EarlyAnswer | undefined;
}

/**
 * Sends a request. Combines the abort signals manually, because some phones do not have
 * AbortSignal.any.
 */
export async function request(
  url: string,
  init: RequestInit,
  { read, signal, early }: Requesting,
): Promise<ReceivedResponse> {
  const abort = early?.abort ?? new AbortController();
  const stop = () => abort.abort();
  if (signal?.aborted) stop();
  signal?.addEventListener('abort', stop);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    stop();
  }, TIMEOUT_MS);
  try {
    return await trackCall(async () =>
      read(await (early?.answer ?? fetch(url, { ...init, signal: abort.signal }))),
    );
  } catch (cause) {
    // If the caller aborted the call, the abort is thrown instead of a failure.
    if (signal?.aborted || cause instanceof ApiError) throw cause;
    throw isLate ? noAnswer(cause) : noConnection(cause);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}

export const readWhole = async (response: Response): Promise<ReceivedResponse> => ({
  response,
  answer: await parseAnswer(response),
});

export async function parseAnswer(response: Response): Promise<unknown> {
  const received = await response.text();
  try {
    return received === '' ? undefined : JSON.parse(received);
  } catch (cause) {
    throw unreadable(response, cause);
  }
}

export function toRefusal(response: Response, answer: unknown): ApiError {
  const body = answer as Partial<ErrorBody> | undefined;
  if (!body?.message || !body.code) return unreadable(response);
  return new ApiError({
    status: response.status,
    code: body.code,
    title: body.title ?? 'Ocorreu um erro',
    message: body.message,
    fields: fieldsInside(body.fields ?? {}),
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfter: seconds(response.headers.get('retry-after')),
  });
}

function seconds(header: string | null): number | undefined {
  return header !== null && /^\d+$/.test(header) ? Number(header) : undefined;
}

const nothingBack =
  (code: FailureCode, what: string) =>
  (cause: unknown): ApiError =>
    new ApiError(
      {
        status: 0,
        code,
        title: 'Ocorreu um erro',
        message: `${what} Confira sua conexão e tente de novo.`,
        fields: {},
        requestId: undefined,
        retryAfter: undefined,
      },
      { cause },
    );

export const noConnection = nothingBack('no_connection', 'Não deu para falar com o servidor.');
const noAnswer = nothingBack('no_answer', 'O servidor não respondeu a tempo.');

const unreadable = (response: Response, cause?: unknown): ApiError =>
  new ApiError(
    {
      status: response.status,
      code: 'unreadable',
      title: 'Ocorreu um erro',
      message: `O servidor não respondeu como devia (${response.status}). Tente de novo em instantes.`,
      fields: {},
      requestId: response.headers.get('x-request-id') ?? undefined,
      retryAfter: seconds(response.headers.get('retry-after')),
    },
    { cause },
  );

/** Sends a call, throws its errors and retries it after a pause. */
import type { ErrorCode } from './error-codes.ts';

export interface RamalOptions {
  /** URL of the panel, without a path: `https://painel.exemplo`. */
  readonly url: string;
  /** API key `rml_…`. The panel shows it only once. */
  readonly key: string;
  /** Number of retries after a 429, a 503 or a broken connection. */
  readonly retries?: number;
  /**
   * Longest pause that the client waits. If the server requests a longer pause, the client throws
   * the error.
   */
  readonly longestPauseSeconds?: number;
  readonly fetch?: typeof fetch;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
}

/** Options of a call that creates a line or moves credits. */
export interface SpendingOptions extends CallOptions {
  /**
   * UUID that identifies one act. Several calls with the same UUID have the effect of one call. By
   * default every call gets a new UUID, so only the automatic retries of this client share one.
   */
  readonly idempotencyKey?: string;
  /**
   * True makes a dry run. The response is the same as that of the real call, but nothing changes.
   */
  readonly preview?: boolean;
}

/** Additional field in the response of a dry run. */
export interface PreviewMark {
  readonly preview?: true;
}

export interface CallRequest {
  readonly params?: object;
  readonly query?: object;
  readonly body?: object;
  readonly file?: Blob | Uint8Array<ArrayBuffer>;
}

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path with parameters: `/api/users-iptv/:id`. */
  readonly path: string;
  /** Number in the body that selects the call, if several calls share a path. */
  readonly action?: number;
  readonly takesBody?: true;
  /** True if the call accepts an Idempotency-Key and offers a dry run. */
  readonly spends?: true;
  /** True for a GET that changes data. */
  readonly writes?: true;
  readonly answersFile?: true;
}

export type Send = <Answer>(
  call: Call,
  request: CallRequest,
  options?: SpendingOptions,
) => Promise<Answer>;

interface Refusal {
  readonly message?: string;
  readonly code?: string;
  readonly title?: string;
  readonly fields?: Readonly<Record<string, string>>;
}

/** Error response of the panel. Programs use `code`; `message` is a text for people. */
export class RamalError extends Error {
  override readonly name = 'RamalError';
  readonly status: number;
  /**
   * Code of the error. A newer server may send codes that this version of the client does not know.
   */
  readonly code: ErrorCode | (string & {});
  readonly title: string | undefined;
  /** Error messages by field name. */
  readonly fields: Readonly<Record<string, string>>;
  /** Seconds after which the panel accepts a retry. */
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, refusal: Refusal, retryAfterSeconds?: number) {
    super(refusal.message ?? `HTTP ${status}`);
    this.status = status;
    this.code = refusal.code ?? 'unknown';
    this.title = refusal.title;
    this.fields = refusal.fields ?? {};
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/**
 * Limit of the key in requests, the remaining requests, and the seconds until the limit is reset.
 */
export interface RateLimit {
  readonly limit: number;
  readonly remaining: number;
  readonly resetSeconds: number;
}

export interface Sender {
  readonly send: Send;
  readonly rateLimit: () => RateLimit | undefined;
}

export function createSender(options: RamalOptions): Sender {
  const { retries = 3, longestPauseSeconds = 60 } = options;
  let rateLimit: RateLimit | undefined;

  const sendOnce = async (call: Call, url: string, init: RequestInit): Promise<unknown> => {
    const response = await (options.fetch ?? fetch)(url, init);
    rateLimit = rateLimitOf(response.headers) ?? rateLimit;
    if (!response.ok) throw await refusalOf(response);
    return call.answersFile ? new Uint8Array(await response.arrayBuffer()) : response.json();
  };

  const send = async <Answer>(
    call: Call,
    request: CallRequest,
    callOptions: SpendingOptions = {},
  ): Promise<Answer> => {
    const url = urlOf(options.url, call, request, callOptions);
    const init = requestInit(options.key, call, request, callOptions);
    for (let sent = 1; ; sent += 1) {
      try {
        return (await sendOnce(call, url, init)) as Answer;
      } catch (error) {
        const seconds = pauseAfter(error, call, callOptions, sent);
        if (seconds === undefined || sent > retries || seconds > longestPauseSeconds) throw error;
        await pause(seconds, callOptions.signal);
      }
    }
  };
  return { send, rateLimit: () => rateLimit };
}

function urlOf(
  base: string,
  call: Call,
  request: CallRequest,
  callOptions: SpendingOptions,
): string {
  const params = { ...request.params } as Readonly<Record<string, unknown>>;
  const path = call.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(request.query ?? {}))
    if (value !== undefined && value !== null) query.set(name, String(value));
  if (callOptions.preview) query.set('preview', '1');
  const search = query.toString();
  return `${base.replace(/\/+$/, '')}${path}${search && `?${search}`}`;
}

function requestInit(
  key: string,
  call: Call,
  request: CallRequest,
  { signal, preview, idempotencyKey }: SpendingOptions,
): RequestInit {
  const headers: Record<string, string> = { authorization: `Bearer ${key}` };
  if (call.spends && !preview)
    headers['idempotency-key'] = idempotencyKey ?? globalThis.crypto.randomUUID();
  const init: RequestInit = { method: call.method, headers, redirect: 'error' };
  if (signal) init.signal = signal;
  if (request.file) {
    headers['content-type'] = 'application/octet-stream';
    init.body = request.file;
  } else if (call.takesBody) {
    headers['content-type'] = 'application/json';
    const action = call.action === undefined ? {} : { action: call.action };
    init.body = JSON.stringify({ ...action, ...request.body });
  }
  return init;
}

/**
 * Returns the seconds before a retry. Undefined if a retry is useless, or if the server may have
 * executed the call.
 */
function pauseAfter(
  error: unknown,
  call: Call,
  { signal }: CallOptions,
  sent: number,
): number | undefined {
  if (signal?.aborted) return undefined;
  const growing = 2 ** (sent - 1);
  const isRefused = error instanceof RamalError;
  // The server has not executed this request, because it exceeded the limit.
  if (isRefused && error.code === 'too_many_attempts') return error.retryAfterSeconds ?? growing;
  const actsOnce = call.spends === true || (call.method === 'GET' && !call.writes);
  if (!actsOnce) return undefined;
  if (!isRefused) return growing;
  return error.status === 503 ? (error.retryAfterSeconds ?? growing) : undefined;
}

const pause = (seconds: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal!.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, seconds * 1000);
    signal?.addEventListener('abort', stop, { once: true });
  });

async function refusalOf(response: Response): Promise<RamalError> {
  const text = await response.text();
  const seconds = numberIn(response.headers, 'retry-after');
  return new RamalError(response.status, readRefusal(text), seconds);
}

/**
 * Parses the error of a response. Returns an empty object if the text is not JSON, because a proxy
 * in front of the panel may send its own page.
 */
function readRefusal(text: string): Refusal {
  try {
    return JSON.parse(text) as Refusal;
  } catch {
    return {};
  }
}

function rateLimitOf(headers: Headers): RateLimit | undefined {
  const limit = numberIn(headers, 'ratelimit-limit');
  const remaining = numberIn(headers, 'ratelimit-remaining');
  const resetSeconds = numberIn(headers, 'ratelimit-reset');
  if (limit === undefined || remaining === undefined || resetSeconds === undefined)
    return undefined;
  return { limit, remaining, resetSeconds };
}

function numberIn(headers: Headers, name: string): number | undefined {
  const value = headers.get(name);
  return value !== null && /^\d+$/.test(value) ? Number(value) : undefined;
}

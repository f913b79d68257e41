/** How a call travels: its request, its refusal, and what is sent again after a pause. */
import type { ErrorCode } from './error-codes.ts';

export interface RamalOptions {
  /** Of the panel, without a path: `https://painel.exemplo`. */
  readonly url: string;
  /** `rml_…`, as the panel shows it once. */
  readonly key: string;
  /** How often a call is sent again after a 429, a 503 or a broken connection. */
  readonly retries?: number;
  /** A pause that is asked for and longer than this is not waited for: the refusal is thrown. */
  readonly longestPauseSeconds?: number;
  readonly fetch?: typeof fetch;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
}

/** Of a call that creates a line or moves credits. */
export interface SpendingOptions extends CallOptions {
  /**
   * A UUID made once for one act: the same call under it acts once. Without one, each call has its
   * own, so that only what this client sends again by itself acts once.
   */
  readonly idempotencyKey?: string;
  /** A dry run: the answer is the one that would come, and nothing changes. */
  readonly preview?: boolean;
}

/** What the answer of a dry run says besides. */
export interface Previewed {
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
  /** `/api/users-iptv/:id` */
  readonly path: string;
  /** Sent in the body, where several calls share a path. */
  readonly action?: number;
  readonly takesBody?: true;
  /** It honours an Idempotency-Key and offers a dry run. */
  readonly spends?: true;
  /** A GET that changes something. */
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

/** A refusal of the panel. Decide by `code`; `message` is for people. */
export class RamalError extends Error {
  override readonly name = 'RamalError';
  readonly status: number;
  /** One of those that this version of the client knows, or a newer one. */
  readonly code: ErrorCode | (string & {});
  readonly title: string | undefined;
  /** The name of a field and what is wrong with it. */
  readonly fields: Readonly<Record<string, string>>;
  /** After how many seconds the panel would be asked again. */
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

/** What is left of the key's limit, as the latest answer said. */
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
    asked: SpendingOptions = {},
  ): Promise<Answer> => {
    const url = urlOf(options.url, call, request, asked);
    const init = requestInit(options.key, call, request, asked);
    for (let sent = 1; ; sent += 1) {
      try {
        return (await sendOnce(call, url, init)) as Answer;
      } catch (error) {
        const seconds = pauseAfter(error, call, asked, sent);
        if (seconds === undefined || sent > retries || seconds > longestPauseSeconds) throw error;
        await pause(seconds, asked.signal);
      }
    }
  };
  return { send, rateLimit: () => rateLimit };
}

function urlOf(base: string, call: Call, request: CallRequest, asked: SpendingOptions): string {
  const params = { ...request.params } as Readonly<Record<string, unknown>>;
  const path = call.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(request.query ?? {}))
    if (value !== undefined && value !== null) query.set(name, String(value));
  if (asked.preview) query.set('preview', '1');
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

/** After how many seconds to send it again; undefined where it must not be, since it may have acted. */
function pauseAfter(
  error: unknown,
  call: Call,
  { signal }: CallOptions,
  sent: number,
): number | undefined {
  if (signal?.aborted) return undefined;
  const growing = 2 ** (sent - 1);
  const isRefused = error instanceof RamalError;
  // What a limit keeps out has not acted.
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

/** A proxy before the panel may answer with a page of its own. */
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

/** Kinds of failed requests to an external provider. Every adapter throws them. */

export type ProviderFailure =
  /** The request did not reach the provider. */
  | 'unreachable'
  /** The response is missing, late or unusable. The provider may have processed the request. */
  | 'unavailable'
  /** The provider accepts no request for a while. */
  | 'rate_limited'
  /** The provider rejects the key for every request. */
  | 'unauthorized'
  | 'not_found'
  /** The provider could not prove its identity. */
  | 'untrusted'
  /** The object exists already, or another request changes it. */
  | 'conflict'
  /** The provider rejects this request for another reason. */
  | 'rejected';

interface ProviderErrorDetails {
  /** HTTP status of the response. */
  readonly status?: number;
  /** Error code in the provider's terms. */
  readonly code?: string;
  /** Reason in the provider's words, or as a message for an admin. */
  readonly message?: string;
  readonly retryAfterMs?: number;
  /** Content of the response. */
  readonly answer?: unknown;
  /** Error that caused this one. It must not contain a URL, because a URL may contain keys. */
  readonly cause?: unknown;
}

export class ProviderError extends Error {
  readonly provider: string;
  readonly kind: ProviderFailure;
  readonly status: number | undefined;
  readonly code?: string;
  readonly retryAfterMs: number | undefined;
  readonly answer: unknown;

  constructor(provider: string, kind: ProviderFailure, details: ProviderErrorDetails = {}) {
    const { status, code, message, retryAfterMs, answer, cause } = details;
    super(message ?? `${provider}: ${kind}${status === undefined ? '' : ` (${status})`}`, {
      cause,
    });
    this.name = 'ProviderError';
    this.provider = provider;
    this.kind = kind;
    this.status = status;
    if (code !== undefined) this.code = code;
    this.retryAfterMs = retryAfterMs;
    this.answer = answer;
  }
}

/** True if a provider failed in one of these ways. */
export const isProviderFailure = (
  error: unknown,
  ...kinds: ProviderFailure[]
): error is ProviderError => error instanceof ProviderError && kinds.includes(error.kind);

/** True if the provider gave no usable response. Repeating the request later may succeed. */
export const isProviderUnavailable = (error: unknown): error is ProviderError =>
  isProviderFailure(error, 'unreachable', 'unavailable', 'rate_limited');

/** True if the provider rejected the request, so that the request changed nothing. */
export const isProviderRejection = (error: unknown): error is ProviderError =>
  isProviderFailure(error, 'unauthorized', 'not_found', 'conflict', 'rejected');

/** Returns the kind of a failure that a response reports only by its HTTP status. */
export function classifyStatus(status: number): ProviderFailure {
  if (status === 401 || status === 403) return 'unauthorized';
  if (status === 404) return 'not_found';
  if (status === 409 || status === 423) return 'conflict';
  if (status === 429) return 'rate_limited';
  return status >= 500 ? 'unavailable' : 'rejected';
}

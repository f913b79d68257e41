/** Failures of calls, each with a text for the user. */
import type { ErrorCode } from '@ramal/contract/api/errors';

/**
 * `no_connection`: no response arrived. `no_answer`: no response arrived before the timeout.
 * `unreadable`: the response was not from this server, such as a proxy's page.
 */
export type FailureCode = ErrorCode | 'no_connection' | 'no_answer' | 'unreadable';

export interface Failure {
  /** 0 if no response arrived. */
  readonly status: number;
  readonly code: FailureCode;
  /** Title of the dialog. */
  readonly title: string;
  readonly message: string;
  /** Maps the name of a field to the text shown under it. */
  readonly fields: Readonly<Record<string, string>>;
  readonly requestId: string | undefined;
  /** Seconds to wait before another try. */
  readonly retryAfter: number | undefined;
}

export class ApiError extends Error implements Failure {
  readonly status: number;
  readonly code: FailureCode;
  readonly title: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly requestId: string | undefined;
  readonly retryAfter: number | undefined;

  constructor(failure: Failure, options?: ErrorOptions) {
    super(failure.message, options);
    this.name = 'ApiError';
    this.status = failure.status;
    this.code = failure.code;
    this.title = failure.title;
    this.fields = failure.fields;
    this.requestId = failure.requestId;
    this.retryAfter = failure.retryAfter;
  }

  /**
   * Returns a copy of the error with another title. `unexpected` replaces the message of an
   * internal error, because that message names no cause.
   */
  withTitle(title: string, unexpected?: string): ApiError {
    const { status, code, fields, requestId, retryAfter } = this;
    const message = code === 'internal' && unexpected ? unexpected : this.message;
    return new ApiError(
      { status, code, title, message, fields, requestId, retryAfter },
      { cause: this },
    );
  }
}

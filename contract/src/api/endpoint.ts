import type { z } from 'zod';
import type { Access } from './access.ts';
import type { ErrorCode } from './errors.ts';
import type { OnWire } from './wire-names.ts';

/**
 * Declaration of a call. The server registers it, and the panel calls it. The OpenAPI document is
 * generated from it, and the access test visits all declarations. Calls that share a path and
 * differ by an `action` code are declared separately. The server selects one of them by the code in
 * the body.
 *
 * In the panel and its tests, a declaration has no `summary`, `errors`, `params`, `query` and
 * `ignores`. It has an `access` only if the call is public. Only the server reads these parts
 * (panel/lean-calls.ts).
 */
export interface Endpoint {
  /** Verb and noun of the use case. The name is unique. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path with parameters: `/api/users-iptv/:id`. */
  readonly path: string;
  /** Code that a client sends as `action` in the body if several calls share a path. */
  readonly action?: number;
  /** Body field that selects this call if several calls share a path and differ by their fields. */
  readonly selector?: string;
  /** Portuguese sentence for the documentation page. */
  readonly summary: string;
  readonly access: Access;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /**
   * Returns the body fields that the call ignores. They are removed before the body is validated.
   */
  readonly ignores?: (body: Readonly<Record<string, unknown>>) => readonly string[];
  /**
   * Set if the body is a file, which the handler reads as `file`. The body is raw bytes
   * (application/octet-stream), or multipart/form-data with one part named `file` (Q-UPLOADFORM).
   */
  readonly upload?: { readonly maxBytes: number };
  readonly answer: z.ZodType;
  /**
   * True if the response is a file instead of JSON. The handler returns a `Download`, and `answer`
   * is not used.
   */
  readonly download?: true;
  /**
   * True if the response is a stream of server-sent events. It continues until the client or the
   * server closes it.
   */
  readonly events?: true;
  /** True if clients may send the fields of a form instead of JSON. */
  readonly acceptsForms?: true;
  /**
   * True if older clients may send an API key as `token` in the query instead of the header. A
   * token of a session is accepted only in the header.
   */
  readonly queryToken?: true;
  /**
   * Field of the response that a client receives alone, as plain text, if it accepts only text
   * (`Accept: text/plain`).
   */
  readonly textField?: string;
  /**
   * Set if the call cannot be undone or gives access. An account with a second factor must then
   * send a fresh code in `code_2fa` (see `freshCode` in fields.ts). The code is in the body, or in
   * the query of a call without a body. The call consumes the code. A function returns true for
   * bodies that require the code.
   */
  readonly freshCode?: true | ((body: Readonly<Record<string, unknown>>) => boolean);
  /**
   * True if apps that are web pages may make the call from any origin (CORS). The call uses no
   * cookies or other browser credentials.
   */
  readonly fromAnywhere?: true;
  /**
   * True for a GET that changes data, as the specification requires. A key with only a `read` scope
   * may not make the call.
   */
  readonly writes?: true;
  /**
   * True if the call charges, buys or changes something outside of the panel. It is rejected during
   * the quarantine after a restore.
   */
  readonly reachesOut?: true;
  /**
   * True if an account may make the call before it has set up the second factor that it must have.
   */
  readonly beforeEnrolment?: true;
  /** Error codes of this call, in addition to the codes that any call may return. */
  readonly errors: readonly ErrorCode[];
  /**
   * True if the call creates a line or moves credits. It accepts an Idempotency-Key header
   * (Q-IDEMPOTENT). `?preview=1` makes the call a dry run: its changes are rolled back, and the
   * response has `preview: true`.
   */
  readonly keyed?: true;
  /** Second path of the same call (Q-PREFIX). */
  readonly alias?: string;
}

export const endpoint = <const E extends Endpoint>(declaration: E): E => declaration;

type Output<S> = S extends z.ZodType ? z.output<S> : undefined;
type Input<S> = S extends z.ZodType ? z.input<S> : undefined;

/** Parsed request, with the names and units of the code instead of those on the wire. */
export interface ParsedRequest<E extends Endpoint> {
  readonly params: Output<E['params']>;
  readonly query: Output<E['query']>;
  readonly body: Output<E['body']>;
}

/**
 * Request that the panel sends, with the names of the code. The client adds `action` from the
 * declaration.
 */
export type RequestOf<E extends Endpoint> = (E extends { params: infer P }
  ? { params: Input<P> }
  : unknown) &
  (E extends { query: infer Q } ? { query?: Input<Q> } : unknown) &
  (E extends { body: infer B } ? { body: Input<B> } : unknown);

/** File to download. The server streams it and never loads the whole file into memory. */
export interface Download {
  /** Name of the file: `Logs.csv`. */
  readonly name: string;
  /** Content type: `text/csv; charset=utf-8`. */
  readonly type: string;
  readonly content: AsyncIterable<string | Uint8Array>;
}

/**
 * Result that a handler returns, with the names of the code. The server validates it and converts
 * the names before it sends the response.
 */
export type HandlerResult<E extends Endpoint> = E extends { download: true }
  ? Download
  : E extends { events: true }
    ? AsyncIterableIterator<string>
    : z.output<E['answer']>;

/** Response in the form in which it is sent, or the bytes of a file. */
export type WireAnswer<E extends Endpoint> = E extends { download: true }
  ? Uint8Array
  : OnWire<z.input<E['answer']>>;

/** Response that the panel receives: an object with the names of the code, or the bytes of a file. */
export type ResponseOf<E extends Endpoint> = E extends { download: true }
  ? Uint8Array
  : z.output<E['answer']>;

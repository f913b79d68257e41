import type { z } from 'zod';
import type { Access } from './access.ts';
import type { ErrorCode } from './errors.ts';
import type { OnWire } from './wire-names.ts';

/**
 * Declaration of a call. The server binds it, the panel calls it, the OpenAPI document is generated
 * from it, and the access test walks all of them. Calls that share a path and differ by an `action`
 * code are declared separately. The server selects one by the code in the body.
 *
 * The panel and its tests have no `summary`, `errors`, `params`, `query` and `ignores`, and an
 * `access` only if it is public. Only the server reads the rest (panel/lean-calls.ts).
 */
export interface Endpoint {
  /** Verb and noun of the use case; unique. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path with parameters: `/api/users-iptv/:id`. */
  readonly path: string;
  /** Code that a client sends as `action` in the body if several calls share a path. */
  readonly action?: number;
  /** Body field that selects this call if several calls share a path and differ by their fields. */
  readonly selector?: string;
  /** A Portuguese sentence for the documentation page. */
  readonly summary: string;
  readonly access: Access;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /**
   * Fields of this body that are not validated, whatever they contain: they are dropped before the
   * body is read.
   */
  readonly ignores?: (body: Readonly<Record<string, unknown>>) => readonly string[];
  /**
   * The body is a file, which the handler reads as `file`: raw bytes (application/octet-stream), or
   * multipart/form-data with one part named `file` (Q-UPLOADFORM).
   */
  readonly upload?: { readonly maxBytes: number };
  readonly answer: z.ZodType;
  /**
   * The response is a file, not JSON. The handler returns a `Download`, and `answer` is not used.
   */
  readonly download?: true;
  /**
   * The answer is a stream of server-sent events, which continues until the client or the server
   * ends it.
   */
  readonly events?: true;
  /**
   * The call cannot be undone or assigns access, so an account with a second factor sends a fresh
   * code in `code_2fa` (see `freshCode` in fields.ts). The code is in the body, or in the query if
   * there is no body, and the call consumes it. A function selects the bodies that require it.
   */
  readonly freshCode?: true | ((body: Readonly<Record<string, unknown>>) => boolean);
  /**
   * Apps that are web pages may make the call from any origin (CORS). The call uses no cookies or
   * other browser credentials.
   */
  readonly fromAnywhere?: true;
  /**
   * A GET that changes data, as the specification requires. A key with only a `read` scope may not
   * make it.
   */
  readonly writes?: true;
  /**
   * The call charges, buys or moves something outside of the panel. It is refused during quarantine
   * after a restore.
   */
  readonly reachesOut?: true;
  /**
   * The server also serves this call to an account that must set up a second factor and has none
   * yet.
   */
  readonly beforeEnrolment?: true;
  /** Error codes of this call, in addition to the codes that any call may return. */
  readonly errors: readonly ErrorCode[];
  /**
   * The call creates a line or moves credits, and honours an Idempotency-Key header (Q-IDEMPOTENT).
   * With `?preview=1` the call is a dry run: the response has `preview: true`, and the changes are
   * rolled back.
   */
  readonly keyed?: true;
  /** Second path that serves the same call (Q-PREFIX). */
  readonly alias?: string;
}

export const endpoint = <const E extends Endpoint>(declaration: E): E => declaration;

type Output<S> = S extends z.ZodType ? z.output<S> : undefined;
type Input<S> = S extends z.ZodType ? z.input<S> : undefined;

/** The parsed request with inside names and units. */
export interface ParsedRequest<E extends Endpoint> {
  readonly params: Output<E['params']>;
  readonly query: Output<E['query']>;
  readonly body: Output<E['body']>;
}

/** The request in the panel, with inside names. `action` is added from the declaration. */
export type RequestOf<E extends Endpoint> = (E extends { params: infer P }
  ? { params: Input<P> }
  : unknown) &
  (E extends { query: infer Q } ? { query?: Input<Q> } : unknown) &
  (E extends { body: infer B } ? { body: Input<B> } : unknown);

/** A file to download. The server streams it and never loads it completely into memory. */
export interface Download {
  /** Name of the file: `Logs.csv`. */
  readonly name: string;
  /** Content type: `text/csv; charset=utf-8`. */
  readonly type: string;
  readonly content: AsyncIterable<string | Uint8Array>;
}

/**
 * Result of a handler with inside names. The server validates it and renames its fields before it
 * sends it.
 */
export type HandlerResult<E extends Endpoint> = E extends { download: true }
  ? Download
  : E extends { events: true }
    ? AsyncIterableIterator<string>
    : z.output<E['answer']>;

/** The response as it is sent on the wire, or the bytes of a file. */
export type WireAnswer<E extends Endpoint> = E extends { download: true }
  ? Uint8Array
  : OnWire<z.input<E['answer']>>;

/** Response that the panel receives: with inside names, or the bytes of a file. */
export type ResponseOf<E extends Endpoint> = E extends { download: true }
  ? Uint8Array
  : z.output<E['answer']>;

import type { z } from 'zod';
import type { Access } from './access.ts';
import type { ErrorCode } from './errors.ts';
import type { OnWire } from './wire-names.ts';

/**
 * A call as one value: the server binds it, the panel calls it, OpenAPI is generated from it and
 * the access test walks it. Calls that share a path and differ by an `action` code are declared
 * separately; the server selects one by the code in the body.
 *
 * The panel and its tests have no `summary`, `errors`, `params`, `query` and `ignores`, and an
 * `access` only if it is public. Only the server reads the rest (panel/lean-calls.ts).
 */
export interface Endpoint {
  /** Verb and noun of the use case; unique. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** `/api/users-iptv/:id` */
  readonly path: string;
  /** The code a client sends as `action` in the body, where several calls share a path. */
  readonly action?: number;
  /** The body field that selects this call, where calls of one path differ by their fields. */
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
  /** The answer is a file, not JSON: the handler gives a `Download`, and `answer` says nothing. */
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
  /** Apps that are web pages call it from any origin (CORS); it uses no cookies or other browser credentials. */
  readonly fromAnywhere?: true;
  /** A GET of the documents that changes something: a key that may only read may not make it. */
  readonly writes?: true;
  /**
   * The call charges, buys or moves something outside of the panel. It is refused during quarantine
   * after a restore.
   */
  readonly reachesOut?: true;
  /** Also served while a second factor is required of the account and it has none yet. */
  readonly beforeEnrolment?: true;
  /** Error codes of this call, beyond those that any call may answer. */
  readonly errors: readonly ErrorCode[];
  /**
   * The call creates a line or moves credits. An Idempotency-Key header is honoured (Q-IDEMPOTENT).
   * With `?preview=1` the call is a dry run: it gives the same answer with `preview: true` and is
   * undone.
   */
  readonly keyed?: true;
  /** A second path on which the very same call is served (Q-PREFIX). */
  readonly alias?: string;
}

export const endpoint = <const E extends Endpoint>(declaration: E): E => declaration;

type Output<S> = S extends z.ZodType ? z.output<S> : undefined;
type Input<S> = S extends z.ZodType ? z.input<S> : undefined;

/** The parsed request, with units of the wire converted. */
export interface ParsedRequest<E extends Endpoint> {
  readonly params: Output<E['params']>;
  readonly query: Output<E['query']>;
  readonly body: Output<E['body']>;
}

/** The request as the panel makes it, with the names that are used inside. `action` is added from the declaration. */
export type RequestOf<E extends Endpoint> = (E extends { params: infer P }
  ? { params: Input<P> }
  : unknown) &
  (E extends { query: infer Q } ? { query?: Input<Q> } : unknown) &
  (E extends { body: infer B } ? { body: Input<B> } : unknown);

/** A file to download: streamed, never kept in memory as a whole. */
export interface Download {
  /** `Logs.csv` */
  readonly name: string;
  /** `text/csv; charset=utf-8` */
  readonly type: string;
  readonly content: AsyncIterable<string | Uint8Array>;
}

/** Result of a handler, in the glossary's words. It is checked and translated before it is sent. */
export type HandlerResult<E extends Endpoint> = E extends { download: true }
  ? Download
  : E extends { events: true }
    ? AsyncIterableIterator<string>
    : z.output<E['answer']>;

/** The answer in the form that is sent on the wire, or the bytes of a file. */
export type WireAnswer<E extends Endpoint> = E extends { download: true }
  ? Uint8Array
  : OnWire<z.input<E['answer']>>;

/** Response that the panel receives: the answer in the glossary's words, or the bytes of a file. */
export type ResponseOf<E extends Endpoint> = E extends { download: true }
  ? Uint8Array
  : z.output<E['answer']>;

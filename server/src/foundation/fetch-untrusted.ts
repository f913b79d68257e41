/**
 * Sends requests to servers that another person chose: sources of streams, lists, guides, pictures.
 * Each connection checks the address to which it connects. Therefore neither a redirect nor a name
 * with a new address reaches the internal network. Endless responses are aborted. Responses are not
 * decompressed, and cookies are not stored.
 */
import { lookup as systemLookup } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { type Readable, addAbortSignal } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { type Lookup, checkedLookup } from './untrusted/checked-lookup.ts';
import { type AllowedAddresses, bareAddress, allowedAddresses } from './untrusted/reachable.ts';
import { createFetchFailure, toFetchFailure } from './untrusted/fetch-failure.ts';

export type { Lookup } from './untrusted/checked-lookup.ts';
export {
  createFetchFailure,
  type FetchFailureReason,
  findFetchFailureReason,
} from './untrusted/fetch-failure.ts';

export interface UntrustedResponse {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  /** URL of the response after redirects. It may contain credentials. */
  readonly url: string;
  /** Expiry of the certificate that the server presented; null without a certificate. */
  readonly certificateEndsAt?: Date | null;
  /**
   * Body of the response, which the caller must read or destroy. Fails with a ProviderError if the
   * server sends nothing for too long.
   */
  readonly body: Readable;
}

type RequestHeaders = Readonly<Record<string, string>>;

export interface UntrustedRequest {
  readonly method?: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  readonly headers?: RequestHeaders;
  /** Body of the request. It is sent again after each redirect. */
  readonly body?: string | Uint8Array;
  /** Aborts the request and the reading of the body. */
  readonly signal?: AbortSignal;
  /**
   * Maximum time in milliseconds until the last header of the final response, including redirects.
   */
  readonly headerTimeoutMs?: number;
  /** Maximum time in milliseconds in which the body may receive nothing. */
  readonly idleTimeoutMs?: number;
  readonly maxRedirects?: number;
  readonly lookup?: Lookup;
}

const HEADER_TIMEOUT_MS = 8_000;
const IDLE_TIMEOUT_MS = 20_000;
const MAX_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const FIXED_HEADERS = { 'accept-encoding': 'identity' };
const USER_AGENT = 'Ramal';

/**
 * Sends a request and returns the response, whatever its status. Throws a ProviderError if there is
 * no response. Throws the signal's reason if the signal aborted the request.
 * @param privateOrigins The array `ctx.config.privateOrigins` itself, not a copy: the connection
 * pool is found by this array.
 */
export async function fetchUntrusted(
  privateOrigins: readonly string[],
  url: string,
  asking: UntrustedRequest = {},
): Promise<UntrustedResponse> {
  const connector = connectorFor(privateOrigins);
  const tooLate = new AbortController();
  const refusal = createFetchFailure('no-answer');
  const timer = setTimeout(
    () => tooLate.abort(refusal),
    asking.headerTimeoutMs ?? HEADER_TIMEOUT_MS,
  );
  try {
    let at = url;
    let sent = asking;
    for (let redirects = 0; redirects <= (asking.maxRedirects ?? MAX_REDIRECTS); redirects += 1) {
      const answer = await fetchOnce(connector, at, sent, tooLate.signal);
      const { location } = answer.headers;
      if (!REDIRECTS.has(answer.status) || location === undefined) return answer;
      // Destroys the body of the redirect, because its length is unknown.
      answer.body.destroy();
      if (!URL.canParse(location, at)) throw createFetchFailure('bad-address');
      const target = new URL(location, at);
      if (target.host !== new URL(at).host)
        sent = { ...sent, headers: withoutLogins(sent.headers) };
      at = target.href;
    }
    throw createFetchFailure('too-many-redirects');
  } catch (error) {
    asking.signal?.throwIfAborted();
    throw tooLate.signal.aborted ? refusal : toFetchFailure(error);
  } finally {
    clearTimeout(timer);
  }
}

/** Removes the credentials before a request goes to another host. */
const withoutLogins = (headers: RequestHeaders = {}): RequestHeaders =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => !/^(?:authorization|cookie)$/i.test(name)),
  );

interface Connector {
  readonly reachable: AllowedAddresses;
  readonly http: http.Agent;
  readonly https: https.Agent;
}

const connectors = new WeakMap<readonly string[], Connector>();

/**
 * Returns the connection pool for this list of private origins. Each list has its own pool, because
 * a connection was checked against one list only.
 */
function connectorFor(privateOrigins: readonly string[]): Connector {
  const existing = connectors.get(privateOrigins);
  if (existing) return existing;
  const connector: Connector = {
    reachable: allowedAddresses(privateOrigins),
    http: new http.Agent({ keepAlive: true, maxFreeSockets: 16 }),
    https: new https.Agent({ keepAlive: true, maxFreeSockets: 16 }),
  };
  connectors.set(privateOrigins, connector);
  return connector;
}

async function fetchOnce(
  connector: Connector,
  url: string,
  asking: UntrustedRequest,
  tooLate: AbortSignal,
): Promise<UntrustedResponse> {
  const target = URL.canParse(url) ? new URL(url) : undefined;
  if (target?.protocol !== 'http:' && target?.protocol !== 'https:') {
    throw createFetchFailure('bad-address');
  }
  const host = bareAddress(target.hostname);
  // Node calls no lookup for a literal address, so the address is checked here.
  if (isIP(host) && !connector.reachable.address(host)) throw createFetchFailure('private-address');
  const send = () => sendTo(connector, target, asking, tooLate);
  try {
    return await send();
  } catch (error) {
    if (error !== staleConnection) throw error;
    // The server may have processed a POST, so the caller decides if it is sent again.
    if (asking.method === 'POST') throw createFetchFailure('broken', error);
    // The server closed the idle connection just as the request was sent. The request is repeated
    // on a new connection.
    return await send();
  }
}

const staleConnection = new Error('the reused connection was closed');

function sendTo(
  connector: Connector,
  target: URL,
  asking: UntrustedRequest,
  tooLate: AbortSignal,
): Promise<UntrustedResponse> {
  const { method = 'GET', headers, signal, idleTimeoutMs = IDLE_TIMEOUT_MS, lookup } = asking;
  const { request: make } = target.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    const request = make(target, {
      method,
      headers: { 'user-agent': USER_AGENT, ...headers, ...FIXED_HEADERS },
      agent: target.protocol === 'https:' ? connector.https : connector.http,
      lookup: checkedLookup(connector.reachable, lookup ?? systemLookup),
      ...(signal ? { signal } : {}),
    });
    const end = () => request.destroy(tooLate.reason as Error);
    if (tooLate.aborted) end();
    tooLate.addEventListener('abort', end);
    request.once('close', () => {
      tooLate.removeEventListener('abort', end);
      // The server switched the protocol without a request for it. The connection then closes
      // without a response.
      reject(createFetchFailure('bad-answer'));
    });
    request.on('error', (error: NodeJS.ErrnoException) =>
      reject(request.reusedSocket && error.code === 'ECONNRESET' ? staleConnection : error),
    );
    request.once('response', (response) => {
      tooLate.removeEventListener('abort', end);
      if (signal) addAbortSignal(signal, response);
      const { socket } = response;
      const silent = () => {
        // Unread bytes mean that the reader is slow and not the source, so the timeout starts
        // again.
        if (response.readableLength > 0) socket.setTimeout(idleTimeoutMs);
        else response.destroy(createFetchFailure('silent'));
      };
      // The timeout is set on the socket because a request reports only the first timeout.
      socket.setTimeout(idleTimeoutMs).on('timeout', silent);
      response.once('close', () => socket.off('timeout', silent));
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        url: target.href,
        certificateEndsAt: certificateEnd(socket),
        body: response,
      });
    });
    request.end(asking.body);
  });
}

const certificateEnd = (socket: unknown): Date | null =>
  socket instanceof TLSSocket ? new Date(socket.getPeerCertificate().valid_to) : null;

/**
 * Returns the whole body. Fails with `too-large` as soon as it is longer than
 * `maxBytes`.
 */
export async function readBytes(
  { headers, body }: UntrustedResponse,
  maxBytes: number,
): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  try {
    if (Number(headers['content-length'] ?? 0) > maxBytes) throw createFetchFailure('too-large');
    for await (const part of body as AsyncIterable<Buffer>) {
      bytes += part.length;
      if (bytes > maxBytes) throw createFetchFailure('too-large');
      parts.push(part);
    }
  } catch (error) {
    // An interrupted body throws only a generic error. `errored` contains the reason.
    const cause = body.errored ?? error;
    // Rethrows an abort unchanged, because the caller that aborted knows the reason.
    throw (cause as Error).name === 'AbortError' ? cause : toFetchFailure(cause);
  } finally {
    body.destroy();
  }
  return Buffer.concat(parts);
}

/** Returns the whole body as UTF-8 without its byte order mark. Throws like `readBytes`. */
export const readText = async (answer: UntrustedResponse, maxBytes: number): Promise<string> =>
  new TextDecoder().decode(await readBytes(answer, maxBytes));

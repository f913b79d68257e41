/** Reads the metadata of a request. Fastify has already resolved the trusted proxies. */
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { createBoundedCache } from '../bounded-cache.ts';
import type { RequestMeta } from '../caller.ts';

export function readRequestMeta(request: FastifyRequest): RequestMeta {
  return {
    ip: requestAddress(request),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    requestId: request.id,
    baseUrl: request.publicBaseUrl || 'http://localhost',
    requestUrl: readRequestUrl(request),
  };
}

/**
 * Returns the bearer token of a request. With `isInQuery`, the API key in the query of an older
 * client counts too, but never a token of a session.
 */
export function readToken(
  { headers, query }: FastifyRequest,
  isInQuery = false,
): string | undefined {
  const bearer = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1];
  if (bearer !== undefined || !isInQuery) return bearer;
  const { token } = (query ?? {}) as { readonly token?: unknown };
  return typeof token === 'string' && /^rml_\w+$/.test(token) ? token : undefined;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Base URL of links that leave the panel, set before any route (Q-LINKBASE). */
    publicBaseUrl: string;
  }
}

/** Returns the IP address of the request, for callers that need no other metadata. */
export const requestAddress = (request: FastifyRequest): string =>
  plain(request.ip) ?? plain(request.socket.remoteAddress ?? '0.0.0.0')!;

/** Returns scheme and host from the client's headers. */
export const readRequestUrl = (request: FastifyRequest): string =>
  `${request.protocol}://${request.host}`;

/**
 * Size of the cache of parsed addresses, enough for about four thousand. Addresses are cached
 * because parsing one takes longer than the rest of this code.
 */
const READ_BYTES = 1_000_000;

/**
 * Returns the address in its shortest form. An IPv4 address that is mapped into IPv6 becomes IPv4.
 * Undefined if the text is no address.
 */
const plain = remembering('addresses', (address) =>
  ipaddr.isValid(address) ? ipaddr.process(address).toString() : undefined,
);

/**
 * Returns the network by which limits count requests: the IPv4 address, or the /64 network of an
 * IPv6 address, which one subscriber uses.
 */
export const toNetwork = remembering('networks', (address) => {
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString()}/64`;
});

function remembering<T extends string | undefined>(
  name: string,
  read: (address: string) => T,
): (address: string) => T {
  const cache = createBoundedCache<string>({ name, maxBytes: READ_BYTES });
  return (address) => {
    const before = cache.get(address);
    if (before !== undefined) return before as T;
    const text = read(address);
    if (text !== undefined) cache.set(address, text);
    return text;
  };
}

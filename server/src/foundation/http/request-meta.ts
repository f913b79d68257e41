/** Where a request came from. Fastify has already looked through the trusted proxies. */
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { createBoundedCache } from '../bounded-cache.ts';
import type { RequestMeta } from '../caller.ts';

export function requestMetaOf(request: FastifyRequest): RequestMeta {
  return {
    ip: addressOf(request),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    requestId: request.id,
    baseUrl: request.publicBaseUrl || 'http://localhost',
    requestUrl: requestUrlOf(request),
  };
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Base URL of links that leave the panel, set before any route (Q-LINKBASE). */
    publicBaseUrl: string;
  }
}

/** The `ip` of the request alone. */
export const addressOf = (request: FastifyRequest): string =>
  plain(request.ip) ?? plain(request.socket.remoteAddress ?? '0.0.0.0')!;

/** Scheme and host that the client wrote. */
export const requestUrlOf = (request: FastifyRequest): string =>
  `${request.protocol}://${request.host}`;

/** About four thousand addresses: reading one takes longer than all else that is asked of it. */
const READ_BYTES = 1_000_000;

/** An IPv4 address mapped into IPv6 is written as IPv4; undefined where it is no address. */
const plain = remembering('addresses', (address) =>
  ipaddr.isValid(address) ? ipaddr.process(address).toString() : undefined,
);

/** The network that shares limits: an IPv4 address, or the /64 of an IPv6 subscriber. */
export const networkOf = remembering('networks', (address) => {
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString()}/64`;
});

function remembering<T extends string | undefined>(
  name: string,
  read: (address: string) => T,
): (address: string) => T {
  const known = createBoundedCache<string>({ name, maxBytes: READ_BYTES });
  return (address) => {
    const before = known.get(address);
    if (before !== undefined) return before as T;
    const text = read(address);
    if (text !== undefined) known.set(address, text);
    return text;
  };
}

/** Where a request came from. Fastify has already looked through the trusted proxies. */
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { RequestMeta } from '../caller.ts';

export function requestMetaOf(request: FastifyRequest): RequestMeta {
  return {
    ip: plain(
      ipaddr.isValid(request.ip) ? request.ip : (request.socket.remoteAddress ?? '0.0.0.0'),
    ),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    requestId: request.id,
    baseUrl: `${request.protocol}://${request.host}`,
  };
}

/** An IPv4 address mapped into IPv6 is written as IPv4. */
const plain = (address: string): string => ipaddr.process(address).toString();

/** The network that shares limits: an IPv4 address, or the /64 of an IPv6 subscriber. */
export function networkOf(address: string): string {
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString()}/64`;
}

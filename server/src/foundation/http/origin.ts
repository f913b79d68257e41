/** Where a request came from. Fastify has already looked through the trusted proxies. */
import type { FastifyRequest } from 'fastify';
import type { Origin } from '../actor.ts';

const MAPPED = '::ffff:';

export function originOf(request: FastifyRequest): Origin {
  const address = request.ip.startsWith(MAPPED) ? request.ip.slice(MAPPED.length) : request.ip;
  return {
    address,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    request: request.id,
    baseUrl: `${request.protocol}://${request.host}`,
  };
}

/**
 * Refuses requests to hosts that do not belong to this installation, and finds the base URL for
 * links (Q-LINKBASE).
 */
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../foundation/app-context.ts';
import { readRequestUrl } from '../foundation/http/request-meta.ts';
import { getInstallationHosts } from './installation-hosts.ts';

/**
 * Paths that are served on any host. Monitoring requests the IP address, and media servers use a
 * name of their own network.
 */
const ANY_HOST = /^\/(healthz|readyz|metrics)(\?|$)|^\/media\//;

export function guardHosts(server: FastifyInstance, ctx: AppContext): void {
  const hosts = getInstallationHosts(ctx);
  server.decorateRequest('publicBaseUrl', '');
  server.addHook('onRequest', async (request) => {
    if (ANY_HOST.test(request.url)) return;
    await hosts.check(request.host, request.socket.localAddress);
    request.publicBaseUrl = await hosts.baseUrl(readRequestUrl(request));
  });
}

/** Liveness, readiness and metrics for monitoring. */
import { version } from '@ramal/contract/version';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { Registry, collectDefaultMetrics } from 'prom-client';
import sql from 'sql-template-tag';
import type { AppContext } from '../app-context.ts';
import { measureCaches } from '../bounded-cache.ts';
import { constantTimeEqual } from '../digest.ts';
import { measureReplica } from '../queries/replica.ts';
import { notFound } from './failures.ts';
import { requestAddress } from './request-meta.ts';

/** Function with which a module adds its metrics. */
export type AddMeasures = (registry: Registry) => void;

/**
 * Gauges of the library that are removed, because a name that ends in `_total` means a counter. The
 * same values remain available by type in other gauges.
 */
const MISNAMED = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
];

export function serveHealth(
  server: FastifyInstance,
  ctx: AppContext,
  measures: readonly AddMeasures[] = [],
): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  for (const add of [measureCaches, measureReplica(ctx.replica), ...measures]) add(registry);
  server.get('/healthz', async () => ({ ok: true }));
  server.get('/readyz', async () => {
    await ctx.db.first(sql`select 1`);
    return { ok: true, version };
  });
  server.get('/metrics', async (request, reply) => {
    if (!isOnThisMachine(request) && !hasMetricsToken(request, ctx))
      return notFound(request, reply);
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

/**
 * True if the request comes from this machine. A request with a forwarding header does not count,
 * because behind an untrusted proxy every visitor has the proxy's address.
 */
const isOnThisMachine = (request: FastifyRequest): boolean =>
  ipaddr.process(requestAddress(request)).range() === 'loopback' &&
  (request.ips !== undefined || request.headers['x-forwarded-for'] === undefined);

function hasMetricsToken({ headers }: FastifyRequest, { config }: AppContext): boolean {
  const token = config.metricsToken;
  return token !== undefined && constantTimeEqual(headers.authorization ?? '', `Bearer ${token}`);
}

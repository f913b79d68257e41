/** Liveness, readiness and metrics for monitoring. */
import type { FastifyInstance } from 'fastify';
import { Registry, collectDefaultMetrics } from 'prom-client';
import sql from 'sql-template-tag';
import type { AppContext } from '../app-context.ts';

export function serveHealth(server: FastifyInstance, ctx: AppContext): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  server.get('/healthz', async () => ({ ok: true }));
  server.get('/readyz', async () => {
    await ctx.db.first(sql`select 1`);
    return { ok: true };
  });
  server.get('/metrics', async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
}

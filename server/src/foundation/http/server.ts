/** A Fastify server with what panel and player both need: request ids, real addresses, limits, error handling. */
import { randomUUID } from 'node:crypto';
import underPressure from '@fastify/under-pressure';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { AppContext } from '../app-context.ts';
import { answerFailures, notFound } from './failures.ts';

const BODY_LIMIT = 256 * 1024;

export async function makeServer(ctx: AppContext): Promise<FastifyInstance> {
  const { trustedProxies } = ctx.config;
  const server = Fastify({
    loggerInstance: ctx.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    bodyLimit: BODY_LIMIT,
    genReqId: () => randomUUID().slice(0, 13),
    // A start on a busy machine may take longer than the default of ten seconds.
    pluginTimeout: 60_000,
    requestTimeout: 60_000,
    keepAliveTimeout: 65_000,
    routerOptions: { maxParamLength: 200 },
    // A path that cannot be decoded, or holds a part no call has: nothing is there.
    frameworkErrors: (_error, request, reply) => void notFound(request, reply),
  });
  // Bodies are read by hand, so that a missing body is an empty one and not a riddle.
  server.removeContentTypeParser(['application/json', 'text/plain']);
  server.addContentTypeParser('*', { parseAs: 'string' }, (_request, text, done) => {
    try {
      done(null, text === '' ? undefined : JSON.parse(String(text)));
    } catch (error) {
      done(Object.assign(error as Error, { statusCode: 400 }), undefined);
    }
  });
  answerFailures(server);
  server.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  await server.register(underPressure, {
    maxEventLoopDelay: ctx.config.maxEventLoopDelayMs,
    retryAfter: 5,
  });
  return server;
}

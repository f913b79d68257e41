/**
 * Creates a Fastify server with the common parts of panel and player: request ids, real addresses,
 * limits, error handling.
 */
import { randomUUID } from 'node:crypto';
import net from 'node:net';
import underPressure from '@fastify/under-pressure';
import { refuse } from '@ramal/contract/api/errors';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { AppContext } from '../app-context.ts';
import { getLoadMeter } from '../load/load-meter.ts';
import { BODY_TIME_MS, limitBodyTime } from './body-time.ts';
import { endEvents } from './events.ts';
import { answerFailures, notFound } from './failures.ts';
import { integratorUrl } from './integrator-urls.ts';
import { plainUrl } from './player-urls.ts';
import { responseHeaders } from './response-headers.ts';

const BODY_LIMIT = 256 * 1024;

export async function makeServer(ctx: AppContext): Promise<FastifyInstance> {
  const { trustedProxies } = ctx.config;
  const server = Fastify({
    loggerInstance: ctx.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    bodyLimit: BODY_LIMIT,
    genReqId: () => randomUUID().slice(0, 13),
    // The default of ten seconds is too short for a start on a busy machine.
    pluginTimeout: 60_000,
    // No limit for a whole request, because `limitBodyTime` limits the time of bodies. The headers
    // have Node's default limit of sixty seconds.
    requestTimeout: 0,
    http: { headersTimeout: 60_000 },
    keepAliveTimeout: 65_000,
    routerOptions: { maxParamLength: 200 },
    rewriteUrl: ({ url = '/' }) => integratorUrl(plainUrl(url)),
    // Answers «not found» if a path cannot be decoded, or if one of its parameters is too long.
    frameworkErrors: (_error, request, reply) => void notFound(request, reply),
  });
  // Bodies are parsed here, so that a missing body counts as an empty one.
  server.removeContentTypeParser(['application/json', 'text/plain']);
  server.addContentTypeParser('*', { parseAs: 'string' }, (request, text, done) => {
    try {
      done(null, text === '' ? undefined : parseBody(String(text), request));
    } catch (error) {
      done(Object.assign(error as Error, { statusCode: 400 }), undefined);
    }
  });
  answerFailures(server, ctx.clock, ctx.log);
  limitBodyTime(server, BODY_TIME_MS);
  server.addHook('onRequest', (request, reply, done) => {
    // Any client can send X-Forwarded-Host, so the header is ignored. The proxy must forward the
    // host name in Host (Q-LINKBASE).
    delete request.headers['x-forwarded-host'];
    if (holdsControlCharacter(request.url)) return void notFound(request, reply);
    reply.headers(responseHeaders).header('x-request-id', request.id);
    if (leaving.has(server)) reply.header('connection', 'close');
    done();
  });
  const load = getLoadMeter(ctx);
  // Counts the request when the response begins. Its end may be hours later, because the response
  // may be a stream.
  server.addHook('onSend', (_request, reply, payload, done) => {
    load.countRequest(reply.elapsedTime);
    done(null, payload);
  });
  await server.register(underPressure, {
    maxEventLoopDelay: ctx.config.maxEventLoopDelayMs,
    pressureHandler: refuseCalls,
  });
  return server;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True if the route accepts the fields of a form. */
    acceptsForms?: boolean;
  }
}

const FORM = 'application/x-www-form-urlencoded';

/**
 * Parses JSON, or the fields of a form on routes for programs that send one. Some programs send
 * JSON under the content type of a form.
 */
const parseBody = (text: string, { headers, routeOptions }: FastifyRequest): unknown =>
  routeOptions.config.acceptsForms &&
  headers['content-type']?.startsWith(FORM) &&
  !/^\s*\{/.test(text)
    ? Object.fromEntries(new URLSearchParams(text))
    : JSON.parse(text);

/**
 * Refuses calls while the process is overloaded. Styles and scripts are served, because the page
 * needs them to show this error.
 */
async function refuseCalls({ url }: FastifyRequest): Promise<void> {
  if (!/^\/(portal\/)?assets\//.test(url)) refuse('overloaded', { retryAfterSeconds: 5 });
}

/**
 * True if the path contains a control character. No route has such a path, and PostgreSQL cannot
 * store a zero byte.
 */
const holdsControlCharacter = (url: string): boolean =>
  /%(?:[01][0-9a-f]|7f|c2%[89][0-9a-f])/i.test(url.split('?', 1)[0]!);

/** Servers whose port another process has taken over. */
const leaving = new WeakSet<FastifyInstance>();

/**
 * Milliseconds for which a process that is being replaced still accepts requests on an open
 * connection.
 */
const IDLE_MS = 5_000;
/** Maximum duration in milliseconds of an iteration of the event loop that counts as idle. */
const QUIET_TURN_MS = 0.3;
const QUIET_WAIT_MS = 2_000;

interface Departure {
  /** Resolves when the port is closed, so that new connections reach the successor. */
  readonly closed: Promise<void>;
  /** Resolves when every accepted connection has ended. A running stream may take hours. */
  readonly ended: Promise<void>;
}

/**
 * Stops accepting connections and serves each existing connection until its next response.
 * Fastify's own close would reject further requests on them.
 */
export function stopAccepting(server: FastifyInstance): Departure {
  leaving.add(server);
  // The clients of event streams reconnect at once, to the successor.
  endEvents(server.server);
  let closed!: () => void;
  let ended!: () => void;
  const departure = {
    closed: new Promise<void>((resolve) => (closed = resolve)),
    ended: new Promise<void>((resolve) => (ended = resolve)),
  };
  void quietMoment().then(() => {
    const idle = setInterval(() => server.server.closeIdleConnections(), IDLE_MS);
    net.Server.prototype.close.call(server.server, () => {
      clearInterval(idle);
      ended();
    });
    closed();
  });
  return departure;
}

/**
 * Resolves directly after an idle iteration of the event loop, or at the latest after
 * QUIET_WAIT_MS. The port is then closed. The kernel resets connections that arrive between the
 * last accept and the close. After an idle iteration this time is shortest.
 */
async function quietMoment(): Promise<void> {
  const latest = performance.now() + QUIET_WAIT_MS;
  let before = -Infinity;
  let now = performance.now();
  do {
    before = now;
    await new Promise((resolve) => setImmediate(resolve));
    now = performance.now();
  } while (now - before > QUIET_TURN_MS && now < latest);
}

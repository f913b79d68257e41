/**
 * Calls with which media servers ask if a viewer may watch: MediaMTX, Flussonic, SRS, and nginx
 * with auth_request. Each has its own format for the same decision. The secret in the path
 * authenticates a media server.
 */
import { isIP } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../../foundation/app-context.ts';
import { constantTimeEqual, digest } from '../../foundation/digest.ts';
import { readRequestMeta } from '../../foundation/http/request-meta.ts';
import type { Login } from '../request-fields.ts';
import type { Decision, MediaDecisions, MediaViewer } from './media-decisions.ts';
import {
  flussonicCall,
  loginIn,
  mediaMtxCall,
  originalRequest,
  srsCall,
  streamIn,
} from './media-requests.ts';

/**
 * Seconds after which Flussonic asks again. A viewing therefore continues for at most this time
 * after its line ends.
 */
const FLUSSONIC_SECONDS = 20;

export function mediaRoutes(player: FastifyInstance, ctx: AppContext, media: MediaDecisions): void {
  const { mediaSecret } = ctx.config;
  if (!mediaSecret) return;
  void player.register(async (scope) => {
    scope.addHook<{ Params: { secret: string } }>('preHandler', async (request, reply) => {
      if (!constantTimeEqual(request.params.secret, mediaSecret)) return reply.code(404).send();
      return undefined;
    });
    scope.post('/media/:secret/mediamtx', (request, reply) => mediaMtx(media, request, reply));
    scope.get<{ Querystring: { id?: string } }>(
      '/media/:secret/mediamtx/left',
      (request, reply) => {
        media.endSession(`mediamtx ${request.query.id}`);
        return reply.code(204).send();
      },
    );
    scope.get('/media/:secret/flussonic', (request, reply) => flussonic(media, request, reply));
    scope.post('/media/:secret/srs', (request, reply) => srs(media, request, reply));
    scope.get('/media/:secret/nginx', (request, reply) => nginx(media, request, reply));
  });
}

/**
 * Decides if a viewer may watch. Rejects a request without a user name, a stream or an IP address
 * before any query.
 */
const decide = async (
  media: MediaDecisions,
  { username, password }: Login,
  streamId: number | undefined,
  viewer: Omit<MediaViewer, 'attempt' | 'streamId'> & { address: string; host: string },
): Promise<Decision> =>
  streamId === undefined || username === '' || isIP(viewer.address) === 0
    ? { allows: false, reason: 'unknown' }
    : media.decide({
        ...viewer,
        streamId,
        attempt: { username, password, address: viewer.address, host: viewer.host },
      });

/** Answers 401 without credentials, so that the media server requests them from the viewer. */
async function mediaMtx(media: MediaDecisions, request: FastifyRequest, reply: FastifyReply) {
  const call = mediaMtxCall.parse(request.body);
  if (call.action !== 'read' && call.action !== 'playback') return reply.code(403).send();
  const inQuery = loginIn(call.query);
  const login = inQuery.username ? inQuery : { username: call.user, password: call.password };
  if (login.username === '') return reply.code(401).send();
  const decision = await decide(media, login, streamIn(call.path), {
    address: call.ip,
    host: '',
    userAgent: call.userAgent,
    encoding: call.protocol.toUpperCase(),
    session: `mediamtx ${call.id}`,
    asksOnce: true,
  });
  return reply.code(decision.allows ? 204 : 403).send();
}

/**
 * Answers Flussonic. If the query contains no name and password, the token is `name:password`.
 * After an error of this server Flussonic repeats the last answer that it received.
 */
async function flussonic(media: MediaDecisions, request: FastifyRequest, reply: FastifyReply) {
  const call = flussonicCall.parse(request.query);
  const inQuery = loginIn(call.qs);
  const [username = '', ...rest] = call.token.split(':');
  const login = inQuery.username ? inQuery : { username, password: rest.join(':') };
  const decision = await decide(media, login, streamIn(call.name), {
    address: call.ip,
    host: call.host,
    userAgent: call.user_agent,
    encoding: call.proto.toUpperCase(),
    session: `flussonic ${call.session_id}`,
    asksOnce: false,
  });
  reply.header('x-authduration', FLUSSONIC_SECONDS);
  if (!decision.allows) return reply.code(403).send();
  reply.header('x-userid', decision.lineId);
  if (decision.screens > 0) reply.header('x-max-sessions', decision.screens);
  return reply.code(200).send();
}

/**
 * Answers SRS, which reads status 200 with `code` 0 as permission and any other number as a
 * rejection.
 */
async function srs(media: MediaDecisions, request: FastifyRequest, reply: FastifyReply) {
  const call = srsCall.parse(request.body);
  const session = `srs ${call.client_id}`;
  if (call.action === 'on_stop') {
    media.endSession(session);
    return reply.send({ code: 0 });
  }
  if (call.action !== 'on_play') return reply.send({ code: 403 });
  const decision = await decide(media, loginIn(call.param), streamIn(call.stream), {
    address: call.ip,
    host: call.vhost,
    userAgent: '',
    encoding: 'SRS',
    session,
    asksOnce: true,
  });
  return reply.send({ code: decision.allows ? 0 : 403 });
}

/**
 * Answers nginx, which asks for each request of a viewer. All requests of one player for one stream
 * are one session.
 */
async function nginx(media: MediaDecisions, request: FastifyRequest, reply: FastifyReply) {
  const header = (name: string): string => String(request.headers[name] ?? '');
  const { login, streamId } = originalRequest(header('x-original-uri'));
  if (login.username === '') return reply.code(401).send();
  const address = header('x-real-ip') || readRequestMeta(request).ip;
  const userAgent = header('user-agent');
  const decision = await decide(media, login, streamId, {
    address,
    host: request.hostname,
    userAgent,
    encoding: 'HLS',
    session: `nginx ${digest(login.username, login.password, String(streamId), address, userAgent)}`,
    asksOnce: false,
  });
  return reply.code(decision.allows ? 204 : 403).send();
}

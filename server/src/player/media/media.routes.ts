/**
 * The calls by which media servers ask whether a viewer may watch: MediaMTX, Flussonic, SRS, and nginx with
 * auth_request. Each speaks its own way about the same decision. A media server is known by the secret in the path.
 */
import { isIP } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../../foundation/app-context.ts';
import { constantTimeEqual, digest } from '../../foundation/digest.ts';
import { requestMetaOf } from '../../foundation/http/request-meta.ts';
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

/** How soon Flussonic asks again: a line that ends is cut so much later at most. */
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
        media.left(`mediamtx ${request.query.id}`);
        return reply.code(204).send();
      },
    );
    scope.get('/media/:secret/flussonic', (request, reply) => flussonic(media, request, reply));
    scope.post('/media/:secret/srs', (request, reply) => srs(media, request, reply));
    scope.get('/media/:secret/nginx', (request, reply) => nginx(media, request, reply));
  });
}

/** Asks nothing of who names no line, no stream or no address. */
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

/** Without credentials 401, so that the viewer is asked for them. */
async function mediaMtx(media: MediaDecisions, request: FastifyRequest, reply: FastifyReply) {
  const asked = mediaMtxCall.parse(request.body);
  if (asked.action !== 'read' && asked.action !== 'playback') return reply.code(403).send();
  const inQuery = loginIn(asked.query);
  const login = inQuery.username ? inQuery : { username: asked.user, password: asked.password };
  if (login.username === '') return reply.code(401).send();
  const decision = await decide(media, login, streamIn(asked.path), {
    address: asked.ip,
    host: '',
    userAgent: asked.userAgent,
    encoding: asked.protocol.toUpperCase(),
    session: `mediamtx ${asked.id}`,
    asksOnce: true,
  });
  return reply.code(decision.allows ? 204 : 403).send();
}

/** The token is `name:password` where the query has none. A failure of ours lets it keep its last answer. */
async function flussonic(media: MediaDecisions, request: FastifyRequest, reply: FastifyReply) {
  const asked = flussonicCall.parse(request.query);
  const inQuery = loginIn(asked.qs);
  const [username = '', ...rest] = asked.token.split(':');
  const login = inQuery.username ? inQuery : { username, password: rest.join(':') };
  const decision = await decide(media, login, streamIn(asked.name), {
    address: asked.ip,
    host: asked.host,
    userAgent: asked.user_agent,
    encoding: asked.proto.toUpperCase(),
    session: `flussonic ${asked.session_id}`,
    asksOnce: false,
  });
  reply.header('x-authduration', FLUSSONIC_SECONDS);
  if (!decision.allows) return reply.code(403).send();
  reply.header('x-userid', decision.lineId);
  if (decision.screens > 0) reply.header('x-max-sessions', decision.screens);
  return reply.code(200).send();
}

/** It takes a 200 with `code` 0 for a yes and any other number for a no. */
async function srs(media: MediaDecisions, request: FastifyRequest, reply: FastifyReply) {
  const asked = srsCall.parse(request.body);
  const session = `srs ${asked.client_id}`;
  if (asked.action === 'on_stop') {
    media.left(session);
    return reply.send({ code: 0 });
  }
  if (asked.action !== 'on_play') return reply.send({ code: 403 });
  const decision = await decide(media, loginIn(asked.param), streamIn(asked.stream), {
    address: asked.ip,
    host: asked.vhost,
    userAgent: '',
    encoding: 'SRS',
    session,
    asksOnce: true,
  });
  return reply.send({ code: decision.allows ? 0 : 403 });
}

/** Each request of a viewer asks; whatever comes from one player about one stream is one session. */
async function nginx(media: MediaDecisions, request: FastifyRequest, reply: FastifyReply) {
  const header = (name: string): string => String(request.headers[name] ?? '');
  const { login, streamId } = originalRequest(header('x-original-uri'));
  if (login.username === '') return reply.code(401).send();
  const address = header('x-real-ip') || requestMetaOf(request).ip;
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

/**
 * Serves the sign-in and the lists. A line that may not play gets 403 with an empty body, because
 * players read any text as a playlist.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readRequestMeta } from '../../foundation/http/request-meta.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { baseUrlOfRequest } from '../line-urls.ts';
import { type FindLoginByToken, readLogin } from '../login-by-token.ts';
import { type Login, signInAttempt, requestFields } from '../request-fields.ts';
import type { RefusalReason } from '@ramal/contract/watching';
import type { RecordRefusal } from '../../watching/watching.ts';
import { markRefused } from '../refuse-play.ts';
import { toPlayableState } from '../line-state.ts';
import { answerPlayerApi } from './player-api.ts';
import type { PlayingLine } from '../player.sql.ts';
import { type Playlist, type PlaylistForm, requestedPlaylist, getPlaylist } from './playlists.ts';
import type { PlaylistCache } from './playlist-cache.ts';
import type { SignInLine } from '../sign-in-line.ts';
import { getXmltv } from './xmltv.ts';
import { sendZippedText } from './zipped-text.ts';

const M3U = 'audio/x-mpegurl; charset=utf-8';
const sentAs: Record<PlaylistForm, { readonly type: string; readonly file?: string }> = {
  m3u: { type: M3U, file: 'lista.m3u' },
  m3u_plus: { type: M3U, file: 'lista.m3u' },
  ssiptv: { type: M3U },
  enigma2: { type: 'text/plain; charset=utf-8', file: 'userbouquet.lista.tv' },
  'enigma2-script': { type: 'text/x-shellscript; charset=utf-8', file: 'lista.sh' },
};

export function listRoutes(
  player: FastifyInstance,
  ctx: AppContext,
  { signInLine, note, lists, findByToken }: ListDependencies,
): void {
  const baseUrlOf = (request: FastifyRequest) => baseUrlOfRequest(ctx, readRequestMeta(request));

  const activeLine = activeLines(ctx, { signInLine, note });

  async function sendList(
    request: FastifyRequest,
    reply: FastifyReply,
    login: Login,
    list: Playlist,
  ) {
    const line = await activeLine(request, login);
    if (typeof line === 'string') return markRefused(reply, line).send();
    const { type, file } = sentAs[list.form];
    if (file) reply.header('content-disposition', `attachment; filename="${file}"`);
    const { bytes, body } = await getPlaylist(ctx, lists, {
      line,
      baseUrl: baseUrlOf(request),
      playlist: list,
    });
    return reply.type(type).header('content-length', bytes).send(body);
  }

  player.route({
    method: ['GET', 'POST'],
    url: '/player_api.php',
    handler: async (request, reply) => {
      const field = requestFields(request);
      const login = await readLogin(field, findByToken);
      const line = await signInLine(signInAttempt(request, login));
      return answerPlayerApi(ctx, lists, {
        reply,
        line,
        query: {
          action: field('action'),
          field,
          baseUrl: baseUrlOf(request),
        },
      });
    },
  });

  player.route({
    method: ['GET', 'POST'],
    url: '/get.php',
    handler: async (request, reply) => {
      const field = requestFields(request);
      const list = requestedPlaylist(field('type'), field('output'), field('key'));
      return sendList(request, reply, await readLogin(field, findByToken), list);
    },
  });

  player.get<{ Params: Login }>('/ss/:username/:password', (request, reply) =>
    sendList(request, reply, request.params, {
      form: 'ssiptv',
      container: 'm3u8',
      kinds: ['live', 'film'],
    }),
  );

  player.route({
    method: ['GET', 'POST'],
    url: '/xmltv.php',
    handler: async (request, reply) => {
      const field = requestFields(request);
      const line = await activeLine(request, await readLogin(field, findByToken));
      if (typeof line === 'string') return markRefused(reply, line).send();
      return sendGuide(request, reply, await getXmltv(ctx, lists, line), field('gzip') === '1');
    },
  });
}

interface ListDependencies {
  readonly signInLine: SignInLine;
  readonly note: RecordRefusal;
  readonly lists: PlaylistCache;
  readonly findByToken: FindLoginByToken;
}

/** Creates a function that returns the line if it may play, and otherwise the reason. */
const activeLines =
  (ctx: AppContext, { signInLine, note }: Pick<ListDependencies, 'signInLine' | 'note'>) =>
  async (request: FastifyRequest, login: Login): Promise<PlayingLine | RefusalReason> => {
    const line = await signInLine(signInAttempt(request, login));
    if (!line) return 'unknown';
    const state = toPlayableState(line, ctx.clock.now());
    if (state === 'active') return line;
    const { userAgent } = readRequestMeta(request);
    await note({ lineId: line.id, reason: state, userAgent });
    return state;
  };

/**
 * Sends the guide as a file or as text.
 */
function sendGuide(
  request: FastifyRequest,
  reply: FastifyReply,
  zipped: Buffer,
  asFile: boolean,
): FastifyReply {
  if (asFile) {
    reply.header('content-disposition', 'attachment; filename="guia.xml.gz"');
    return reply.type('application/gzip').send(zipped);
  }
  return sendZippedText(request, reply.type('application/xml; charset=utf-8'), zipped);
}

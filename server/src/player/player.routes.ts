/**
 * The customer's side of a line: sign-in, lists and streams as players of the Xtream kind ask for
 * them. Refusals are 403 with nothing in them: players take any page for a playlist.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { House } from '../foundation/house.ts';
import { originOf } from '../foundation/http/origin.ts';
import { openWatching } from '../watching/watching.ts';
import { listPath, readShortLink, reachedBaseUrl } from './addresses.ts';
import { openDoor } from './door.ts';
import { standingOf } from './line-state.ts';
import { openLiveHls } from './live-hls.ts';
import { openLiveTs } from './live-ts.ts';
import { makeOpenViewing } from './open-viewing.ts';
import { answerPlayerApi } from './player-api.ts';
import { type Channel, type PlayingLine, lineByShortCode, liveChannels } from './player.sql.ts';
import { type Playlist, askedPlaylist, writePlaylist } from './playlists.ts';
import { makeSignInLine } from './sign-in-line.ts';
import { makeThrottle } from './throttle.ts';
import { PACE, openViewingRights } from './viewing-rights.ts';

const SHORT_LINK_MISSES_A_MINUTE = 60;
/** Short forms are digits only, as IPTV names and stream ids are, so that they shadow no screen. */
const SHORT_FORM = String.raw`/:username(^\d+$)/:password/:file(^\d+(?:\.(?:ts|m3u8))?$)`;

export async function registerPlayer(
  server: FastifyInstance,
  house: House,
  pace = PACE,
): Promise<void> {
  const watching = openWatching(house);
  const rights = openViewingRights(house, pace);
  const signInLine = makeSignInLine(house);
  const openViewing = makeOpenViewing(house, signInLine, rights);
  const ts = openLiveTs(house, rights, watching, pace);
  const hls = openLiveHls(house, rights, watching, pace);
  const misses = makeThrottle(SHORT_LINK_MISSES_A_MINUTE, 60);

  /** Running streams would hold a closing server for ever. */
  server.addHook('preClose', async () => ts.stop());
  server.addHook('onClose', () => watching.stop());

  async function sendList(
    request: FastifyRequest,
    reply: FastifyReply,
    login: Login,
    playlist: Playlist,
  ) {
    const line = await signInLine(attemptOf(request, login));
    if (!line || standingOf(line, house.clock.now()) !== 'active') return reply.code(403).send();
    const channels = await house.db.many<Channel>(
      liveChannels(line.bouquetIds, null),
      'player-live-channels',
    );
    return reply
      .type('audio/x-mpegurl; charset=utf-8')
      .send(writePlaylist(baseUrlOf(request), line, channels, playlist));
  }

  const baseUrlOf = (request: FastifyRequest) => reachedBaseUrl(house, originOf(request));

  await server.register(async (player) => {
    openDoor(player);

    player.route({
      method: ['GET', 'POST'],
      url: '/player_api.php',
      handler: async (request, reply) => {
        const asked = fieldsOf(request);
        const line = await signInLine(
          attemptOf(request, { username: asked('username'), password: asked('password') }),
        );
        const { action, categoryId } = {
          action: asked('action'),
          categoryId: asked('category_id'),
        };
        return answerPlayerApi(house, reply, line, {
          action,
          categoryId,
          baseUrl: baseUrlOf(request),
        });
      },
    });

    player.route({
      method: ['GET', 'POST'],
      url: '/get.php',
      handler: async (request, reply) => {
        const asked = fieldsOf(request);
        reply.header('content-disposition', 'attachment; filename="lista.m3u"');
        const login = { username: asked('username'), password: asked('password') };
        return sendList(request, reply, login, askedPlaylist(asked('type'), asked('output')));
      },
    });

    player.get<{ Params: Login }>('/ss/:username/:password', (request, reply) =>
      sendList(request, reply, request.params, { form: 'ssiptv', container: 'm3u8' }),
    );

    player.get<{ Params: { link: string } }>('/s/:link', async (request, reply) => {
      const { address } = originOf(request);
      await misses.check(address);
      const read = readShortLink(request.params.link);
      const line =
        read &&
        (await house.db.first<Pick<PlayingLine, 'username' | 'password'>>(
          lineByShortCode(read.code),
          'short-link',
        ));
      if (line) return reply.redirect(listPath(read.kind, line), 302);
      await misses.miss(address);
      return reply.code(404).send();
    });

    for (const url of ['/live/:username/:password/:file', SHORT_FORM]) {
      player.get<{ Params: Login & { file: string } }>(url, async (request, reply) => {
        const [, streamId, container = 'ts'] =
          /^(\d{1,15})(?:\.(ts|m3u8))?$/.exec(request.params.file) ?? [];
        if (!streamId) return reply.code(404).send();
        const viewing = await openViewing(attemptOf(request, request.params), Number(streamId));
        if (!viewing) return reply.code(403).send();
        return container === 'ts' ? ts.send(request, reply, viewing) : hls.open(reply, viewing);
      });
    }

    player.get<{ Params: { ticket: string } }>('/hls/:ticket/index.m3u8', (request, reply) =>
      hls.playlist(request, reply, request.params.ticket),
    );
    player.get<{ Params: { ticket: string; number: string } }>(
      String.raw`/hls/:ticket/:number(^\d{1,15}).ts`,
      (request, reply) => hls.segment(reply, request.params.ticket, Number(request.params.number)),
    );
    for (const folder of ['/live/*', '/hls/*', '/s/*', '/ss/*']) {
      player.get(folder, (_request, reply) => reply.code(404).send());
    }
  });
}

interface Login {
  readonly username: string;
  readonly password: string;
}

const attemptOf = (request: FastifyRequest, { username, password }: Login) => ({
  address: originOf(request).address,
  host: request.host,
  username,
  password,
});

/** Fields of the query or of a posted form; the form wins, and of a repeated field the last. */
function fieldsOf(request: FastifyRequest): (name: string) => string {
  const fields = {
    ...(request.query as object),
    ...(request.body as object | undefined),
  } as Record<string, unknown>;
  return (name) => {
    const given = fields[name];
    const value: unknown = Array.isArray(given) ? given.at(-1) : given;
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
}

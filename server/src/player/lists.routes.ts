/**
 * Sign-in and lists. What a line may not have is refused with 403 and nothing in it: players take
 * any page for a playlist.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { House } from '../foundation/house.ts';
import { originOf } from '../foundation/http/origin.ts';
import { reachedBaseUrl } from './addresses.ts';
import { type Login, attemptOf, fieldsOf } from './asked.ts';
import { standingOf } from './line-state.ts';
import { answerPlayerApi } from './player-api.ts';
import { type Channel, liveChannels } from './player.sql.ts';
import { type Playlist, askedPlaylist, writePlaylist } from './playlists.ts';
import type { SignInLine } from './sign-in-line.ts';

export function listRoutes(player: FastifyInstance, house: House, signInLine: SignInLine): void {
  const baseUrlOf = (request: FastifyRequest) => reachedBaseUrl(house, originOf(request));

  async function send(request: FastifyRequest, reply: FastifyReply, login: Login, list: Playlist) {
    const line = await signInLine(attemptOf(request, login));
    if (!line || standingOf(line, house.clock.now()) !== 'active') return reply.code(403).send();
    const channels = await house.db.many<Channel>(
      liveChannels(line.bouquetIds, null),
      'player-live-channels',
    );
    if (list.form !== 'ssiptv') {
      reply.header('content-disposition', 'attachment; filename="lista.m3u"');
    }
    return reply
      .type('audio/x-mpegurl; charset=utf-8')
      .send(writePlaylist(baseUrlOf(request), line, channels, list));
  }

  player.route({
    method: ['GET', 'POST'],
    url: '/player_api.php',
    handler: async (request, reply) => {
      const asked = fieldsOf(request);
      const login = { username: asked('username'), password: asked('password') };
      const line = await signInLine(attemptOf(request, login));
      return answerPlayerApi(house, reply, line, {
        action: asked('action'),
        categoryId: asked('category_id'),
        baseUrl: baseUrlOf(request),
      });
    },
  });

  player.route({
    method: ['GET', 'POST'],
    url: '/get.php',
    handler: async (request, reply) => {
      const asked = fieldsOf(request);
      const login = { username: asked('username'), password: asked('password') };
      return send(request, reply, login, askedPlaylist(asked('type'), asked('output')));
    },
  });

  player.get<{ Params: Login }>('/ss/:username/:password', (request, reply) =>
    send(request, reply, request.params, { form: 'ssiptv', container: 'm3u8' }),
  );
}

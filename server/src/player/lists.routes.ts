/**
 * Sign-in and lists. What a line may not have is refused with 403 and nothing in it: players take
 * any page for a playlist.
 */
import { gunzip } from 'node:zlib';
import { promisify } from 'node:util';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { originOf } from '../foundation/http/origin.ts';
import type { House } from '../foundation/house.ts';
import { reachedBaseUrl } from './addresses.ts';
import { type Login, attemptOf, fieldsOf } from './asked.ts';
import { standingOf } from './line-state.ts';
import { answerPlayerApi } from './player-api.ts';
import type { PlayingLine } from './player.sql.ts';
import { type Playlist, askedPlaylist, playlistOf } from './playlists.ts';
import { openSharedLists } from './remembered-lists.ts';
import type { SignInLine } from './sign-in-line.ts';
import { xmltvOf } from './xmltv.ts';

const unzip = promisify(gunzip);

export function listRoutes(player: FastifyInstance, house: House, signInLine: SignInLine): void {
  const lists = openSharedLists();
  const baseUrlOf = (request: FastifyRequest) => reachedBaseUrl(house, originOf(request));

  /** The line, while it may watch. */
  async function activeLine(
    request: FastifyRequest,
    login: Login,
  ): Promise<PlayingLine | undefined> {
    const line = await signInLine(attemptOf(request, login));
    return line && standingOf(line, house.clock.now()) === 'active' ? line : undefined;
  }

  async function sendList(
    request: FastifyRequest,
    reply: FastifyReply,
    login: Login,
    list: Playlist,
  ) {
    const line = await activeLine(request, login);
    if (!line) return reply.code(403).send();
    if (list.form !== 'ssiptv')
      reply.header('content-disposition', 'attachment; filename="lista.m3u"');
    return reply
      .type('audio/x-mpegurl; charset=utf-8')
      .send(await playlistOf(house, lists, line, baseUrlOf(request), list));
  }

  player.route({
    method: ['GET', 'POST'],
    url: '/player_api.php',
    handler: async (request, reply) => {
      const field = fieldsOf(request);
      const line = await signInLine(attemptOf(request, loginIn(field)));
      return answerPlayerApi(house, lists, reply, line, {
        action: field('action'),
        field,
        baseUrl: baseUrlOf(request),
      });
    },
  });

  player.route({
    method: ['GET', 'POST'],
    url: '/get.php',
    handler: async (request, reply) => {
      const field = fieldsOf(request);
      const list = askedPlaylist(field('type'), field('output'), field('key'));
      return sendList(request, reply, loginIn(field), list);
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
      const field = fieldsOf(request);
      const line = await activeLine(request, loginIn(field));
      if (!line) return reply.code(403).send();
      const zipped = await xmltvOf(house, lists, line);
      if (field('gzip') === '1') {
        reply.header('content-disposition', 'attachment; filename="guia.xml.gz"');
        return reply.type('application/gzip').send(zipped);
      }
      reply.type('application/xml; charset=utf-8').header('vary', 'accept-encoding');
      const reads = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
      return reads
        ? reply.header('content-encoding', 'gzip').send(zipped)
        : reply.send(await unzip(zipped));
    },
  });
}

const loginIn = (field: (name: string) => string): Login => ({
  username: field('username'),
  password: field('password'),
});

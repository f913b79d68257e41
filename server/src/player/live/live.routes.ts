import type { FastifyInstance } from 'fastify';
import { refusePlay } from '../refuse-play.ts';
import { type Login, signInAttempt } from '../request-fields.ts';
import type { PlayArchive } from '../archive/archive.routes.ts';
import type { LiveHls } from './live-hls.ts';
import type { LiveTs } from './live-ts.ts';
import type { OpenViewing } from '../viewings/open-viewing.ts';

/**
 * Short form of a channel's URL: user name, password and the channel's number. The expression
 * excludes user names that equal a folder of the panel, because the panel has URLs of the same form
 * there.
 */
const SHORT_FORM = String.raw`/:username(^(?!(?:api|settings|assets|backgrounds|brand-files)$).+$)/:password/:file(^\d+(?:\.(?:ts|m3u8))?$)`;
const FILE = /^(\d{1,15})(?:\.(ts|m3u8))?$/;

interface LiveDependencies {
  readonly ts: LiveTs;
  readonly hls: LiveHls;
  readonly playArchive: PlayArchive;
}

export function liveRoutes(
  player: FastifyInstance,
  openViewing: OpenViewing,
  { ts, hls, playArchive }: LiveDependencies,
): void {
  for (const url of ['/live/:username/:password/:file', SHORT_FORM]) {
    player.get<{ Params: Login & { file: string } }>(url, async (request, reply) => {
      const [, streamId, container = 'ts'] = FILE.exec(request.params.file) ?? [];
      if (!streamId) return reply.code(404).send();
      // Players that know only the attribute `timeshift` request the archive with the live URL, and
      // add the start as `utc`.
      const { utc } = request.query as { utc?: string };
      if (utc !== undefined) {
        const { file, ...login } = request.params;
        return playArchive(request, reply, { login, file, start: String(utc), duration: '' });
      }
      const viewing = await openViewing(
        signInAttempt(request, request.params),
        Number(streamId),
        'live',
        { request },
      );
      if (typeof viewing === 'string') return refusePlay(reply, viewing);
      return container === 'ts'
        ? ts.send(request, reply, viewing)
        : hls.open(request, reply, viewing);
    });
  }

  player.get<{ Params: { ticket: string } }>('/hls/:ticket/index.m3u8', (request, reply) =>
    hls.playlist(request, reply, request.params.ticket),
  );

  player.get<{ Params: { ticket: string; number: string } }>(
    String.raw`/hls/:ticket/:number(^\d{1,15}).ts`,
    (request, reply) =>
      hls.segment(request, reply, request.params.ticket, Number(request.params.number)),
  );

  player.get<{ Params: { ticket: string; '*': string } }>('/hls/:ticket/*', (request, reply) =>
    hls.listed(request, reply, request.params.ticket, request.params['*']),
  );
}

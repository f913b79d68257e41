import type { FastifyInstance } from 'fastify';
import { refusePlay } from '../refuse-play.ts';
import { type Login, signInAttempt } from '../request-fields.ts';
import type { Films } from './films.ts';
import type { OpenViewing } from '../viewings/open-viewing.ts';
import type { StreamKind } from '../viewings/viewing-rights.sql.ts';

const FILE = /^(\d{1,15})(?:\.([a-zA-Z0-9]{1,5}))?$/;
const FOLDERS: Readonly<Record<string, StreamKind>> = { movie: 'film', series: 'episode' };

export function filmRoutes(player: FastifyInstance, openViewing: OpenViewing, films: Films): void {
  for (const [folder, kind] of Object.entries(FOLDERS)) {
    player.route<{ Params: Login & { file: string } }>({
      // HEAD needs its own handler: the HEAD route that Fastify derives from GET would report an
      // empty film.
      method: ['GET', 'HEAD'],
      url: `/${folder}/:username/:password/:file`,
      handler: async (request, reply) => {
        const [, streamId, container = ''] = FILE.exec(request.params.file) ?? [];
        if (!streamId) return reply.code(404).send();
        const attempt = signInAttempt(request, request.params);
        const viewing = await openViewing(attempt, Number(streamId), kind, { request });
        if (typeof viewing === 'string') return refusePlay(reply, viewing);
        return films.send(request, reply, viewing, container.toLowerCase());
      },
    });
  }
}

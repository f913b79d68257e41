/** URLs of the archive in every form that players send. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../../foundation/app-context.ts';
import { refusePlay } from '../refuse-play.ts';
import { type Login, requestFields, signInAttempt } from '../request-fields.ts';
import type { OpenViewing } from '../viewings/open-viewing.ts';
import { ANNOUNCED_ZONE } from '../wire-times.ts';
import type { Archive } from './archive.ts';
import { type FoundArchive, findArchive } from './find-archive.ts';
import { parseArchiveMinutes, parseArchiveStart } from './requested-moment.ts';

const FILE = /^(\d{1,15})(?:\.(ts|m3u8))?$/i;

export interface AskedMoment {
  readonly login: Login;
  readonly file: string;
  readonly start: string;
  readonly duration: string;
}

type PathParams = Login & { duration: string; start: string; file: string };

/** Signs in, finds the archive and sends it. */
export type PlayArchive = (
  request: FastifyRequest,
  reply: FastifyReply,
  address: AskedMoment,
) => Promise<FastifyReply>;

export function createPlayArchive(
  ctx: AppContext,
  openViewing: OpenViewing,
  archive: Archive,
): PlayArchive {
  return async (request, reply, address) => {
    const [, streamId, container = 'ts'] = FILE.exec(address.file) ?? [];
    if (!streamId) return reply.code(404).send();
    const start = parseArchiveStart(address.start, ANNOUNCED_ZONE);
    const minutes = parseArchiveMinutes(address.duration);
    let located: FoundArchive | undefined;
    const findProgramme = async () => {
      const result = await findArchive(ctx, Number(streamId), { start, minutes });
      if (typeof result === 'string') return result;
      located = result;
      return result.programmeStart;
    };
    const attempt = signInAttempt(request, address.login);
    const viewing = await openViewing(attempt, Number(streamId), 'live', {
      request,
      findProgramme,
    });
    if (typeof viewing === 'string') return refusePlay(reply, viewing);
    return archive.send(request, reply, viewing, {
      located: located!,
      container: container.toLowerCase() === 'm3u8' ? 'm3u8' : 'ts',
    });
  };
}

export function archiveRoutes(player: FastifyInstance, play: PlayArchive): void {
  const byPath = (request: FastifyRequest, reply: FastifyReply) => {
    const { duration, start, file, ...login } = request.params as PathParams;
    return play(request, reply, { login, file, start, duration });
  };
  // HEAD needs its own handler, because the source knows the length of the file.
  const methods = ['GET', 'HEAD'];
  player.route({
    method: methods,
    url: '/timeshift/:username/:password/:duration/:start/:file',
    handler: byPath,
  });
  player.route({
    method: methods,
    url: '/timeshifts/:username/:password/:duration/:id/:start',
    handler: (request, reply) => {
      const { duration, id, start, ...login } = request.params as PathParams & { id: string };
      const [, at = '', ending = ''] = /^(.*?)(\.(?:ts|m3u8))?$/i.exec(start) ?? [];
      return play(request, reply, { login, file: id + ending, start: at, duration });
    },
  });
  for (const url of ['/streaming/timeshift.php', '/timeshift.php']) {
    player.route({
      method: [...methods, 'POST'],
      url,
      handler: (request, reply) => {
        const field = requestFields(request);
        const [stream = '', ending = ''] = field('stream').split('.');
        const container = field('extension') || ending || 'ts';
        return play(request, reply, {
          login: { username: field('username'), password: field('password') },
          file: `${stream}.${container}`,
          start: field('start'),
          duration: field('duration'),
        });
      },
    });
  }
}

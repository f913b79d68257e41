/** URLs of the archive in every form that players send. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../../foundation/app-context.ts';
import { type FindLoginByToken, readLogin } from '../login-by-token.ts';
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

interface MomentParams {
  readonly duration: string;
  readonly start: string;
  readonly file: string;
}

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

export function archiveRoutes(
  player: FastifyInstance,
  play: PlayArchive,
  findByToken: FindLoginByToken,
): void {
  // HEAD needs its own handler, because the source knows the length of the file.
  const methods = ['GET', 'HEAD'];
  player.route({
    method: methods,
    url: '/timeshift/:username/:password/:duration/:start/:file',
    handler: (request, reply) => {
      const { username, password, ...moment } = request.params as Login & MomentParams;
      return play(request, reply, { login: { username, password }, ...moment });
    },
  });
  player.route({
    method: methods,
    url: '/timeshift/:token/:duration/:start/:file',
    handler: async (request, reply) => {
      const { token, ...moment } = request.params as MomentParams & { token: string };
      return play(request, reply, { login: await findByToken(token), ...moment });
    },
  });
  player.route({
    method: methods,
    url: '/timeshifts/:username/:password/:duration/:id/:start',
    handler: (request, reply) => {
      const { duration, id, start, ...login } = request.params as Login &
        Omit<MomentParams, 'file'> & { id: string };
      const [, at = '', ending = ''] = /^(.*?)(\.(?:ts|m3u8))?$/i.exec(start) ?? [];
      return play(request, reply, { login, file: id + ending, start: at, duration });
    },
  });
  for (const url of ['/streaming/timeshift.php', '/timeshift.php']) {
    player.route({
      method: [...methods, 'POST'],
      url,
      handler: async (request, reply) => {
        const field = requestFields(request);
        const [stream = '', ending = ''] = field('stream').split('.');
        const container = field('extension') || ending || 'ts';
        return play(request, reply, {
          login: await readLogin(field, findByToken),
          file: `${stream}.${container}`,
          start: field('start'),
          duration: field('duration'),
        });
      },
    });
  }
}

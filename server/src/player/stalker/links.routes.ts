import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Watching } from '../../watching/watching.ts';
import type { Archive } from '../archive/archive.ts';
import { type FoundArchive, findArchive } from '../archive/find-archive.ts';
import type { Films } from '../films/films.ts';
import type { LiveHls } from '../live/live-hls.ts';
import type { LiveTs } from '../live/live-ts.ts';
import { refusePlay } from '../refuse-play.ts';
import { markPassword } from '../stream-token.ts';
import type { OpenLineViewing } from '../viewings/open-viewing.ts';
import { type BoxLink, noteViewing, openLink } from './links.ts';
import { type PortalBox, boxById } from './portal-boxes.sql.ts';

interface LinkRouteDependencies {
  readonly openLineViewing: OpenLineViewing;
  readonly watching: Watching;
  readonly ts: LiveTs;
  readonly hls: LiveHls;
  readonly films: Films;
  readonly archive: Archive;
}

interface LinkParams {
  readonly ticket: string;
  readonly file: string;
}

/**
 * Serves the links of a box. The URL alone authorises the request, because media players send
 * neither cookie nor token.
 */
export function boxLinkRoutes(
  player: FastifyInstance,
  ctx: AppContext,
  dependencies: LinkRouteDependencies,
): void {
  player.route<{ Params: LinkParams }>({
    method: ['GET', 'HEAD'],
    url: '/box/:ticket/:file',
    handler: async (request, reply) => {
      const link = openLink(ctx.secrets, request.params.ticket, ctx.clock.now());
      const box = link && (await findBox(ctx, link));
      if (!link || !box) return refusePlay(reply, 'unknown');
      const isLive = link.kind === 'live' && link.past === null;
      const past = createFindPast(ctx, link);
      // The player opens its link again. The former viewing of the link ends, so that it does not
      // count as another screen.
      if (isLive && request.method === 'GET' && box.linkId === link.linkId && box.viewingId)
        dependencies.watching.playerLeft(box.viewingId);
      const viewing = await dependencies.openLineViewing(box, link.streamId, link.kind, {
        request,
        ...(link.past ? { findProgramme: past.find } : {}),
      });
      if (typeof viewing === 'string') return refusePlay(reply, viewing);
      if (request.method === 'GET' && box.viewingId !== viewing.ticket.sessionId)
        await noteViewing(ctx, link, viewing.ticket.sessionId);
      return send(dependencies, {
        request,
        reply,
        viewing,
        isLive,
        past: past.located(),
        file: request.params.file,
      });
    },
  });
}

/** Finds the programme while the viewing is opened, and keeps it for the answer. */
function createFindPast(ctx: AppContext, { streamId, past }: BoxLink) {
  let located: FoundArchive | undefined;
  return {
    located: () => located,
    find: async () => {
      const start = new Date((past?.start ?? 0) * 1000);
      const result = await findArchive(ctx, streamId, { start, minutes: past?.minutes ?? 0 });
      if (typeof result === 'string') return result;
      located = result;
      return result.programmeStart;
    },
  };
}

async function findBox({ db, clock, secrets }: AppContext, link: BoxLink) {
  const box = await db.first<PortalBox>(boxById(link.boxId, clock.now()), 'prepared');
  if (!box || box.id !== link.lineId || box.isBlocked) return undefined;
  return markPassword(secrets, box.id, box.password) === link.passwordMark ? box : undefined;
}

interface Sending {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly viewing: Exclude<Awaited<ReturnType<OpenLineViewing>>, string>;
  readonly isLive: boolean;
  readonly past: FoundArchive | undefined;
  readonly file: string;
}

function send(
  dependencies: LinkRouteDependencies,
  { request, reply, viewing, isLive, past, file }: Sending,
) {
  const container = /\.([a-z0-9]{1,5})$/i.exec(file)?.[1]?.toLowerCase() ?? '';
  if (past)
    return dependencies.archive.send(request, reply, viewing, {
      located: past,
      container: container === 'm3u8' ? 'm3u8' : 'ts',
    });
  if (!isLive) return dependencies.films.send(request, reply, viewing, container);
  return container === 'm3u8'
    ? dependencies.hls.open(request, reply, viewing)
    : dependencies.ts.send(request, reply, viewing);
}

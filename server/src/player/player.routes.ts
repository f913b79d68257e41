/** Routes of the player, which customers' apps call with the Xtream protocol (Q-P2PPLAY). */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuseBlockedPlayers } from '../blocklist/blocklist.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { createRoom, limitRequests, type Room } from '../foundation/http/overload.ts';
import { openSourceHealth } from './sources/source-health.ts';
import { createSourceSwitch } from './sources/switch-source.ts';
import { createRecordRefusal, createWatching } from '../watching/watching.ts';
import { createArchive } from './archive/archive.ts';
import { archiveRoutes, createPlayArchive } from './archive/archive.routes.ts';
import { boxPageRoutes } from './box-page/box-page.routes.ts';
import { setPlayerHeaders } from './player-headers.ts';
import { createFindLoginByToken } from './login-by-token.ts';
import { createFilms } from './films/films.ts';
import { filmRoutes } from './films/films.routes.ts';
import { listRoutes } from './lists/lists.routes.ts';
import { createLiveHls } from './live/live-hls.ts';
import { createLiveTs } from './live/live-ts.ts';
import { createLiveSources } from './live/live-sources.ts';
import { liveRoutes } from './live/live.routes.ts';
import { createOpenLineViewing, createOpenViewing } from './viewings/open-viewing.ts';
import { createOpenStreams } from './live/open-streams.ts';
import { sendToBalancer } from './send-to-balancer.ts';
import { shortLinkRoutes } from './lists/short-links.routes.ts';
import { createMediaDecisions } from './media/media-decisions.ts';
import { mediaRoutes } from './media/media.routes.ts';
import { createPlaylistCache } from './lists/playlist-cache.ts';
import { createSignInLine } from './sign-in-line.ts';
import { boxLinkRoutes } from './stalker/links.routes.ts';
import { createPortalBoxes } from './stalker/portal-boxes.ts';
import type { FindBoxRenewal } from './stalker/profile.ts';
import { PORTAL_URLS, stalkerRoutes } from './stalker/stalker.routes.ts';
import { webPageRoutes } from './web-page.routes.ts';
import { CHECK_INTERVALS, createViewingRights } from './viewings/viewing-rights.ts';

/**
 * Rooms whose requests wait for a shared query have this many times more slots, because such
 * requests need little work.
 */
const SHARING = 10;

/**
 * Assigns requests to three separate rooms: running viewings, sign-ins, and all others such as new
 * viewings. Running viewings never wait for sign-ins, and sign-ins never wait for a channel that
 * answers slowly. Neither waits for new viewings, each of which uses a database connection.
 */
function roomsOf(slots: number): (request: FastifyRequest) => Room {
  const [watching, apps] = [createRoom(slots * SHARING), createRoom(slots * SHARING)];
  const others = createRoom(slots);
  return ({ routeOptions: { url = '' } }) => {
    if (url.startsWith('/hls/')) return watching;
    return url === '/player_api.php' || PORTAL_URLS.has(url) ? apps : others;
  };
}

/**
 * Registers the player on the panel's server or on a separate one. Its hooks and headers do not
 * affect other routes.
 */
export async function registerPlayer(
  server: FastifyInstance,
  ctx: AppContext,
  intervals = CHECK_INTERVALS,
  findRenewal?: FindBoxRenewal,
): Promise<void> {
  const watching = createWatching(ctx, intervals);
  const rights = createViewingRights(ctx, watching, intervals);
  const note = createRecordRefusal(ctx);
  const lists = createPlaylistCache();
  const boxes = createPortalBoxes(ctx, intervals);
  const signInLine = createSignInLine(ctx);
  const findByToken = createFindLoginByToken(ctx);
  const health = openSourceHealth(ctx, intervals.writeEveryMs);
  const liveSources = createLiveSources(ctx, {
    health,
    sourceSwitch: createSourceSwitch(ctx),
    headerTimeoutMs: intervals.sourceTimeoutMs,
  });
  const running = createOpenStreams(ctx, rights, watching, intervals);
  const ts = createLiveTs(running, watching, liveSources);
  const media = createMediaDecisions(ctx, { signInLine, rights, watching, intervals });
  const hls = createLiveHls(ctx, { rights, watching, note, liveSources }, intervals);
  // Ends running streams, because they would keep a closing server open for ever.
  server.addHook('preClose', async () => {
    running.stop();
    media.stop();
    liveSources.stop();
  });
  server.addHook('onClose', async () => {
    await watching.stop();
    await boxes.stop();
    await health.stop();
  });

  await server.register(async (player) => {
    refuseBlockedPlayers(player, ctx);
    limitRequests(player, roomsOf(ctx.config.maxRequests));
    setPlayerHeaders(player);
    sendToBalancer(player, ctx);
    listRoutes(player, ctx, { signInLine, note, lists, findByToken });
    stalkerRoutes(player, ctx, {
      signInLine,
      rights,
      lists,
      boxes,
      findRenewal,
      unknownMs: intervals.unknownDeviceMs,
    });
    shortLinkRoutes(player, ctx);
    webPageRoutes(player);
    boxPageRoutes(player, ctx);
    const openLineViewing = createOpenLineViewing(ctx, { rights, watching, note });
    const openViewing = createOpenViewing({ signInLine, openLineViewing });
    const films = createFilms(ctx, running, health);
    const archive = createArchive(ctx, { running, watching, note, liveSources, hls });
    const playArchive = createPlayArchive(ctx, openViewing, archive);
    liveRoutes(player, openViewing, { ts, hls, playArchive });
    archiveRoutes(player, playArchive, findByToken);
    mediaRoutes(player, ctx, media);
    filmRoutes(player, openViewing, films);
    boxLinkRoutes(player, ctx, { openLineViewing, watching, ts, hls, films, archive });
    // An unknown path of the player must not return a page of the panel.
    const folders = ['live', 'movie', 'series', 'timeshift', 'timeshifts', 'hls', 's', 'ss'];
    for (const folder of folders.map((name) => `/${name}/*`)) {
      player.get(folder, (_request, reply) => reply.code(404).send());
    }
  });
}

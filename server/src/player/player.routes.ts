/** The customer's side of a line, as players of the Xtream kind ask for it (Q-P2PPLAY). */
import type { FastifyInstance } from 'fastify';
import type { House } from '../foundation/house.ts';
import { openSourceHealth } from '../catalogue/source-health.ts';
import { openWatching } from '../watching/watching.ts';
import { openDoor } from './door.ts';
import { openFilms } from './films.ts';
import { filmRoutes } from './films.routes.ts';
import { listRoutes } from './lists.routes.ts';
import { openLiveHls } from './live-hls.ts';
import { openLiveTs } from './live-ts.ts';
import { openLivePictures } from './live-pictures.ts';
import { liveRoutes } from './live.routes.ts';
import { makeOpenViewing } from './open-viewing.ts';
import { openRunningStreams } from './running.ts';
import { shortLinkRoutes } from './short-links.routes.ts';
import { makeSignInLine } from './sign-in-line.ts';
import { webPageRoutes } from './web-page.routes.ts';
import { PACE, openViewingRights } from './viewing-rights.ts';

/** Beside the panel on one server or on a server of its own; what it sets stays in its own scope. */
export async function registerPlayer(
  server: FastifyInstance,
  house: House,
  pace = PACE,
): Promise<void> {
  const watching = openWatching(house);
  const rights = openViewingRights(house, watching, pace);
  const signInLine = makeSignInLine(house);
  const health = openSourceHealth(house);
  const pictures = openLivePictures(house, health);
  const running = openRunningStreams(house, rights, watching, pace);
  const ts = openLiveTs(running, watching, pictures);
  const hls = openLiveHls(house, rights, watching, pace, pictures);
  // Running streams would hold a closing server for ever.
  server.addHook('preClose', async () => {
    running.stop();
    pictures.stop();
  });
  server.addHook('onClose', async () => {
    await watching.stop();
    await health.stop();
  });

  await server.register(async (player) => {
    openDoor(player);
    listRoutes(player, house, signInLine);
    shortLinkRoutes(player, house);
    webPageRoutes(player);
    const openViewing = makeOpenViewing(house, signInLine, rights, watching);
    liveRoutes(player, openViewing, ts, hls);
    filmRoutes(player, openViewing, openFilms(house, running, health));
    // A player that lost its way gets no page of the panel.
    for (const folder of ['/live/*', '/movie/*', '/series/*', '/hls/*', '/s/*', '/ss/*']) {
      player.get(folder, (_request, reply) => reply.code(404).send());
    }
  });
}

/** The customer's side of a line, as players of the Xtream kind ask for it (Q-P2PPLAY). */
import type { FastifyInstance } from 'fastify';
import type { House } from '../foundation/house.ts';
import { openWatching } from '../watching/watching.ts';
import { openDoor } from './door.ts';
import { listRoutes } from './lists.routes.ts';
import { openLiveHls } from './live-hls.ts';
import { openLiveTs } from './live-ts.ts';
import { liveRoutes } from './live.routes.ts';
import { makeOpenViewing } from './open-viewing.ts';
import { shortLinkRoutes } from './short-links.routes.ts';
import { makeSignInLine } from './sign-in-line.ts';
import { PACE, openViewingRights } from './viewing-rights.ts';

/** Beside the panel on one server or on a server of its own; what it sets stays in its own scope. */
export async function registerPlayer(
  server: FastifyInstance,
  house: House,
  pace = PACE,
): Promise<void> {
  const watching = openWatching(house);
  const rights = openViewingRights(house, pace);
  const signInLine = makeSignInLine(house);
  const ts = openLiveTs(house, rights, watching, pace);
  const hls = openLiveHls(house, rights, watching, pace);
  // Running streams would hold a closing server for ever.
  server.addHook('preClose', async () => ts.stop());
  server.addHook('onClose', () => watching.stop());

  await server.register(async (player) => {
    openDoor(player);
    listRoutes(player, house, signInLine);
    shortLinkRoutes(player, house);
    liveRoutes(player, makeOpenViewing(house, signInLine, rights), ts, hls);
    // A player that lost its way gets no page of the panel.
    for (const folder of ['/live/*', '/hls/*', '/s/*', '/ss/*']) {
      player.get(folder, (_request, reply) => reply.code(404).send());
    }
  });
}

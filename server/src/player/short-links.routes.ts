/** Short links, for whoever types with a remote control. They lead on within the same host (Q-SHORTENER). */
import type { FastifyInstance } from 'fastify';
import type { House } from '../foundation/house.ts';
import { originOf } from '../foundation/http/origin.ts';
import { listPath, readShortLink } from './addresses.ts';
import type { Login } from './asked.ts';
import { lineByShortCode } from './player.sql.ts';
import { makeThrottle } from './throttle.ts';

const MISSES_A_MINUTE = 60;

export function shortLinkRoutes(player: FastifyInstance, house: House): void {
  const misses = makeThrottle(MISSES_A_MINUTE, 60);

  player.get<{ Params: { link: string } }>('/s/:link', async (request, reply) => {
    const { address } = originOf(request);
    await misses.check(address);
    const read = readShortLink(request.params.link);
    const line =
      read && (await house.db.first<Login>(lineByShortCode(read.code), 'player-short-link'));
    if (line) return reply.redirect(listPath(read.kind, line), 302);
    await misses.miss(address);
    return reply.code(404).send();
  });
}

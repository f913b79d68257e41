/** Short links, for whoever types with a remote control. They lead on within the same host (Q-SHORTENER). */
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../foundation/app-context.ts';
import { requestMetaOf } from '../foundation/http/request-meta.ts';
import { playlistPath, readShortLink } from './line-urls.ts';
import type { Login } from './request-fields.ts';
import { lineByShortCode } from './player.sql.ts';
import { createRateLimiter } from './rate-limiter.ts';

const MISSES_A_MINUTE = 60;

export function shortLinkRoutes(player: FastifyInstance, ctx: AppContext): void {
  const misses = createRateLimiter(MISSES_A_MINUTE, 60);

  player.get<{ Params: { link: string } }>('/s/:link', async (request, reply) => {
    const { ip: address } = requestMetaOf(request);
    await misses.check(address);
    const read = readShortLink(request.params.link);
    const line =
      read && (await ctx.db.first<Login>(lineByShortCode(read.code), 'player-short-link'));
    if (line) return reply.redirect(playlistPath(read.kind, line), 302);
    await misses.miss(address);
    return reply.code(404).send();
  });
}

/**
 * Short links. A line's link redirects to its playlist, on the same host or on the line's external
 * server. A link of the installation redirects to the target that an admin set (Q-SHORTENER).
 */
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../foundation/app-context.ts';
import { toNetwork, readRequestMeta } from '../../foundation/http/request-meta.ts';
import { createFailureLimiter } from '../../foundation/limits/rate-limiter.ts';
import { playlistPath, readShortLink } from '../line-urls.ts';
import type { Login } from '../request-fields.ts';
import { lineByShortCode, urlByShortCode } from '../player.sql.ts';

export function shortLinkRoutes(player: FastifyInstance, ctx: AppContext): void {
  const unknownLinks = createFailureLimiter(ctx, 'player-short-link');

  player.get<{ Params: { link: string } }>('/s/:link', async (request, reply) => {
    const network = toNetwork(readRequestMeta(request).ip);
    await unknownLinks.check(network);
    const read = readShortLink(request.params.link);
    const line =
      read &&
      (await ctx.db.first<Login & { serverUrl: string | null }>(
        lineByShortCode(read.code),
        'prepared',
      ));
    if (line) return reply.redirect(`${line.serverUrl ?? ''}${playlistPath(read.kind, line)}`, 302);
    const link =
      read?.kind === 'ts' &&
      (await ctx.db.first<{ url: string }>(urlByShortCode(read.code), 'prepared'));
    if (link) return reply.redirect(link.url, 302);
    await unknownLinks.countFailure(network);
    return reply.code(404).send();
  });
}

/**
 * Redirects viewers to a balancer before any query of their line. The redirect repeats the whole
 * URL and adds a mark with the balancer. A request with this mark is served and not redirected
 * again.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { getBalancerChoice } from '../balancers/balancers.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { readRequestUrl } from '../foundation/http/request-meta.ts';
import { requestFields } from './request-fields.ts';
import { openLink } from './stalker/links.ts';

const MARK = 'balancer';
/**
 * Paths of channels and films. Their playlists and segments are then requested from the host of the
 * redirect.
 */
const STREAMS =
  /^\/(?:(?:live\/|movie\/|series\/|timeshifts?\/)?:username|timeshift\/:token|box\/:ticket)/;

export function sendToBalancer(player: FastifyInstance, ctx: AppContext): void {
  player.addHook('onRequest', async (request, reply) => {
    if (!STREAMS.test(request.routeOptions.url ?? '') || request.method === 'OPTIONS') return;
    // A page that was opened over https cannot fetch http URLs, so it is not redirected.
    if (readRequestUrl(request).startsWith('https:')) return;
    if ((await readRequestBalancer(ctx, request)) !== null) return;
    const key = viewerKey(ctx, request);
    const balancer = key && (await getBalancerChoice(ctx).choose(key, request.hostname));
    if (!balancer) return;
    const host = balancer.ip.includes(':') ? `[${balancer.ip}]` : balancer.ip;
    const sent = new URL(`http://${host}:${ctx.config.balancerPort}${request.url}`);
    sent.searchParams.set(MARK, String(balancer.id));
    return reply.redirect(sent.href, 302);
  });
}

/**
 * Returns the text that selects the balancer, so that a line always gets the same one. Undefined
 * for an invalid link.
 */
function viewerKey(ctx: AppContext, request: FastifyRequest): string | undefined {
  const {
    username,
    token,
    ticket = '',
  } = request.params as Partial<Record<'username' | 'token' | 'ticket', string>>;
  const viewer = username ?? token;
  if (viewer !== undefined) return viewer;
  const link = openLink(ctx.secrets, ticket, ctx.clock.now());
  return link && `line-${link.lineId}`;
}

/** Returns the balancer that this request came through, or null. */
export async function readRequestBalancer(
  ctx: AppContext,
  request: FastifyRequest,
): Promise<number | null> {
  const written = requestFields(request)(MARK);
  if (!/^\d{1,15}$/.test(written)) return null;
  const id = Number(written);
  return (await getBalancerChoice(ctx).knows(id)) ? id : null;
}

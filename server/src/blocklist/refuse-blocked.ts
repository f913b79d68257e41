/**
 * Refuses blocked addresses early, before the server reads a body, searches a name or hashes a
 * password.
 */
import { errorBody } from '@ramal/contract/api/errors';
import { refusalStatusText, refusalTexts } from '@ramal/contract/watching';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppContext } from '../foundation/app-context.ts';
import { requestAddress } from '../foundation/http/request-meta.ts';
import type { Block } from './blocklist.sql.ts';
import { getBlocklist } from './blocks.ts';

/**
 * Refuses the requests of a blocked address to the player. If working lines share the address,
 * allows them, because only its wrong sign-ins are refused later.
 */
export function refuseBlockedPlayers(player: FastifyInstance, ctx: AppContext): void {
  player.addHook('onRequest', async (request, reply) => {
    if (!(await refusing(ctx, request))) return;
    reply.raw.statusMessage = refusalStatusText('address');
    return reply
      .code(403)
      .headers({ 'cache-control': 'no-store', 'x-refusal-reason': 'address' })
      .type('text/plain; charset=utf-8')
      .send(refusalTexts.address);
  });
}

/**
 * Refuses sign-ins of blocked addresses to the panel. Other requests are allowed, because signed-in
 * people already sent the right password.
 */
export function refuseBlockedSignIns(
  panel: FastifyInstance,
  ctx: AppContext,
  isSignIn: (request: FastifyRequest) => boolean,
): void {
  panel.addHook('onRequest', async (request, reply) => {
    const block = isSignIn(request) && (await refusing(ctx, request));
    if (!block) return;
    const seconds = Math.max(2, Math.ceil((+block.until - +ctx.clock.now()) / 1000));
    return reply
      .code(429)
      .header('retry-after', seconds)
      .send(errorBody('too_many_attempts', { values: { seconds } }));
  });
}

async function refusing(ctx: AppContext, request: FastifyRequest): Promise<Block | undefined> {
  const blocklist = getBlocklist(ctx);
  const ip = requestAddress(request);
  const block = await blocklist.find(ip);
  if (!block || block.isShared) return undefined;
  blocklist.countRefused(ip);
  return block;
}

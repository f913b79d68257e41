/**
 * Creates a paid line for the app that shows a code: 1 credit, 30 days. It uses the general
 * creation of lines, so credits, limits, events and idempotency keys work as for every line. The
 * same transaction locks the code and marks it as used. So one code creates one line. A refused
 * request costs nothing and leaves the code unused. Source: V-19, K-24, Q-CODECOST, Q-CHARGE,
 * Q-IDEMPOTENT.
 */
import { CODE_CREDITS, type createLineFromCode } from '@ramal/contract/activation';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { errorText, refuse } from '@ramal/contract/api/errors';
import { platforms } from '@ramal/contract/rules/platforms';
import type { Tx } from '../foundation/database.ts';
import type { Call } from '../foundation/http/bind.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { consume, createRateLimiter } from '../foundation/limits/rate-limiter.ts';
import { lineActionRoutes, type LineSource } from '../lines/lines.ts';
import { lockCode, redeemCodeCte } from './activation.sql.ts';

export function createCreateLineFromCode(ctx: AppContext) {
  const typed = createRateLimiter(ctx, 'activation-typed');
  const acts = lineActionRoutes(ctx, platforms['new-p2p']);
  return async (
    call: Call<typeof createLineFromCode>,
  ): Promise<HandlerResult<typeof createLineFromCode>> => {
    const { code = refuseMissing(), note = '', whatsapp, productid } = call.body;
    const account = String(call.actor.id);
    await consume(typed, account);
    const body = {
      official: true,
      credits: CODE_CREDITS * 100,
      testHours: 0,
      note,
      whatsapp,
    };
    const receipt = await acts.create(
      { ...call, body },
      {
        username: undefined,
        product: { productId: productid ?? completeProduct(ctx) },
        source: (tx, lineId) => redeemCode(tx, ctx, code, lineId),
      },
    );
    await typed.reward(account);
    return receipt;
  };
}

const refuseMissing = (): never =>
  refuse('activation_code_missing', {
    fields: { code: errorText('activation_code_missing') },
  });

/**
 * Returns the product of a new line: the first of its platform, which includes everything
 * (Q-PRODUCTIDS, Q-QUICKP2P).
 */
const completeProduct = ({ config }: AppContext): number =>
  config.p2pProducts[0]?.id ?? refuse('package_unknown');

/** Locks and redeems the code. Refuses a code that is unknown, expired or already used. */
async function redeemCode(
  tx: Tx,
  ctx: AppContext,
  code: string,
  lineId: number,
): Promise<LineSource> {
  const now = ctx.clock.now();
  const typed = await lockCode(tx, code);
  if (!typed) return refuse('activation_code_unknown');
  if (typed.lineId !== null) refuse('activation_code_used');
  if (typed.expiresAt <= now) refuse('activation_code_expired');
  const { device } = typed;
  return {
    ctes: { code: redeemCodeCte(code, lineId, now) },
    note: `Criado por código: ${device}`,
    eventData: { device },
  };
}

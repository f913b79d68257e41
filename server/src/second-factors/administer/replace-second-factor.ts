/**
 * Prepares a new authenticator for an account that lost its device. The current secret is never
 * shown again. The new secret is stored next to it, and replaces it at the first sign-in with a
 * code of the new secret (Q-QRADMIN). Refused for admins, who can be helped by other admins or the
 * console.
 */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type { replaceSecondFactor as declaration } from '@ramal/contract/second-factors';
import sql from 'sql-template-tag';
import { recordEvent } from '../../events/events.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { qrAddress } from '../enable-second-factor.ts';
import { lockHolder } from '../second-factors.sql.ts';
import { newSecret } from '../totp.ts';

export async function replaceSecondFactor(
  ctx: AppContext,
  { actor, requestMeta, params }: Call<typeof declaration>,
): Promise<HandlerResult<typeof declaration>> {
  const { secret, sealed } = newSecret(ctx);
  const username = await ctx.db.tx(async (tx) => {
    const now = ctx.clock.now();
    const holder = (await lockHolder(tx, actor, params.id, now)) ?? refuse('reseller_not_found');
    if (holder.profile === 'admin') refuse('forbidden');
    if (!holder.hasTotp) refuse('second_factor_missing');
    await tx.run(sql`
      update accounts set totp_pending = ${sealed}, totp_pending_by = 'admin', totp_pending_at = ${now}
      where id = ${holder.id}`);
    await recordEvent(tx, requestMeta, {
      kind: 'second-factor-prepared',
      actorId: actor.id,
      accountId: holder.id,
    });
    return holder.username;
  });
  return {
    qrCodeUrl: await qrAddress(ctx, requestMeta, username, secret),
    secret,
    username,
    message: `Entregue este QR code a ${username}: ele passa a valer no primeiro código usado para entrar. Até lá, o atual continua valendo.`,
  };
}

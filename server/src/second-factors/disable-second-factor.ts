/**
 * Disables the account's own authenticator. If a second factor is required, a passkey must remain.
 * The recovery codes are deleted with the last factor, because they only replace a factor.
 */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type { disableSecondFactor as declaration } from '@ramal/contract/second-factors';
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import type { Call } from '../foundation/http/bind.ts';
import { deleteRecoveryCodesCte } from './recovery-codes.ts';
import { recordFactorChange } from './second-factor-state.ts';
import { lockHolder } from './second-factors.sql.ts';

export async function disableSecondFactor(
  ctx: AppContext,
  { actor, requestMeta }: Call<typeof declaration>,
): Promise<HandlerResult<typeof declaration>> {
  await ctx.db.tx(async (tx) => {
    const holder = await lockHolder(tx, actor, actor.id, ctx.clock.now());
    if (!holder?.hasTotp) return refuse('second_factor_missing');
    if (holder.isRequired && holder.passkeys === 0) refuse('second_factor_required');
    await tx.run(sql`
      update accounts set totp_secret = null, totp_last_step = 0,
        totp_pending = null, totp_pending_by = null, totp_pending_at = null
      where id = ${actor.id}`);
    if (holder.passkeys === 0) await tx.run(deleteRecoveryCodesCte(actor.id));
    await recordFactorChange(tx, { actor, requestMeta }, ctx.clock.now(), {
      kind: 'second-factor-disabled',
    });
  });
  return { message: 'O 2FA desta conta foi desligado.' };
}

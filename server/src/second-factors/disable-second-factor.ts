/**
 * Switches one's own authenticator off. Where one is required by now a passkey must stay; recovery
 * codes go with the last factor, for nothing is left for them to stand in for.
 */
import type { Given } from '@ramal/contract/endpoint';
import { refuse } from '@ramal/contract/errors';
import type { disableSecondFactor as declaration } from '@ramal/contract/second-factors';
import sql from 'sql-template-tag';
import { recording } from '../events/events.ts';
import type { House } from '../foundation/house.ts';
import type { Call } from '../foundation/http/bind.ts';
import { forgettingRecoveryCodes } from './recovery-codes.ts';
import { lockHolder } from './second-factors.sql.ts';

export async function disableSecondFactor(
  house: House,
  { actor, origin }: Call<typeof declaration>,
): Promise<Given<typeof declaration>> {
  await house.db.tx(async (tx) => {
    const holder = await lockHolder(tx, actor, actor.id, house.clock.now());
    if (!holder?.hasTotp) return refuse('second_factor_missing');
    if (holder.isRequired && holder.passkeys === 0) refuse('second_factor_required');
    await tx.run(sql`
      update accounts set totp_secret = null, totp_last_step = 0,
        totp_pending = null, totp_pending_by = null, totp_pending_at = null
      where id = ${actor.id}`);
    if (holder.passkeys === 0) await tx.run(forgettingRecoveryCodes(actor.id));
    await tx.run(
      recording(origin, { kind: 'second-factor-disabled', actorId: actor.id, accountId: actor.id }),
    );
  });
  return { message: 'O 2FA desta conta foi desligado.' };
}

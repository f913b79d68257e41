/**
 * Removes passkeys of the caller. Refuses to remove the last factor of an account that must have
 * one.
 */
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type { removePasskey as declaration } from '@ramal/contract/passkeys';
import sql from 'sql-template-tag';
import type { Actor } from '../../foundation/caller.ts';
import type { Tx } from '../../foundation/database.ts';
import type { Call } from '../../foundation/http/bind.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { deleteRecoveryCodesCte } from '../recovery-codes.ts';
import { recordFactorChange } from '../second-factor-state.ts';
import { lockHolder } from '../second-factors.sql.ts';
import { deleteKey } from './passkeys.sql.ts';

export async function removePasskey(
  ctx: AppContext,
  { actor, params, requestMeta }: Call<typeof declaration>,
): Promise<ResponseOf<typeof declaration>> {
  await ctx.db.tx(async (tx) => {
    // The lock prevents a simultaneous removal of the other factor.
    const holder = await lockHolder(tx, actor, actor.id, ctx.clock.now());
    const key = await deleteKey(tx, actor.id, params.id);
    if (!holder || !key) return refuse('passkey_not_found');
    if (!holder.hasTotp && holder.passkeys === 1) {
      if (holder.isRequired) refuse('second_factor_required');
      await tx.run(deleteRecoveryCodesCte(actor.id));
    }
    await recordFactorChange(tx, { actor, requestMeta }, ctx.clock.now(), {
      kind: 'passkey-removed',
      before: { name: key.name, host: key.rpId },
    });
  });
  return { message: 'Chave de acesso removida.' };
}

/** Removes all passkeys of the account on every host, and returns their number. */
export async function removePasskeys(tx: Tx, actor: Actor, now: Date): Promise<number> {
  const holder = await lockHolder(tx, actor, actor.id, now);
  if (!holder || holder.passkeys === 0) return 0;
  if (!holder.hasTotp) {
    if (holder.isRequired) refuse('second_factor_required');
    await tx.run(deleteRecoveryCodesCte(actor.id));
  }
  await tx.run(sql`delete from passkey_challenges where account_id = ${actor.id}`);
  return tx.run(sql`delete from passkeys where account_id = ${actor.id}`);
}

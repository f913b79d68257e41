/** Removes a passkey; not the last factor of an account that must have one. */
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type { removePasskey as declaration } from '@ramal/contract/passkeys';
import { insertEventCte } from '../../events/events.ts';
import type { Call } from '../../foundation/http/bind.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { deleteRecoveryCodesCte } from '../recovery-codes.ts';
import { lockHolder } from '../second-factors.sql.ts';
import { deleteKey } from './passkeys.sql.ts';

export async function removePasskey(
  ctx: AppContext,
  { actor, params, requestMeta }: Call<typeof declaration>,
): Promise<ResponseOf<typeof declaration>> {
  await ctx.db.tx(async (tx) => {
    // Against the other factor being removed at the same moment.
    const holder = await lockHolder(tx, actor, actor.id, ctx.clock.now());
    const key = await deleteKey(tx, actor.id, params.id);
    if (!holder || !key) return refuse('passkey_not_found');
    if (!holder.hasTotp && holder.passkeys === 1) {
      if (holder.isRequired) refuse('second_factor_required');
      await tx.run(deleteRecoveryCodesCte(actor.id));
    }
    await tx.run(
      insertEventCte(requestMeta, {
        kind: 'passkey-removed',
        actorId: actor.id,
        accountId: actor.id,
        before: { name: key.name, host: key.rpId },
      }),
    );
  });
  return { message: 'Chave de acesso removida.' };
}

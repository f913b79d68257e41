/**
 * Removes the whole second factor of another account at the request of an admin: authenticator,
 * recovery codes, passkeys and sessions. The account may be another admin, who can then sign in
 * again after losing a device, without the console. For their own account admins use `disable-2fa`,
 * which checks whether a second factor is required.
 */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { Refusal, refuse } from '@ramal/contract/api/errors';
import type {
  removeSecondFactor as declaration,
  removeSecondFactors as manyDeclaration,
} from '@ramal/contract/second-factors';
import { recordEvent } from '../../events/events.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Caller } from '../../foundation/caller.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { endSignInsCte } from '../../access/access.ts';
import { deleteSecondFactor } from '../second-factor-state.ts';
import { lockHolder } from '../second-factors.sql.ts';

export async function removeSecondFactor(
  ctx: AppContext,
  call: Call<typeof declaration>,
): Promise<HandlerResult<typeof declaration>> {
  await removeForAccount(ctx, call, call.params.id);
  return { message: '2FA deste revendedor excluido com sucesso' };
}

/** Uses a transaction for each account, so that a refusal for one account does not affect the others. */
export async function removeSecondFactors(
  ctx: AppContext,
  call: Call<typeof manyDeclaration>,
): Promise<HandlerResult<typeof manyDeclaration>> {
  const ids = [...new Set(call.body.ids)];
  const failed: number[] = [];
  for (const id of ids) if (!(await tryRemove(ctx, call, id))) failed.push(id);
  const message =
    failed.length > 0 ? 'Parcial: Alguns 2FA não foram excluídos.' : '2FA excluídos com sucesso';
  return { message, removed: ids.length - failed.length, failed };
}

async function tryRemove(ctx: AppContext, call: Caller, id: number): Promise<boolean> {
  try {
    await removeForAccount(ctx, call, id);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

const removeForAccount = (
  ctx: AppContext,
  { actor, requestMeta }: Caller,
  id: number,
): Promise<void> =>
  ctx.db.tx(async (tx) => {
    const now = ctx.clock.now();
    const holder = (await lockHolder(tx, actor, id, now)) ?? refuse('reseller_not_found');
    if (holder.id === actor.id) refuse('forbidden');
    const { hasTotp, passkeys } = holder;
    if (!hasTotp && passkeys === 0) refuse('second_factor_missing');
    await deleteSecondFactor(tx, holder.id);
    await tx.run(endSignInsCte([holder.id], 'second-factor-removed', now));
    await recordEvent(tx, requestMeta, {
      kind: 'second-factor-removed',
      actorId: actor.id,
      accountId: holder.id,
      before: { code: hasTotp, passkeys },
    });
  });

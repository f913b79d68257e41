/**
 * An admin removes the whole second factor of an account: authenticator, recovery codes, passkeys,
 * and the sessions opened with them. It may be another admin's, who after losing a device would
 * otherwise need the console. The caller's own is excluded: that is `disable-2fa`, which keeps the rule
 * that requires one.
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
import { removeSecondFactorOf } from '../second-factor-state.ts';
import { lockHolder } from '../second-factors.sql.ts';

export async function removeSecondFactor(
  ctx: AppContext,
  call: Call<typeof declaration>,
): Promise<HandlerResult<typeof declaration>> {
  await removeOf(ctx, call, call.params.id);
  return { message: '2FA deste revendedor excluido com sucesso' };
}

/** Each in a transaction of its own: what cannot be done for one keeps no other waiting. */
export async function removeSecondFactors(
  ctx: AppContext,
  call: Call<typeof manyDeclaration>,
): Promise<HandlerResult<typeof manyDeclaration>> {
  const ids = [...new Set(call.body.ids)];
  const failed: number[] = [];
  for (const id of ids) if (!(await isRemoved(ctx, call, id))) failed.push(id);
  const message =
    failed.length > 0 ? 'Parcial: Alguns 2FA não foram excluídos.' : '2FA excluídos com sucesso';
  return { message, removed: ids.length - failed.length, failed };
}

async function isRemoved(ctx: AppContext, call: Caller, id: number): Promise<boolean> {
  try {
    await removeOf(ctx, call, id);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

const removeOf = (ctx: AppContext, { actor, requestMeta }: Caller, id: number): Promise<void> =>
  ctx.db.tx(async (tx) => {
    const now = ctx.clock.now();
    const holder = (await lockHolder(tx, actor, id, now)) ?? refuse('reseller_not_found');
    if (holder.id === actor.id) refuse('forbidden');
    const { hasTotp, passkeys } = holder;
    if (!hasTotp && passkeys === 0) refuse('second_factor_missing');
    await removeSecondFactorOf(tx, holder.id);
    await tx.run(endSignInsCte([holder.id], 'second-factor-removed', now));
    await recordEvent(tx, requestMeta, {
      kind: 'second-factor-removed',
      actorId: actor.id,
      accountId: holder.id,
      before: { code: hasTotp, passkeys },
    });
  });

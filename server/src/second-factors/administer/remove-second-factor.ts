/**
 * An admin removes the whole second factor of an account: authenticator, recovery codes, passkeys,
 * and the sessions opened with them. It may be another admin's, who after losing a device would
 * otherwise need the console. The caller's own is excluded: that takes a code (`disable-2fa`), which
 * this call does not require.
 */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type { removeSecondFactor as declaration } from '@ramal/contract/second-factors';
import { insertEventCte } from '../../events/events.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { endSignInsCte } from '../../access/access.ts';
import { removeSecondFactorOf } from '../second-factor-state.ts';
import { lockHolder } from '../second-factors.sql.ts';

export async function removeSecondFactor(
  ctx: AppContext,
  { actor, requestMeta, params }: Call<typeof declaration>,
): Promise<HandlerResult<typeof declaration>> {
  await ctx.db.tx(async (tx) => {
    const now = ctx.clock.now();
    const holder = (await lockHolder(tx, actor, params.id, now)) ?? refuse('reseller_not_found');
    if (holder.id === actor.id) refuse('forbidden');
    const { hasTotp, passkeys } = holder;
    if (!hasTotp && passkeys === 0) refuse('second_factor_missing');
    await removeSecondFactorOf(tx, holder.id);
    await tx.run(endSignInsCte([holder.id], 'second-factor-removed', now));
    await tx.run(
      insertEventCte(requestMeta, {
        kind: 'second-factor-removed',
        actorId: actor.id,
        accountId: holder.id,
        before: { code: hasTotp, passkeys },
      }),
    );
  });
  return { message: '2FA deste revendedor excluido com sucesso' };
}

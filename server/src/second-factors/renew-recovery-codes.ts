/** Creates ten new recovery codes. The old ones become invalid. */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type { renewRecoveryCodes as declaration } from '@ramal/contract/second-factors';
import type { AppContext } from '../foundation/app-context.ts';
import type { Call } from '../foundation/http/bind.ts';
import { issueRecoveryCodes } from './recovery-codes.ts';
import { recordFactorChange } from './second-factor-state.ts';
import { lockHolder } from './second-factors.sql.ts';

export async function renewRecoveryCodes(
  ctx: AppContext,
  { actor, requestMeta }: Call<typeof declaration>,
): Promise<HandlerResult<typeof declaration>> {
  const recoveryCodes = await ctx.db.tx(async (tx) => {
    const holder = await lockHolder(tx, actor, actor.id, ctx.clock.now());
    if (!holder || !(holder.hasTotp || holder.passkeys > 0)) refuse('second_factor_missing');
    const codes = await issueRecoveryCodes(ctx, tx, actor.id);
    await recordFactorChange(tx, { actor, requestMeta }, ctx.clock.now(), {
      kind: 'recovery-codes-renewed',
    });
    return codes;
  });
  return {
    message: 'Códigos de recuperação novos: os antigos não valem mais.',
    recoveryCodes,
  };
}

/** Returns the account's second factors, and whether a rule requires one. */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import type { verifySecondFactor as declaration } from '@ramal/contract/second-factors';
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import type { Call } from '../foundation/http/bind.ts';
import { recoveryCodesLeft } from './recovery-codes.ts';
import { passkeyCount, readSecondFactorRequirement } from './second-factor-state.ts';

interface FactorState {
  readonly hasTotp: boolean;
  readonly passkeys: number;
  readonly recoveryCodes: number;
}

export async function verifySecondFactor(
  ctx: AppContext,
  { actor }: Call<typeof declaration>,
): Promise<HandlerResult<typeof declaration>> {
  const state = await ctx.db.first<FactorState>(sql`
    select a.totp_secret is not null as has_totp, ${passkeyCount} as passkeys,
      ${recoveryCodesLeft} as recovery_codes
    from accounts a where a.id = ${actor.id}`);
  const demand = await readSecondFactorRequirement(ctx, actor.id);
  return {
    has2fa: state!.hasTotp,
    passkeys: state!.passkeys,
    recoveryCodes: state!.recoveryCodes,
    requiredFrom: demand.requiredFrom,
    mustEnrol: actor.mustEnrol,
    replacementPending: demand.replacementPending,
  };
}

/**
 * An admin takes somebody's whole second factor away: authenticator, recovery codes, passkeys, and
 * the sign-ins that were opened with them. Another admin's too, or who lost a device could be helped by
 * the console alone; one's own never: that takes a code (`disable-2fa`), which this call asks for of no one.
 */
import type { Given } from '@ramal/contract/endpoint';
import { refuse } from '@ramal/contract/errors';
import type { removeSecondFactor as declaration } from '@ramal/contract/second-factors';
import { recording } from '../events/events.ts';
import type { House } from '../foundation/house.ts';
import type { Call } from '../foundation/http/bind.ts';
import { endingSignIns } from '../sessions/end-sign-ins.ts';
import { takeSecondFactorAway } from './second-factors.ts';
import { lockHolder } from './second-factors.sql.ts';

export async function removeSecondFactor(
  house: House,
  { actor, origin, params }: Call<typeof declaration>,
): Promise<Given<typeof declaration>> {
  await house.db.tx(async (tx) => {
    const now = house.clock.now();
    const holder = (await lockHolder(tx, actor, params.id, now)) ?? refuse('reseller_not_found');
    if (holder.id === actor.id) refuse('forbidden');
    const { hasTotp, passkeys } = holder;
    if (!hasTotp && passkeys === 0) refuse('second_factor_missing');
    await takeSecondFactorAway(tx, holder.id);
    await tx.run(endingSignIns([holder.id], 'second-factor-removed', now));
    await tx.run(
      recording(origin, {
        kind: 'second-factor-removed',
        actorId: actor.id,
        accountId: holder.id,
        before: { code: hasTotp, passkeys },
      }),
    );
  });
  return { message: '2FA deste revendedor excluido com sucesso' };
}

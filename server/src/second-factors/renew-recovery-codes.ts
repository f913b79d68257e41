/** Ten new recovery codes; the old ones are good for nothing from then on. */
import type { Given } from '@ramal/contract/endpoint';
import { refuse } from '@ramal/contract/errors';
import type { renewRecoveryCodes as declaration } from '@ramal/contract/second-factors';
import { recording } from '../events/events.ts';
import type { House } from '../foundation/house.ts';
import type { Call } from '../foundation/http/bind.ts';
import { issueRecoveryCodes } from './recovery-codes.ts';
import { lockHolder } from './second-factors.sql.ts';

export async function renewRecoveryCodes(
  house: House,
  { actor, origin }: Call<typeof declaration>,
): Promise<Given<typeof declaration>> {
  const recovery_codes = await house.db.tx(async (tx) => {
    const holder = await lockHolder(tx, actor, actor.id, house.clock.now());
    if (!holder || !(holder.hasTotp || holder.passkeys > 0)) refuse('second_factor_missing');
    const codes = await issueRecoveryCodes(house, tx, actor.id);
    await tx.run(
      recording(origin, { kind: 'recovery-codes-renewed', actorId: actor.id, accountId: actor.id }),
    );
    return codes;
  });
  return {
    message: 'Códigos de recuperação novos: os antigos não valem mais.',
    recovery_codes,
  };
}

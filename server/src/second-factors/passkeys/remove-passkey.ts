/** Takes a passkey away; not the last factor of an account that must have one. */
import type { Answered } from '@ramal/contract/endpoint';
import { refuse } from '@ramal/contract/errors';
import type { removePasskey as declaration } from '@ramal/contract/passkeys';
import sql from 'sql-template-tag';
import { recording } from '../../events/events.ts';
import type { Call } from '../../foundation/http/bind.ts';
import type { House } from '../../foundation/house.ts';
import { forgettingRecoveryCodes } from '../recovery-codes.ts';
import { hasSecondFactor, requiredFrom } from '../second-factors.ts';
import { deleteKey } from './passkeys.sql.ts';

export async function removePasskey(
  house: House,
  { actor, params, origin }: Call<typeof declaration>,
): Promise<Answered<typeof declaration>> {
  await house.db.tx(async (tx) => {
    // Against the other factor being taken away at the same moment.
    await tx.run(sql`select id from accounts where id = ${actor.id} for no key update`);
    const key = (await deleteKey(tx, actor.id, params.id)) ?? refuse('passkey_not_found');
    const left = await tx.first<{ hasFactor: boolean; isRequired: boolean }>(sql`
      select ${hasSecondFactor} as "hasFactor",
        coalesce(${requiredFrom} <= ${house.clock.now()}, false) as "isRequired"
      from accounts a where a.id = ${actor.id}`);
    if (!left!.hasFactor) {
      if (left!.isRequired) refuse('second_factor_required');
      await tx.run(forgettingRecoveryCodes(actor.id));
    }
    await tx.run(
      recording(origin, {
        kind: 'passkey-removed',
        actorId: actor.id,
        accountId: actor.id,
        before: { name: key.name, host: key.rpId },
      }),
    );
  });
  return { message: 'Chave de acesso removida.' };
}

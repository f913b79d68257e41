/**
 * One's own password: with the current one or a code of the second factor, however the sign-in was
 * opened (Q-PASSCHANGE, V-39, V-40). Every other sign-in of the account ends at once; this one hears
 * the answer, and the panel leaves it too (T-33).
 */
import type { Given } from '@ramal/contract/endpoint';
import { refuse } from '@ramal/contract/errors';
import type { changePassword as declaration } from '@ramal/contract/sessions';
import sql, { empty } from 'sql-template-tag';
import { recording } from '../events/events.ts';
import type { House } from '../foundation/house.ts';
import type { Call, Keeper } from '../foundation/http/bind.ts';
import type { Proving } from '../second-factors/proving.ts';
import { endingSignIns } from './end-sign-ins.ts';
import { hashPassword, verifyPassword } from './passwords.ts';

type Asked = Call<typeof declaration>;

/** What stands between somebody at an open panel and a password of their own. */
export interface PasswordGate {
  readonly proving: Proving;
  readonly spendCode: Keeper['spendCode'];
}

export async function changePassword(
  house: House,
  gate: PasswordGate,
  asked: Asked,
): Promise<Given<typeof declaration>> {
  const { actor, body, origin } = asked;
  const known = await prove(house, gate, asked);
  const passwordHash = await hashPassword(body.password);
  await house.db.tx(async (tx) => {
    // What was shown to be the current password must still be it.
    const still = known === undefined ? empty : sql` and password_hash = ${known}`;
    const changed = await tx.run(
      sql`update accounts set password_hash = ${passwordHash} where id = ${actor.id}${still}`,
    );
    if (changed === 0) refuse('current_password_wrong');
    await tx.run(endingSignIns([actor.id], 'password-changed', house.clock.now(), actor.signInId));
    await tx.run(
      recording(origin, {
        kind: 'password-changed',
        actorId: actor.id,
        accountId: actor.id,
        after: { by: known === undefined ? 'code' : 'password' },
      }),
    );
  });
  return { message: 'Senha alterada com sucesso. Entre de novo com a senha nova.' };
}

/** The hash of the current password, where that is what was shown; undefined where it was a code. */
async function prove(
  house: House,
  { proving, spendCode }: PasswordGate,
  { actor, body, origin }: Asked,
): Promise<string | undefined> {
  if (body.current_password === undefined && body.code_2fa === undefined)
    refuse('invalid_fields', {
      fields: { current_password: 'O campo Senha atual é necessário.' },
    });
  if (body.current_password === undefined) {
    await spendCode(actor, body.code_2fa, origin);
    return undefined;
  }
  await proving.spend(actor.id);
  const account = await house.db.first<{ hash: string }>(
    sql`select password_hash as hash from accounts where id = ${actor.id}`,
  );
  if (!(await verifyPassword(account?.hash, body.current_password))) {
    await house.db.tx((tx) =>
      tx.run(
        recording(origin, {
          kind: 'password-change-refused',
          actorId: actor.id,
          accountId: actor.id,
        }),
      ),
    );
    refuse('current_password_wrong', {
      fields: { current_password: 'A senha atual não confere.' },
    });
  }
  await proving.giveBack(actor.id);
  return account!.hash;
}

/**
 * Checks the password of a signed-in account again, because a stolen session or an open panel does
 * not have it (Q-STOLENSESSION). Wrong passwords count together with wrong codes.
 */
import { refuse } from '@ramal/contract/api/errors';
import sql from 'sql-template-tag';
import { verifyPassword } from '../access/access.ts';
import { recordEvent } from '../events/events.ts';
import type { Caller } from '../foundation/caller.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { SecondFactorVerifier } from './second-factor-verifier.ts';

interface TypedPassword {
  readonly password: string | undefined;
  readonly changesPassword?: boolean;
}

/** Returns the hash that matched the password. */
export async function confirmPassword(
  ctx: AppContext,
  proving: SecondFactorVerifier,
  { actor, requestMeta }: Pick<Caller, 'actor' | 'requestMeta'>,
  { password, changesPassword = false }: TypedPassword,
): Promise<string> {
  if (password === undefined)
    refuse('invalid_fields', { fields: { currentPassword: 'O campo Senha atual é necessário.' } });
  await proving.spend(actor.id);
  const account = await ctx.db.first<{ hash: string }>(
    sql`select password_hash as hash from accounts where id = ${actor.id}`,
  );
  if (!(await verifyPassword(account?.hash, password))) {
    await ctx.db.tx((tx) =>
      recordEvent(tx, requestMeta, {
        kind: changesPassword ? 'password-change-refused' : 'second-factor-refused',
        actorId: actor.id,
        ...(changesPassword ? {} : { after: { by: 'password' } }),
      }),
    );
    refuse('current_password_wrong', {
      fields: { currentPassword: 'A senha atual não confere.' },
    });
  }
  await proving.giveBack(actor.id);
  return account!.hash;
}

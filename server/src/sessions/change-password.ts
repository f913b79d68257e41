/**
 * Changes the account's own password. The request contains the current password or a code of the
 * second factor, however the session was opened (Q-PASSCHANGE, V-39, V-40). All other sessions of
 * the account end at once. This session receives the response, and the panel then signs it out too
 * (T-33). Passkeys work without the password and remain, unless the user removes them in the same
 * call (Q-STOLENSESSION).
 */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type { changePassword as declaration } from '@ramal/contract/sessions';
import sql, { empty } from 'sql-template-tag';
import { recordEvent } from '../events/events.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Call, AuthGuard } from '../foundation/http/bind.ts';
import { CODE_MISSING, type UncheckedCall } from '../foundation/http/missing-code.ts';
import {
  confirmPassword,
  removePasskeys,
  type SecondFactorVerifier,
} from '../second-factors/second-factors.ts';
import { endSignInsCte, type HashPasswordFor } from '../access/access.ts';

type Input = Call<typeof declaration>;

/** Parts that check the request, so that another person at an open panel cannot set a password. */
export interface PasswordGate {
  readonly proving: SecondFactorVerifier;
  readonly spendCode: AuthGuard['spendCode'];
  readonly hashFor: HashPasswordFor;
}

export async function changePassword(
  ctx: AppContext,
  gate: PasswordGate,
  input: Input,
): Promise<HandlerResult<typeof declaration>> {
  const { actor, body, requestMeta } = input;
  const knownHash = await prove(ctx, gate, input);
  const passwordHash = await gate.hashFor(actor.id, body.password);
  await ctx.db.tx(async (tx) => {
    // The password that was checked must still be the current one when the new one is written.
    const still = knownHash === undefined ? empty : sql` and password_hash = ${knownHash}`;
    const changed = await tx.run(
      sql`update accounts set password_hash = ${passwordHash} where id = ${actor.id}${still}`,
    );
    if (changed === 0) refuse('current_password_wrong');
    const passkeys = body.endPasskeys ? await removePasskeys(tx, actor, ctx.clock.now()) : 0;
    await tx.run(endSignInsCte([actor.id], 'password-changed', ctx.clock.now(), actor.signInId));
    await recordEvent(tx, requestMeta, {
      kind: 'password-changed',
      actorId: actor.id,
      after: {
        by: knownHash === undefined ? 'code' : 'password',
        ...(passkeys > 0 ? { removedPasskeys: passkeys } : {}),
      },
    });
  });
  return { message: 'Senha alterada com sucesso. Entre de novo com a senha nova.' };
}

const PASSWORD_MISSING = { currentPassword: 'O campo Senha atual é necessário.' } as const;

/** Returns the fields that the request lacks if it contains no code. */
export const missingProof = ({ body }: UncheckedCall<typeof declaration>) => ({
  ...(body.currentPassword === undefined ? PASSWORD_MISSING : {}),
  ...(body.endPasskeys ? CODE_MISSING : {}),
});

/**
 * Checks the current password or the code. Returns the hash of the current password if it was sent;
 * undefined if only a code was sent.
 */
async function prove(
  ctx: AppContext,
  { proving, spendCode }: PasswordGate,
  { actor, body, requestMeta }: Input,
): Promise<string | undefined> {
  if (body.currentPassword === undefined && body.code2fa === undefined)
    refuse('invalid_fields', { fields: PASSWORD_MISSING });
  if (body.currentPassword === undefined) {
    await spendCode(actor, body.code2fa, requestMeta);
    return undefined;
  }
  const hash = await confirmPassword(
    ctx,
    proving,
    { actor, requestMeta },
    { password: body.currentPassword, changesPassword: true },
  );
  if (body.endPasskeys && actor.hasSecondFactor) await spendCode(actor, body.code2fa, requestMeta);
  return hash;
}

/**
 * Checks the second step of a sign-in: a code of the authenticator, a recovery code, or the
 * response of a passkey of this host. A code of a new authenticator, which an admin prepared, is
 * accepted too and activates it (Q-QRADMIN). Each code and response is valid once, also in
 * concurrent requests.
 */
import sql from 'sql-template-tag';
import { endSignInsCte } from '../access/access.ts';
import { recordEvent } from '../events/events.ts';
import type { RequestMeta } from '../foundation/caller.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { verifyPasskeyAnswer } from './passkeys/answer.ts';
import { consumeRecoveryCode } from './recovery-codes.ts';
import type { SecondStepCandidate } from './second-step-offer.ts';
import { findTotpStep, consumeCode } from './totp.ts';

export interface SecondStep {
  readonly code?: string | undefined;
  /** Response of a passkey to the challenge of the first step. */
  readonly passkey?: Record<string, unknown> | undefined;
}

/** Method of the second step, which the session records. */
type SecondStepMethod = 'code' | 'recovery-code' | 'password-and-passkey';

/**
 * Checks the second step and returns its method. Undefined if the code or response is wrong or
 * already used.
 */
export async function verifySecondStep(
  ctx: AppContext,
  candidate: SecondStepCandidate,
  { code, passkey }: SecondStep,
  requestMeta: RequestMeta,
): Promise<SecondStepMethod | undefined> {
  if (passkey) {
    const challenge = { purpose: 'second-step', accountId: candidate.id } as const;
    const holder = await verifyPasskeyAnswer(ctx, challenge, passkey, requestMeta);
    return holder && 'password-and-passkey';
  }
  if (code === undefined) return undefined;
  const { id, totpSecret } = candidate;
  if (!/^\d{6}$/.test(code))
    return (await spendRecoveryCode(ctx, id, code, requestMeta)) ? 'recovery-code' : undefined;
  const isRight =
    (totpSecret !== null &&
      (await consumeCode(ctx, { accountId: id, sealed: totpSecret, code }))) ||
    (await promotePrepared(ctx, candidate, code, requestMeta));
  return isRight ? 'code' : undefined;
}

async function spendRecoveryCode(
  ctx: AppContext,
  accountId: number,
  code: string,
  requestMeta: RequestMeta,
): Promise<boolean> {
  return ctx.db.tx(async (tx) => {
    const remaining = await consumeRecoveryCode(ctx, tx, accountId, code);
    if (remaining === undefined) return false;
    await recordEvent(tx, requestMeta, {
      kind: 'recovery-code-used',
      actorId: accountId,
      accountId,
      after: { left: remaining },
    });
    return true;
  });
}

/**
 * Replaces the old secret with the prepared one at its first code, and marks the step of that code
 * as used.
 */
async function promotePrepared(
  ctx: AppContext,
  { id, totpPrepared }: SecondStepCandidate,
  code: string,
  requestMeta: RequestMeta,
): Promise<boolean> {
  const step = totpPrepared ? await findTotpStep(ctx, totpPrepared, code) : undefined;
  if (step === undefined) return false;
  return ctx.db.tx(async (tx) => {
    // If two attempts run at the same time, the second updates no row, because the prepared secret
    // is already active. A secret prepared in the meantime is not activated.
    const promoted = await tx.run(sql`
      update accounts set totp_secret = totp_pending, totp_last_step = ${step},
        totp_pending = null, totp_pending_by = null, totp_pending_at = null
      where id = ${id} and totp_pending_by = 'admin' and totp_pending = ${totpPrepared}`);
    if (promoted === 0) return false;
    await tx.run(endSignInsCte([id], 'second-factor-changed', ctx.clock.now()));
    await recordEvent(tx, requestMeta, { kind: 'second-factor-replaced', actorId: id });
    return true;
  });
}

/**
 * Checks the second step of a sign-in. It is six digits of the authenticator or of the prepared
 * one, a recovery code, or the response of a passkey of this host. The first code of the prepared
 * one activates it (Q-QRADMIN). Each is valid once, also among concurrent requests.
 */
import sql from 'sql-template-tag';
import { endSignInsCte } from '../access/access.ts';
import { recordEvent } from '../events/events.ts';
import type { RequestMeta } from '../foundation/caller.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { verifyPasskeyAnswer } from './passkeys/answer.ts';
import { takeRecoveryCode } from './recovery-codes.ts';
import type { SecondStepCandidate } from './second-step-offer.ts';
import { findTotpStep, takeCode } from './totp.ts';

export interface SecondStep {
  readonly code?: string | undefined;
  /** A passkey's answer to the challenge of the first step. */
  readonly passkey?: Record<string, unknown> | undefined;
}

/** The method of the second step, as the session records it. */
type SecondStepTaken = 'code' | 'recovery-code' | 'password-and-passkey';

/** Undefined when the code or answer is wrong, or used already. */
export async function takeSecondStep(
  ctx: AppContext,
  candidate: SecondStepCandidate,
  { code, passkey }: SecondStep,
  requestMeta: RequestMeta,
): Promise<SecondStepTaken | undefined> {
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
    (totpSecret !== null && (await takeCode(ctx, { accountId: id, sealed: totpSecret, code }))) ||
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
    const remaining = await takeRecoveryCode(ctx, tx, accountId, code);
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

/** The prepared secret replaces the old one with its first code, whose step is then used. */
async function promotePrepared(
  ctx: AppContext,
  { id, totpPrepared }: SecondStepCandidate,
  code: string,
  requestMeta: RequestMeta,
): Promise<boolean> {
  const step = totpPrepared ? await findTotpStep(ctx, totpPrepared, code) : undefined;
  if (step === undefined) return false;
  return ctx.db.tx(async (tx) => {
    // If two attempts run at once, the second finds the secret promoted already; a secret prepared
    // in between is another secret.
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

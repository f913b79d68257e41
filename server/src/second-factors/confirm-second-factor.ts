/**
 * Confirms the pending secret with one of its codes and marks the code's step as used. The request
 * must contain the pending secret, so that a set-up begun on another screen is not confirmed
 * (Q-2FASETUP).
 */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type { confirmSecondFactor as declaration } from '@ramal/contract/second-factors';
import sql from 'sql-template-tag';
import { constantTimeEqual } from '../foundation/digest.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Call } from '../foundation/http/bind.ts';
import type { SecondFactorVerifier } from './second-factor-verifier.ts';
import { issueRecoveryCodes } from './recovery-codes.ts';
import {
  PENDING_ENROLMENT_MS,
  cancelPendingEnrolments,
  recordFactorChange,
} from './second-factor-state.ts';
import { recordConfirmation } from './spend-code.ts';
import { findTotpStep } from './totp.ts';

type Input = Call<typeof declaration>;

export async function confirmSecondFactor(
  ctx: AppContext,
  proving: SecondFactorVerifier,
  input: Input,
): Promise<HandlerResult<typeof declaration>> {
  const { actor, body, requestMeta } = input;
  await proving.spend(actor.id);
  const sealed = await findPending(ctx, actor.id);
  if (!isSame(ctx.secrets.decrypt('totp', sealed), body.secret))
    refuse('second_factor_not_started');
  const step = await findTotpStep(ctx, sealed, body.token);
  if (step === undefined) {
    await recordConfirmation(ctx, {
      accountId: actor.id,
      requestMeta,
      method: 'code',
      isRight: false,
    });
    return refuse('code_2fa_wrong');
  }
  const recoveryCodes = await setUp(ctx, input, sealed, step);
  await proving.giveBack(actor.id);
  return {
    message: 'O seu 2FA agora está configurado e validado em sua conta!',
    recoveryCodes,
  };
}

interface Pending {
  readonly isConfigured: boolean;
  readonly sealed: Buffer | null;
  readonly at: Date | null;
}

/** Returns the secret of a recent set-up that the account began. */
async function findPending(ctx: AppContext, accountId: number): Promise<Buffer> {
  const enrolment = await ctx.db.first<Pending>(sql`
    select totp_secret is not null as is_configured, totp_pending as sealed, totp_pending_at as at
    from accounts where id = ${accountId}`);
  if (enrolment?.isConfigured) refuse('second_factor_configured');
  const isYoung =
    ctx.clock.now().getTime() - (enrolment?.at?.getTime() ?? 0) < PENDING_ENROLMENT_MS;
  return (isYoung && enrolment?.sealed) || refuse('second_factor_not_started');
}

const isSame = (secret: string, sent: string): boolean =>
  constantTimeEqual(secret, sent.replaceAll(' ', '').toUpperCase());

/**
 * Confirms the set-up. Of two simultaneous confirmations, the second finds the secret already
 * confirmed.
 */
async function setUp(
  ctx: AppContext,
  { actor, requestMeta }: Input,
  sealed: Buffer,
  step: number,
): Promise<string[]> {
  return ctx.db.tx(async (tx) => {
    const done = await tx.run(sql`
      update accounts set totp_secret = totp_pending, totp_last_step = ${step},
        totp_pending = null, totp_pending_by = null, totp_pending_at = null
      where id = ${actor.id} and totp_secret is null and totp_pending = ${sealed}`);
    if (done === 0) refuse('second_factor_not_started');
    await cancelPendingEnrolments(tx, actor.id);
    const codes = await issueRecoveryCodes(ctx, tx, actor.id);
    await recordFactorChange(tx, { actor, requestMeta }, ctx.clock.now(), {
      kind: 'second-factor-enabled',
      after: { by: 'code' },
    });
    return codes;
  });
}

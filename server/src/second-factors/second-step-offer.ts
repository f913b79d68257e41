/** What a sign-in's first answer offers for its second step, to an account that has a second factor. */
import sql from 'sql-template-tag';
import type { RequestMeta } from '../foundation/caller.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { createPasskeyRequest } from './passkeys/answer.ts';
import { relyingPartyOf } from './passkeys/relying-party.ts';
import { recoveryCodesLeft } from './recovery-codes.ts';

/** As far as the second step asks: the account whose password was right. */
export interface SecondStepCandidate {
  readonly id: number;
  /** Sealed. */
  readonly totpSecret: Buffer | null;
  /** Sealed: what the administration prepared to take its place (Q-QRADMIN). */
  readonly totpPrepared: Buffer | null;
  /** An authenticator or a passkey, on whatever host. */
  readonly hasSecondFactor: boolean;
}

export interface SecondStepOffer {
  /** An authenticator's or a recovery code. */
  readonly takes_code: boolean;
  readonly has_authenticator: boolean;
  /** What a passkey of this host is asked; null when the account has none here. */
  readonly passkey: Record<string, unknown> | null;
}

export async function offerSecondStep(
  ctx: AppContext,
  candidate: SecondStepCandidate,
  requestMeta: RequestMeta,
): Promise<SecondStepOffer> {
  const rp = relyingPartyOf(requestMeta);
  const asked = { purpose: 'second-step', accountId: candidate.id } as const;
  return {
    takes_code: await takesCode(ctx, candidate),
    has_authenticator: candidate.totpSecret !== null,
    passkey: rp ? await createPasskeyRequest(ctx, rp, asked) : null,
  };
}

async function takesCode({ db }: AppContext, candidate: SecondStepCandidate): Promise<boolean> {
  if (candidate.totpSecret) return true;
  const row = await db.first<{ left: number }>(
    sql`select ${recoveryCodesLeft} as left from accounts a where a.id = ${candidate.id}`,
  );
  return (row?.left ?? 0) > 0;
}

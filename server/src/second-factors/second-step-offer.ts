/**
 * The options for the second step in the first answer of a sign-in, for an account with a second
 * factor.
 */
import sql from 'sql-template-tag';
import type { RequestMeta } from '../foundation/caller.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { createPasskeyRequest } from './passkeys/answer.ts';
import { relyingPartyOf } from './passkeys/relying-party.ts';
import { recoveryCodesLeft } from './recovery-codes.ts';

/** The columns the second step needs, of the account whose password matched. */
export interface SecondStepCandidate {
  readonly id: number;
  /** Sealed. */
  readonly totpSecret: Buffer | null;
  /** Sealed: the authenticator that the administration prepared to replace it (Q-QRADMIN). */
  readonly totpPrepared: Buffer | null;
  /** An authenticator or a passkey, on any host. */
  readonly hasSecondFactor: boolean;
}

interface SecondStepOffer {
  /** An authenticator's or a recovery code. */
  readonly takesCode: boolean;
  readonly hasAuthenticator: boolean;
  /** The challenge for a passkey of this host; null when the account has none here. */
  readonly passkey: Record<string, unknown> | null;
}

export async function offerSecondStep(
  ctx: AppContext,
  candidate: SecondStepCandidate,
  requestMeta: RequestMeta,
): Promise<SecondStepOffer> {
  const rp = relyingPartyOf(requestMeta);
  const challenge = { purpose: 'second-step', accountId: candidate.id } as const;
  return {
    takesCode: await takesCode(ctx, candidate),
    hasAuthenticator: candidate.totpSecret !== null,
    passkey: rp ? await createPasskeyRequest(ctx, rp, challenge) : null,
  };
}

async function takesCode({ db }: AppContext, candidate: SecondStepCandidate): Promise<boolean> {
  if (candidate.totpSecret) return true;
  const row = await db.first<{ left: number }>(
    sql`select ${recoveryCodesLeft} as left from accounts a where a.id = ${candidate.id}`,
  );
  return (row?.left ?? 0) > 0;
}

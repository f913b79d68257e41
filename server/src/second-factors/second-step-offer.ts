/**
 * Builds the options of the second step for the first response of a sign-in, if the account has a
 * second factor.
 */
import sql from 'sql-template-tag';
import type { RequestMeta } from '../foundation/caller.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { createPasskeyRequest } from './passkeys/answer.ts';
import { findRelyingParty } from './passkeys/relying-party.ts';
import { recoveryCodesLeft } from './recovery-codes.ts';

/** Columns that the second step needs, of the account whose password matched. */
export interface SecondStepCandidate {
  readonly id: number;
  /** Encrypted secret of the authenticator. */
  readonly totpSecret: Buffer | null;
  /** Encrypted secret of an authenticator that an admin prepared as a replacement (Q-QRADMIN). */
  readonly totpPrepared: Buffer | null;
  /** True if the account has an authenticator or a passkey on any host. */
  readonly hasSecondFactor: boolean;
}

interface SecondStepOffer {
  /** True if a code of an authenticator or a recovery code is accepted. */
  readonly takesCode: boolean;
  readonly hasAuthenticator: boolean;
  /** Challenge for a passkey of this host; null if the account has none on this host. */
  readonly passkey: Record<string, unknown> | null;
}

export async function offerSecondStep(
  ctx: AppContext,
  candidate: SecondStepCandidate,
  requestMeta: RequestMeta,
): Promise<SecondStepOffer> {
  const rp = findRelyingParty(requestMeta);
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

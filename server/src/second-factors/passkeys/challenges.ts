/**
 * The challenges of passkeys. A challenge accepts one response within five minutes, for its host,
 * purpose and account. A wrong response consumes it too.
 */
import { randomBytes } from 'node:crypto';
import { MINUTE_MS } from '@ramal/contract/rules/durations';
import sql from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import type { RelyingParty } from './relying-party.ts';

export type Purpose = 'add' | 'sign-in' | 'second-step' | 'confirm';

export interface PendingChallenge {
  readonly purpose: Purpose;
  /** Null if the response identifies the account. */
  readonly accountId: number | null;
}

export const CHALLENGE_TTL_MS = 5 * MINUTE_MS;

/** Creates and stores a challenge as base64url, and deletes expired ones. */
export async function makeChallenge(
  { db, clock }: AppContext,
  rp: RelyingParty,
  { purpose, accountId }: PendingChallenge,
): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = Uint8Array.from(randomBytes(32));
  const now = clock.now();
  await db.tx((tx) =>
    tx.run(sql`
      with past as (delete from passkey_challenges where expires_at < ${now})
      insert into passkey_challenges (challenge, purpose, account_id, rp_id, expires_at)
      values (${asText(challenge)}, ${purpose}, ${accountId}, ${rp.id},
        ${new Date(now.getTime() + CHALLENGE_TTL_MS)})`),
  );
  return challenge;
}

const asText = (challenge: Uint8Array): string => Buffer.from(challenge).toString('base64url');

interface StoredChallenge extends PendingChallenge {
  readonly rpId: string;
  readonly expiresAt: Date;
}

/** Consumes a challenge. The delete ensures that only one of two responses is accepted. */
export async function consumeChallenge(
  { db, clock }: AppContext,
  rp: RelyingParty,
  { purpose, accountId }: PendingChallenge,
  challenge: string,
): Promise<boolean> {
  const stored = await db.first<StoredChallenge>(sql`
    delete from passkey_challenges where challenge = ${challenge}
    returning purpose, account_id, rp_id, expires_at`);
  return (
    stored !== undefined &&
    stored.purpose === purpose &&
    stored.accountId === accountId &&
    stored.rpId === rp.id &&
    stored.expiresAt > clock.now()
  );
}

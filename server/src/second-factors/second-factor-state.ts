/**
 * Reads the second factors of an account and the date from which one is required, and removes all
 * factors.
 */
import { MINUTE_MS } from '@ramal/contract/rules/durations';
import sql, { type Sql } from 'sql-template-tag';
import { endSignInsCte } from '../access/access.ts';
import { insertEventCte, recordEvent } from '../events/events.ts';
import type { Caller } from '../foundation/caller.ts';
import { formatDateTime } from '../foundation/clock.ts';
import type { Tx } from '../foundation/database.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { deleteRecoveryCodesCte } from './recovery-codes.ts';

/** A pending set-up expires if its first code does not arrive within this time. */
export const PENDING_ENROLMENT_MS = 30 * MINUTE_MS;

/** Column of `accounts a`: true if an authenticator or a passkey is set up. */
export const hasSecondFactor: Sql = sql`
  (a.totp_secret is not null or exists (select from passkeys k where k.account_id = a.id))`;

/** Column of `accounts a`: the number of its passkeys on all hosts. */
export const passkeyCount: Sql = sql`(select count(*) from passkeys k where k.account_id = a.id)`;

/**
 * Column of `accounts a`: the earliest date from which a rule requires a second factor; null
 * without a rule. A rule without a holder is set by the admins, and applies to every account except
 * admins.
 */
export const requiredFrom: Sql = sql`
  (select min(r.required_from) from second_factor_rules r
    where (r.holder_id is null and a.profile <> 'admin')
      or (r.holder_id <> a.id and r.holder_id = any(a.ancestors)))`;

interface SecondFactorRequirement {
  /** Date as dd/mm/yyyy hh:mm; null if no rule requires a second factor. */
  readonly requiredFrom: string | null;
  /** True if an admin prepared a new authenticator for the account (Q-QRADMIN). */
  readonly replacementPending: boolean;
}

export async function readSecondFactorRequirement(
  { db, clock }: AppContext,
  accountId: number,
): Promise<SecondFactorRequirement> {
  const row = await db.first<{ requiredFrom: Date | null; pendingBy: string | null }>(sql`
    select ${requiredFrom} as required_from, a.totp_pending_by as pending_by
    from accounts a where a.id = ${accountId}`);
  const from = row?.requiredFrom ?? null;
  return {
    requiredFrom: from && formatDateTime(from, clock.timeZone),
    replacementPending: row?.pendingBy === 'admin',
  };
}

/**
 * Deletes the authenticator, a prepared one, recovery codes, passkeys, challenges and
 * confirmations.
 */
export async function deleteSecondFactor(tx: Tx, accountId: number): Promise<void> {
  // The account's row is locked first, so that a factor that is being added waits.
  await tx.run(sql`
    update accounts set totp_secret = null, totp_last_step = 0,
      totp_pending = null, totp_pending_by = null, totp_pending_at = null
    where id = ${accountId}`);
  await tx.run(deleteRecoveryCodesCte(accountId));
  await tx.run(sql`delete from passkeys where account_id = ${accountId}`);
  await tx.run(sql`delete from passkey_challenges where account_id = ${accountId}`);
  await tx.run(sql`delete from confirmations where account_id = ${accountId}`);
}

/**
 * Deletes set-ups that began before the account had a factor and therefore required no code.
 * Otherwise a stolen session could finish such a set-up with its own device.
 */
export async function cancelPendingEnrolments(tx: Tx, accountId: number): Promise<void> {
  await tx.run(sql`
    update accounts set totp_pending = null, totp_pending_by = null, totp_pending_at = null
    where id = ${accountId} and totp_pending_by = 'self'`);
  await tx.run(
    sql`delete from passkey_challenges where account_id = ${accountId} and purpose = 'add'`,
  );
}

/**
 * Records that the account changed its own factors, and ends its other sessions, so that a stolen
 * session does not survive the change (Q-2FASESSIONS).
 */
export async function recordFactorChange(
  tx: Tx,
  { actor, requestMeta }: Pick<Caller, 'actor' | 'requestMeta'>,
  now: Date,
  event: Omit<Parameters<typeof insertEventCte>[1], 'actorId' | 'accountId'>,
): Promise<void> {
  await tx.run(endSignInsCte([actor.id], 'second-factor-changed', now, actor.signInId));
  await recordEvent(tx, requestMeta, { ...event, actorId: actor.id });
}

/** The door: whether an account has a second factor, and from when it must. */
import sql, { type Sql } from 'sql-template-tag';
import { formatDateTime } from '../foundation/clock.ts';
import type { House } from '../foundation/house.ts';

/** Column, of `accounts a`: an authenticator or a passkey is set up. */
export const hasSecondFactor: Sql = sql`
  (a.totp_secret is not null or exists (select from passkeys k where k.account_id = a.id))`;

/**
 * Column, of `accounts a`: the earliest moment from which somebody above requires one; null when
 * nobody does. The rule without a holder is the administration's and holds for everyone.
 */
export const requiredFrom: Sql = sql`
  (select min(r.required_from) from second_factor_rules r
    where r.holder_id is null or (r.holder_id <> a.id and r.holder_id = any(a.ancestors)))`;

export interface Demand {
  /** dd/mm/yyyy hh:mm; null when nobody requires one. */
  readonly requiredFrom: string | null;
  /** An admin prepared a new authenticator for the account (Q-QRADMIN). */
  readonly replacementPending: boolean;
}

export async function readDemand({ db, clock }: House, accountId: number): Promise<Demand> {
  const row = await db.first<{ requiredFrom: Date | null; pendingBy: string | null }>(sql`
    select ${requiredFrom} as "requiredFrom", a.totp_pending_by as "pendingBy"
    from accounts a where a.id = ${accountId}`);
  const from = row?.requiredFrom ?? null;
  return {
    requiredFrom: from && formatDateTime(from, clock.timeZone),
    replacementPending: row?.pendingBy === 'admin',
  };
}

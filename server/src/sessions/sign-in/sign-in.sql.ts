import type { Profile } from '@ramal/contract/api/access';
import sql from 'sql-template-tag';
import type { Reader, Tx } from '../../foundation/database.ts';
import { hasSecondFactor, type SecondStepCandidate } from '../../second-factors/second-factors.ts';

/** The account of a sign-in, with the columns that the second step needs. */
export interface Candidate extends SecondStepCandidate {
  readonly id: number;
  readonly username: string;
  readonly passwordHash: string;
  readonly profile: Profile;
  readonly isBlocked: boolean;
  /** True if only admins may sign in at present and this account is no admin. */
  readonly isSignInDisabled: boolean;
  readonly isKnownNetwork: boolean;
}

/** Finds the account with this name, and whether it signed in from this network before. */
export const findCandidate = (
  reader: Reader,
  username: string,
  network: string,
): Promise<Candidate | undefined> =>
  reader.first<Candidate>(
    sql`
      select a.id, a.username, a.password_hash, a.profile,
        a.blocked_at is not null or a.blocked_by_admin_at is not null as is_blocked,
        a.profile <> 'admin' and not exists (select from flags where name = 'login' and is_on) as is_sign_in_disabled,
        a.totp_secret, case when a.totp_pending_by = 'admin' then a.totp_pending end as totp_prepared,
        ${hasSecondFactor} as has_second_factor,
        exists (select from sign_ins s where s.account_id = a.id and s.address <<= ${network}::inet) as is_known_network
      from accounts a
      where lower(a.username) = lower(${username}) and a.deleted_at is null`,
    'prepared',
  );

/** Finds an account by its id, with the columns of a sign-in without a password. */
export const findAccount = (
  reader: Reader,
  id: number,
): Promise<
  Pick<Candidate, 'id' | 'username' | 'passwordHash' | 'isBlocked' | 'isSignInDisabled'> | undefined
> =>
  reader.first(sql`
    select a.id, a.username, a.password_hash,
      a.blocked_at is not null or a.blocked_by_admin_at is not null as is_blocked,
      a.profile <> 'admin' and not exists (select from flags where name = 'login' and is_on) as is_sign_in_disabled
    from accounts a where a.id = ${id} and a.deleted_at is null`);

export interface NewSignIn {
  readonly id: string;
  readonly accountId: number;
  /** Undefined if no password was required. */
  readonly passwordHash: string | undefined;
  readonly regPasswordHash: Buffer;
  readonly address: string;
  readonly userAgent: string;
  readonly at: Date;
  readonly expiresAt: Date;
}

/**
 * Inserts a session. Inserts no row if the account was blocked or deleted, or the password of this
 * sign-in changed, since the account was read. Such a change ended only the sessions that existed
 * at that time.
 */
export const insertSignIn = (tx: Tx, signIn: NewSignIn): Promise<number> =>
  tx.run(sql`
    insert into sign_ins (id, account_id, reg_password_hash, address, user_agent, created_at, expires_at)
    select ${signIn.id}::uuid, a.id, ${signIn.regPasswordHash}::bytea, ${signIn.address}::inet, ${signIn.userAgent},
      ${signIn.at}::timestamptz, ${signIn.expiresAt}::timestamptz
    from accounts a
    where a.id = ${signIn.accountId} and a.deleted_at is null and a.blocked_at is null
      and a.blocked_by_admin_at is null
      and a.password_hash = coalesce(${signIn.passwordHash ?? null}, a.password_hash)
    for share of a`);

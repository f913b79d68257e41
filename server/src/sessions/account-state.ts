/** The account's state and permissions, read on every request and before every chunk of a task. */
import { type Flag, type Grant, grantsOfAdmins, type Profile } from '@ramal/contract/api/access';
import sql, { type Sql } from 'sql-template-tag';
import type { Actor } from '../foundation/caller.ts';
import { hasSecondFactor, requiredFrom } from '../second-factors/second-factors.ts';

export interface AccountState {
  readonly id: number;
  readonly username: string;
  readonly profile: Profile;
  readonly idFranchise: number | null;
  readonly linkHost: string | null;
  readonly isMaster: boolean;
  readonly hasSecondFactor: boolean;
  /** True if a rule requires a second factor of the account now. */
  readonly isRequired: boolean;
  readonly isDeleted: boolean;
  readonly isBlocked: boolean;
  readonly grants: Grant[];
  readonly flags: Flag[];
}

/** Columns of the account. The query must name the table `accounts a`. */
export const activeAccountSql = (now: Date): Sql => sql`
  a.id, a.username, a.profile, a.id_franchise, a.link_host,
  a.deleted_at is not null as is_deleted,
  a.blocked_at is not null or a.blocked_by_admin_at is not null as is_blocked,
  a.is_master, ${hasSecondFactor} as has_second_factor,
  coalesce(${requiredFrom} <= ${now}, false) as is_required,
  array(select g.name from account_grants g where g.account_id = a.id) as grants,
  array(select f.name from flags f where f.is_on) as flags`;

export const toActor = (
  account: AccountState,
): Omit<Actor, 'signInId' | 'regPasswordHash' | 'apiKey'> => ({
  id: account.id,
  username: account.username,
  profile: account.profile,
  idFranchise: account.idFranchise,
  linkHost: account.linkHost,
  isMaster: account.isMaster,
  hasSecondFactor: account.hasSecondFactor,
  mustEnrol: account.isRequired && !account.hasSecondFactor,
  grants: new Set([...account.grants, ...(account.profile === 'admin' ? grantsOfAdmins : [])]),
  flags: new Set(account.flags),
});

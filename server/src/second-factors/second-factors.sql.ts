/** Locks and reads the account whose second factor is changed. */
import type { Profile } from '@ramal/contract/api/access';
import sql from 'sql-template-tag';
import type { Actor } from '../foundation/caller.ts';
import type { Tx } from '../foundation/database.ts';
import { inTree } from '../access/access.ts';
import { passkeyCount, requiredFrom } from './second-factor-state.ts';

export interface Holder {
  readonly id: number;
  readonly username: string;
  readonly profile: Profile;
  readonly hasTotp: boolean;
  readonly passkeys: number;
  /** True if a rule requires a second factor of the account now. */
  readonly isRequired: boolean;
}

/**
 * Locks the account against other changes of its second factor, and then reads it. A factor that is
 * added or removed at the same time is therefore counted correctly.
 */
export async function lockHolder(
  tx: Tx,
  actor: Actor,
  id: number,
  now: Date,
): Promise<Holder | undefined> {
  const locked = await tx.first(sql`
    select a.id from accounts a
    where a.id = ${id} and a.deleted_at is null and ${inTree(actor, sql`a.id`)} for no key update`);
  if (!locked) return undefined;
  return tx.first<Holder>(sql`
    select a.id, a.username, a.profile, a.totp_secret is not null as has_totp,
      ${passkeyCount} as passkeys, coalesce(${requiredFrom} <= ${now}, false) as is_required
    from accounts a where a.id = ${id}`);
}

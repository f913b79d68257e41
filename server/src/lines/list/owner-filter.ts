/** Owner filter of a list, of its counts and of its spreadsheet. Source: Q-RESPARAM, Q-UNDO. */
import type { PaidFilter } from '@ramal/contract/lines/line-payments';
import { refuse } from '@ramal/contract/api/errors';
import type { ReaderAccount } from '../../foundation/caller.ts';
import { type Clock, startOfMonth } from '../../foundation/clock.ts';
import type { Reader } from '../../foundation/database.ts';
import { findAccessibleAccount } from '../../access/access.ts';
import type { Scope } from './line-filters.ts';

/**
 * Owners whose lines are shown. 0 is the caller. Any other number is the id of an account in its
 * tree. `tree` is the whole tree, `below` only the descendants. `all` is every account, for admins
 * only.
 */
export type OwnerFilter = number | 'tree' | 'below' | 'all';

/** Converts the owner filter to a scope. An admin owns no lines, so its tree is all lines. */
export async function scopeFor(
  reader: Reader,
  viewer: ReaderAccount,
  ownerFilter: OwnerFilter,
): Promise<Scope> {
  if (ownerFilter === 'all') return viewer.profile === 'admin' ? 'all' : refuse('forbidden');
  if (ownerFilter === 'tree') return viewer.profile === 'admin' ? 'all' : { tree: viewer.id };
  if (ownerFilter === 'below') return viewer.profile === 'admin' ? 'all' : { below: viewer.id };
  return {
    owner: ownerFilter === 0 ? viewer.id : await findAccessibleAccount(reader, viewer, ownerFilter),
  };
}

/** Refuses the list of deleted lines to accounts that cannot restore them. */
export function refuseDeletedLines({ profile }: ReaderAccount, deleted: boolean | undefined): void {
  if (deleted && profile !== 'admin') refuse('forbidden');
}

/**
 * Returns the payment filter. Its owner is always the caller, because only the owner of a line may
 * see its payments.
 */
export const toPaymentFilter = (actor: ReaderAccount, clock: Clock, paid: PaidFilter | undefined) =>
  paid && { is: paid, owner: actor.id, month: startOfMonth(clock.now(), clock.timeZone) };

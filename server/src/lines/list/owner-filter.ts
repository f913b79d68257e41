/** The owner filter of a list, its counts or its spreadsheet. Source: Q-RESPARAM, Q-UNDO. */
import type { PaidFilter } from '@ramal/contract/lines/line-payments';
import { refuse } from '@ramal/contract/api/errors';
import type { ReaderAccount } from '../../foundation/caller.ts';
import { type Clock, startOfMonth } from '../../foundation/clock.ts';
import type { Reader } from '../../foundation/database.ts';
import { findAccessibleAccount } from '../../access/access.ts';
import type { Scope } from './line-filters.ts';

/**
 * 0 is the caller; another number is an account of its tree. `tree` is the whole tree, `below` only
 * the descendants, and `all` (for admins) all accounts.
 */
export type OwnerFilter = number | 'tree' | 'below' | 'all';

/** Converts the owner filter to a scope. An admin owns no lines, so its tree is all lines. */
export async function scopeFor(
  reader: Reader,
  viewer: ReaderAccount,
  whose: OwnerFilter,
): Promise<Scope> {
  if (whose === 'all') return viewer.profile === 'admin' ? 'all' : refuse('forbidden');
  if (whose === 'tree') return viewer.profile === 'admin' ? 'all' : { tree: viewer.id };
  if (whose === 'below') return viewer.profile === 'admin' ? 'all' : { below: viewer.id };
  return { owner: whose === 0 ? viewer.id : await findAccessibleAccount(reader, viewer, whose) };
}

/** Refuses the list of deleted lines to accounts that cannot restore them. */
export function refuseDeletedLines({ profile }: ReaderAccount, deleted: boolean | undefined): void {
  if (deleted && profile !== 'admin') refuse('forbidden');
}

/**
 * Returns the payment filter with the caller as owner, because only the line's owner may see
 * payments.
 */
export const toPaymentFilter = (actor: ReaderAccount, clock: Clock, paid: PaidFilter | undefined) =>
  paid && { is: paid, owner: actor.id, month: startOfMonth(clock.now(), clock.timeZone) };

import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { IDLE_DAYS, type listResellers } from '@ramal/contract/resellers/resellers';

/** Row of the list, in the format of the server's answer. */
export type Reseller = ResponseOf<typeof listResellers>['data'][number];

export const isDeleted = (reseller: Reseller): boolean => reseller.deletedAt !== null;

export const isBlocked = (reseller: Reseller): boolean =>
  reseller.status === 0 || reseller.blockAdmin === 1;

/**
 * True if an admin can unblock the account itself. Returns false if only the whole network is
 * blocked, because a network is unblocked as a whole (Q-UNBLOCKER).
 */
export const isUnblockedByAdmin = ({ blocks }: Pick<Reseller, 'blocks'>): boolean =>
  blocks.some(({ by }) => by !== 'network');

export function topupText(days: number | null): string {
  if (days === null) return 'nunca';
  if (days === 0) return 'hoje';
  return days === 1 ? 'ontem' : `${days} dias`;
}

/** True if the last top-up is so old that it is shown in red (K-40). */
export const isTopupOld = ({ daysToDue: days }: Reseller): boolean =>
  days !== null && days >= IDLE_DAYS;

/**
 * True if the caller may move credits of the account. The caller must be its parent or an admin. An
 * admin account has no credits (Q-CREDITFLOW).
 */
export const mayBeCredited = (reseller: Reseller, isAdmin: boolean): boolean =>
  reseller.credits !== null && !isDeleted(reseller) && (reseller.isDirect || isAdmin);

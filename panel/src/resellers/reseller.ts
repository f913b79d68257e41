import type { Answered } from '@ramal/contract/endpoint';
import type { listResellers } from '@ramal/contract/resellers';

/** A row of the list, as the server answers it. */
export type Reseller = Answered<typeof listResellers>['data'][number];

export const isBlocked = (reseller: Reseller): boolean => reseller.status === 0 || reseller.block_admin === 1;

/** From here on the last top-up is shown in red (K-35). */
export const LONG_WITHOUT_TOPUP_DAYS = 90;

export function topupWords(days: number | null): string {
  if (days === null) return 'nunca';
  if (days === 0) return 'hoje';
  return days === 1 ? 'ontem' : `${days} dias`;
}

export const waitsLong = ({ days_to_due: days }: Reseller): boolean => days !== null && days >= LONG_WITHOUT_TOPUP_DAYS;

/** Whether the caller may move its credits: its parent, or an admin; an admin itself holds none (Q-CREDITFLOW). */
export const mayBeCredited = (reseller: Reseller, isAdmin: boolean): boolean =>
  reseller.credits !== null && (reseller.is_direct || isAdmin);

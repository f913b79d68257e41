/** Reason and duration of a block, as text for an admin. */
import { type BlockedIp, PAIR_WINDOW_MINUTES } from '@ramal/contract/operations/blocklist';
import { pluralize } from '../foundation/numbers.ts';
import { calendarDays, formatDate, formatTime } from '../foundation/dates.ts';

export function reasonInWords({ reason, pairs }: BlockedIp): string {
  switch (reason) {
    case 'pairs':
      return `${pluralize(pairs, 'par distinto', 'pares distintos')} em ${PAIR_WINDOW_MINUTES} min`;
    case 'one-password':
      return 'Muitos usuários, uma senha';
    case 'panel':
      return `${pluralize(pairs, 'senha errada', 'senhas erradas')} no painel`;
  }
}

/** Formats the end of a block: `hoje, 17:32`, `amanhã, 14:28`, `25/11/2026, 14:28`. */
export function untilInWords({ blockedUntilTimestamp: seconds }: BlockedIp, now: Date): string {
  const at = new Date(seconds * 1000);
  const day = ['hoje', 'amanhã'][calendarDays(at, now)] ?? formatDate(at);
  return `${day}, ${formatTime(at)}`;
}

export const lengthInWords = ({ minutes }: BlockedIp): string =>
  minutes < 60 ? `${minutes} min` : `${minutes / 60} h`;

import { DAY_MS, HOUR_MS, MINUTE_MS } from '@ramal/contract/rules/durations';
import {
  type TicketStatus,
  categoryFilters,
  statusTabs,
  technologyLabels,
} from '@ramal/contract/rules/tickets';
import type { TicketRow } from '@ramal/contract/tickets/tickets';
import { calendarDays, formatDate, formatTime } from '../foundation/dates.ts';
import { pluralize } from '../foundation/numbers.ts';

/** Time in ms after which an answer counts as late. */
const LATE_ANSWER_MS = 4 * HOUR_MS;

export const at = (seconds: number): Date => new Date(seconds * 1000);

/** Formats a past time span: `agora`, `32 min`, `5 h`, `2 dias`. */
export function ageWord(since: Date, now: Date): string {
  const past = now.getTime() - since.getTime();
  if (past < MINUTE_MS) return 'agora';
  if (past < HOUR_MS) return `${Math.floor(past / MINUTE_MS)} min`;
  if (past < DAY_MS) return `${Math.floor(past / HOUR_MS)} h`;
  return pluralize(Math.floor(past / DAY_MS), 'dia', 'dias');
}

/** Age of a ticket: the time for which it waits, or else the time since its last message. */
export function ticketAge(ticket: Pick<TicketRow, 'waitsSince' | 'lastAt' | 'status'>, now: Date) {
  const waits = ticket.status !== 1 && ticket.waitsSince !== null;
  const since = at(waits ? ticket.waitsSince! : ticket.lastAt);
  const isLate = waits && now.getTime() - since.getTime() >= LATE_ANSWER_MS;
  return { word: ageWord(since, now), isLate };
}

/** Formats a day: `Hoje`, `Ontem`, `28/11/2026`. */
export function dayWord(moment: Date, now: Date): string {
  const days = calendarDays(moment, now);
  return days === 0 ? 'Hoje' : days === -1 ? 'Ontem' : formatDate(moment);
}

/** Formats a moment of the past: `hoje às 14:40`, `em 27/11/2026 às 9:05`. */
export function momentWords(moment: Date, now: Date): string {
  const days = calendarDays(moment, now);
  const day = days === 0 ? 'hoje' : days === -1 ? 'ontem' : `em ${formatDate(moment)}`;
  return `${day} às ${formatTime(moment)}`;
}

export const tabLabel = (status: TicketStatus, unread: number): string =>
  unread === 0
    ? statusTabs[status]
    : `${statusTabs[status]} · ${pluralize(unread, 'novo', 'novos')}`;

/** Words about a ticket: `Ticket 1842 · Problemas - TV ao Vivo · IPTV`. */
export const subjectWords = ({
  id,
  category,
  technology,
}: Pick<TicketRow, 'id' | 'category' | 'technology'>): string =>
  [
    `Ticket ${id}`,
    categoryFilters[category],
    ...(technology === null ? [] : [technologyLabels[technology]]),
  ].join(' · ');

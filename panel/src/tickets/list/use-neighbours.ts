import type { TicketRow as Ticket } from '@ramal/contract/tickets/tickets';
import { useOpenTicket } from '../ticket-params.ts';

/** Opens the row before or after the open one, and moves the focus to it. */
export function useNeighbours(rows: readonly Ticket[], openId: number | undefined) {
  const open = useOpenTicket();
  const neighbour = (by: 1 | -1): Ticket | undefined => {
    const index = rows.findIndex(({ id }) => id === openId);
    if (index === -1) return rows[0];
    return rows[index + by];
  };
  const go = (ticket: Ticket | undefined) => {
    if (!ticket) return;
    open(ticket.id, openId !== undefined);
    document.querySelector<HTMLElement>(`[data-ticket-row="${ticket.id}"]`)?.focus();
  };
  return { neighbour, go };
}

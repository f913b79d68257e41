import { openCategories, ticketStatuses } from '@ramal/contract/rules/tickets';
import { z } from 'zod';
import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { defineListParams, useListParams } from '../ui/list/list-params.ts';

/** Orders of the list. The first one is the default: the newest message comes first. */
export const mailboxSorts = ['last_at', 'created_at', 'title', 'author'] as const;

const ticketParams = defineListParams({
  filters: {
    status: z.literal([...ticketStatuses]),
    category: z.literal([...openCategories]),
    date: z.iso.date(),
    idRes: z.int().positive(),
    /** Channel of an incident whose tickets are listed. */
    channel: z.string().max(200),
    /** True if the list shows the tickets that the user postponed. */
    postponed: z.boolean(),
  },
  sorts: mailboxSorts,
  defaultDirection: 'desc',
  pageSize: 30,
  // Addresses of earlier versions open a ticket with `dialog=details`.
  dialogs: ['create', 'details'],
  target: 'ticket',
  viewParams: ['search', 'status', 'category', 'idRes', 'sort', 'dir'],
});

export const useTicketParams = (list: 'tickets' | 'portal-tickets') =>
  useListParams(ticketParams, list);
export type TicketParams = ReturnType<typeof useTicketParams>;

/** Search of an address in which this ticket is open. */
export const withTicket = (id: number | undefined) =>
  ((before: object) => ({ ...before, dialog: undefined, ticket: id })) as never;

/** Returns a function that opens a ticket or closes the open one. The list keeps its place. */
export function useOpenTicket() {
  const navigate = useNavigate();
  return useCallback(
    (id: number | undefined, replace: boolean) =>
      void navigate({ to: '.', search: withTicket(id), replace, resetScroll: false }),
    [navigate],
  );
}

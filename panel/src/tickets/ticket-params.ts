import { openCategories, ticketStatuses } from '@ramal/contract/rules/tickets';
import { ticketSorts } from '@ramal/contract/tickets/tickets';
import { z } from 'zod';
import { defineListParams, useListParams } from '../ui/list/list-params.ts';

const ticketParams = defineListParams({
  filters: {
    status: z.literal([...ticketStatuses]),
    category: z.literal([...openCategories]),
    date: z.iso.date(),
    idRes: z.int().positive(),
    /** Channel of an incident whose tickets are listed. */
    channel: z.string().max(200),
  },
  sorts: ticketSorts,
  defaultDirection: 'desc',
  dialogs: ['create', 'details'],
  target: 'ticket',
  viewParams: ['search', 'status', 'category', 'idRes', 'sort', 'dir'],
});

export const useTicketParams = (list: 'tickets' | 'portal-tickets') =>
  useListParams(ticketParams, list);
export type TicketParams = ReturnType<typeof useTicketParams>;

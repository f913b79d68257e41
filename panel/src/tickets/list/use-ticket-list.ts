/** Data of the list: the tickets of the open tab and, for admins, the incidents. */
import {
  PORTAL_TICKETS,
  type TicketStatus,
  type TicketSystem,
} from '@ramal/contract/rules/tickets';
import { listPortalTickets, listTickets } from '@ramal/contract/tickets/tickets';
import { useEffect, useState } from 'react';
import { useCall } from '../../foundation/api/query.ts';
import { useLive } from '../../foundation/live/live.ts';
import type { TicketParams } from '../ticket-params.ts';
import { useIncidents } from './IncidentRows.tsx';

/** Polling interval of the list in ms, used while the live signals are not available. */
const POLL_MS = 30_000;

interface TicketListInput {
  readonly system: TicketSystem;
  readonly params: TicketParams;
  readonly isAdmin: boolean;
  readonly isProfileKnown: boolean;
}

export function useTicketList({ system, params, isAdmin, isProfileKnown }: TicketListInput) {
  const { category, date, idRes, channel, postponed } = params.values;
  // Tab to open if the address contains none: the tab with the newest unread ticket. The first
  // answer contains it (Q-TICKETTAB).
  const [newsTab, setNewsTab] = useState<TicketStatus>();
  const status = params.values.status ?? newsTab ?? 0;
  const filters = defined({
    category,
    date,
    channel,
    filterResellerId: isAdmin ? idRes : undefined,
  });
  const live = useLive();
  const query = useCall(
    system === PORTAL_TICKETS ? listPortalTickets : listTickets,
    { query: { ...params.query, ...filters, ...(postponed ? { postponed } : { status }) } },
    { keepPrevious: true, ...(live ? {} : { refreshEveryMs: POLL_MS }) },
  );
  const { data, refetch } = query;
  if (newsTab === undefined && data) setNewsTab(data.newestUnread ?? 0);
  useReturns(data?.returnsAt ?? null, refetch);
  const incidents = useIncidents(system, isAdmin);
  const isWhole = isProfileKnown && (!isAdmin || !incidents.isPending);
  return {
    status,
    filters,
    data: isWhole ? data : undefined,
    error: query.error,
    refetch: () => void refetch(),
    incidents: incidents.data ?? none,
  };
}

export type TicketListData = ReturnType<typeof useTicketList>;

const none: never[] = [];

/** Longest delay in ms that a browser's timer accepts. */
const LONGEST_MS = 2 ** 31 - 1;

/** Reads the list again when the first postponed ticket returns to it. */
function useReturns(returnsAt: number | null, refetch: () => unknown): void {
  useEffect(() => {
    if (returnsAt === null) return undefined;
    const wait = returnsAt * 1000 - Date.now() + 1_000;
    const timer = setTimeout(() => void refetch(), Math.min(Math.max(wait, 1_000), LONGEST_MS));
    return () => clearTimeout(timer);
  }, [returnsAt, refetch]);
}

const defined = <T extends object>(values: T) =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && value !== ''),
  ) as { [K in keyof T]?: NonNullable<T[K]> };

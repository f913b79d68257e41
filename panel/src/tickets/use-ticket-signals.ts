/** Lists and counts of tickets are read again when a signal says so, at most once a second. */
import { getDashboard } from '@ramal/contract/dashboard';
import { countTickets } from '@ramal/contract/tickets/ticket-counts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { queryKey, useCall } from '../foundation/api/query.ts';
import { useLive, useSignal } from '../foundation/live/live.ts';

const GATHERED_MS = 1_000;
/** Without signals. */
const POLL_MS = 60_000;

/** By name, so that the menu does not bring the declarations of the screens along. */
const LISTS = ['list-tickets', 'list-portal-tickets', 'list-ticket-incidents'];

export function useTicketSignals(): void {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useSignal('tickets', () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      for (const key of [
        queryKey(countTickets),
        queryKey(getDashboard),
        ...LISTS.map((name) => [name]),
      ])
        void client.invalidateQueries({ queryKey: key });
    }, GATHERED_MS);
  });
}

/** For the menu: how many tickets wait for this account. */
export function useTicketCounts(enabled: boolean) {
  const live = useLive();
  const { data } = useCall(
    countTickets,
    {},
    { enabled, staleMs: POLL_MS, ...(live ? {} : { refreshEveryMs: POLL_MS }) },
  );
  return data;
}

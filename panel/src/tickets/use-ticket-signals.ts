/** Requests lists and counts of tickets again after a live signal, at most once per second. */
import { getDashboard } from '@ramal/contract/dashboard';
import { countTickets } from '@ramal/contract/tickets/ticket-counts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { queryKey, useCall } from '../foundation/api/query.ts';
import { useLive, useSignal } from '../foundation/live/live.ts';

const GATHERED_MS = 1_000;
/** Polling interval in ms, used while the live signals are not available. */
const POLL_MS = 60_000;

/**
 * Names of the calls that list tickets. Importing their declarations would load them together with
 * the menu.
 */
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

/**
 * Returns the numbers in the menu. Admins count pending tickets, resellers count tickets with an
 * unread answer.
 */
export function useTicketCounts(enabled: boolean) {
  const live = useLive();
  const { data } = useCall(
    countTickets,
    {},
    { enabled, staleMs: POLL_MS, ...(live ? {} : { refreshEveryMs: POLL_MS }) },
  );
  return data;
}

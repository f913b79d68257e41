/**
 * /ticket and /ticket-portal as a mailbox: the list of tickets, the open conversation and the facts
 * of its line. The same screen shows the tickets of both systems (S-TICKET, S-TPORTAL).
 */
import { Stack, Text } from '@mantine/core';
import {
  PORTAL_TICKETS,
  RESELLER_TICKETS,
  type TicketStatus,
  type TicketSystem,
} from '@ramal/contract/rules/tickets';
import type { TicketRow } from '@ramal/contract/tickets/tickets';
import { IconMessage2 } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useNow } from '../foundation/use-now.ts';
import { useShowsCards } from '../foundation/viewport.ts';
import { useProfile } from '../sessions/profile.ts';
import { EmptyState } from '../ui/states/EmptyState.tsx';
import { TicketReport } from './administration/TicketReport.tsx';
import { CreateTicket } from './create/CreateTicket.tsx';
import { MailboxFilters } from './list/MailboxFilters.tsx';
import { PostponeSheet } from './list/PostponeSheet.tsx';
import { TicketList } from './list/TicketList.tsx';
import { useNeighbours } from './list/use-neighbours.ts';
import { useTicketList } from './list/use-ticket-list.ts';
import { MailboxHeading } from './MailboxHeading.tsx';
import { OpenConversation } from './OpenConversation.tsx';
import classes from './Tickets.module.css';
import { useOpenTicket, useTicketParams } from './ticket-params.ts';
import { useMailboxKeys } from './use-mailbox-keys.ts';
import { useTicketActs } from './use-ticket-acts.ts';

export const ResellerTickets = () => <Tickets system={RESELLER_TICKETS} />;

export const PortalTickets = () => <Tickets system={PORTAL_TICKETS} />;

function Tickets({ system }: { system: TicketSystem }) {
  const portal = system === PORTAL_TICKETS;
  const params = useTicketParams(portal ? 'portal-tickets' : 'tickets');
  const openId = params.values.dialog === 'create' ? undefined : params.values.ticket;
  const { data: me } = useProfile();
  const isAdmin = me?.profile === 'admin';
  const now = useNow();
  const isCards = useShowsCards();
  const list = useTicketList({ system, params, isAdmin, isProfileKnown: me !== undefined });
  const { status, data } = list;
  const open = useOpened(openId);
  const acts = useMailboxActs({ rows: data?.data ?? none, openId, isCards, open });
  const [sheetTicket, setSheetTicket] = useState<TicketRow>();
  const create = () => params.push({ dialog: 'create', ticket: undefined });
  const report = isAdmin && <TicketReport system={system} />;
  const showStatus = (next: TicketStatus) => params.change({ status: next, postponed: undefined });
  return (
    <>
      <MailboxHeading portal={portal} />
      <div className={classes.root} data-conversation={openId !== undefined || undefined}>
        <section className={classes.list} inert={isCards && openId !== undefined}>
          <TicketList
            {...{ params, status, system, data, openId, isAdmin, now }}
            incidents={list.incidents}
            error={list.error}
            acts={{ postpone: setSheetTicket, finish: (ticket) => void acts.finish(ticket) }}
            filters={<MailboxFilters {...{ system, params, isAdmin, list }} onCreate={create} />}
            onRetry={list.refetch}
            onOpen={open.byHand}
            onCreate={create}
            onStatus={showStatus}
            after={isCards && data && report && <div className={classes.report}>{report}</div>}
          />
        </section>
        {openId === undefined ? (
          !isCards && <NothingChosen>{report}</NothingChosen>
        ) : (
          <OpenConversation
            key={openId}
            id={openId}
            {...{ isAdmin, now }}
            acts={acts.acts}
            focusRequests={open.focusRequests}
            postponing={acts.postponing}
            onFinish={(ticket) => acts.finish(ticket)}
            onPostponed={acts.leave}
            onClose={acts.close}
            onChannel={(key) => params.change({ channel: key, ticket: undefined })}
          />
        )}
      </div>
      <PostponeSheet
        ticket={sheetTicket}
        now={now}
        acts={acts.acts}
        onClose={() => setSheetTicket(undefined)}
      />
      {params.values.dialog === 'create' && (
        <CreateTicket
          portal={portal}
          onClose={() => params.replace({ dialog: undefined })}
          onSaved={() => undefined}
        />
      )}
    </>
  );
}

const none: never[] = [];

/** Middle pane without an open ticket. Its children are figures for the administration. */
const NothingChosen = ({ children }: { children: ReactNode }) => (
  <section className={classes.nothing}>
    <Stack align="center" gap="3xl">
      <EmptyState icon={IconMessage2} tone="plain" title="Escolha um ticket" />
      {children && <Text component="div">{children}</Text>}
    </Stack>
  </section>
);

/** Remembers how the user opened the ticket. */
function useOpened(openId: number | undefined) {
  // Opening with the pointer or Enter moves the focus to the message field. The keys J, K and E
  // leave it in the list, so that they can be pressed again.
  const [focusRequests, setFocusRequests] = useState(1);
  const hasEntry = useRef(false);
  useEffect(() => {
    if (openId === undefined) hasEntry.current = false;
  }, [openId]);
  const enter = () => {
    hasEntry.current ||= openId === undefined;
  };
  return {
    focusRequests,
    /** True if the open conversation has a history entry of its own on top of the list's. */
    hasEntry,
    byHand: () => {
      enter();
      setFocusRequests((count) => count + 1);
    },
    byKey: () => {
      enter();
      setFocusRequests(0);
    },
  };
}

interface MailboxActsInput {
  readonly rows: readonly TicketRow[];
  readonly openId: number | undefined;
  readonly isCards: boolean;
  readonly open: ReturnType<typeof useOpened>;
}

/** Acts that end with the next ticket on the desktop and with the list on a phone. */
function useMailboxActs({ rows, openId, isCards, open }: MailboxActsInput) {
  const acts = useTicketActs();
  const openTicket = useOpenTicket();
  const neighbours = useNeighbours(rows, openId);
  const [isPostponing, setPostponing] = useState(false);
  const close = () => {
    if (open.hasEntry.current) history.back();
    else openTicket(undefined, true);
  };
  const go = (by: 1 | -1) => {
    open.byKey();
    neighbours.go(neighbours.neighbour(by));
  };
  /** Opens the next ticket, because the open one leaves the list. */
  const leave = () => {
    if (openId === undefined) return;
    const next = neighbours.neighbour(1) ?? neighbours.neighbour(-1);
    open.byKey();
    if (isCards || !next || next.id === openId) close();
    else neighbours.go(next);
  };
  const finish = async (ticket: { readonly id: number; readonly title: string }) => {
    const isDone = await acts.finish(ticket);
    if (isDone && ticket.id === openId) leave();
  };
  useMailboxKeys({
    j: () => go(1),
    k: () => go(-1),
  });
  const postponing = { opened: isPostponing, onChange: setPostponing };
  return { acts, postponing, close, leave, finish };
}

/**
 * /ticket and /ticket-portal. The same screen shows the tickets of both systems (S-TICKET,
 * S-TPORTAL).
 */
import { Box } from '@mantine/core';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import {
  PORTAL_TICKETS,
  type TicketStatus,
  type TicketSystem,
  RESELLER_TICKETS,
  categoryFilters,
  openCategories,
  statusTabs,
  ticketStatuses,
} from '@ramal/contract/rules/tickets';
import { type TicketRow, listPortalTickets, listTickets } from '@ramal/contract/tickets/tickets';
import { type ReactNode, useState } from 'react';
import { IconMessages, IconMessage2 } from '@tabler/icons-react';
import type { ApiError } from '../foundation/api/api.ts';
import { useCall } from '../foundation/api/query.ts';
import { useLive } from '../foundation/live/live.ts';
import { pluralize } from '../foundation/numbers.ts';
import { useNow } from '../foundation/use-now.ts';
import { useShowsCards } from '../foundation/viewport.ts';
import { useProfile } from '../sessions/profile.ts';
import { RevealTogether } from '../ui/layout/RevealTogether.tsx';
import type { ListFilters, NothingFoundText } from '../ui/list/list.ts';
import { FilterSheet } from '../ui/list/FilterSheet.tsx';
import { ListScreen } from '../ui/list/ListScreen.tsx';
import type { ListFailure } from '../ui/table/list-states.tsx';
import type { Column, RowAction } from '../ui/table/columns.ts';
import { CreateTicket } from './create/CreateTicket.tsx';
import { TicketDialog } from './details/TicketDialog.tsx';
import { ExportTickets } from './administration/ExportTickets.tsx';
import { Incidents } from './administration/Incidents.tsx';
import { TicketReport } from './administration/TicketReport.tsx';
import { TicketFilters } from './TicketFilters.tsx';
import { ticketColumns } from './ticket-columns.tsx';
import { type TicketParams, useTicketParams } from './ticket-params.ts';

export const ResellerTickets = () => (
  <RevealTogether>
    <Tickets portal={false} />
  </RevealTogether>
);

export const PortalTickets = () => (
  <RevealTogether>
    <Tickets portal />
  </RevealTogether>
);

/** Polling interval of the list in ms, used while the live signals are not available. */
const POLL_MS = 30_000;

function Tickets({ portal }: { portal: boolean }) {
  const params = useTicketParams(portal ? 'portal-tickets' : 'tickets');
  const { category, date, idRes, channel } = params.values;
  // Tab to open if the address contains none: the tab with the newest unread ticket. The first
  // answer contains it (Q-TICKETTAB).
  const [newsTab, setNewsTab] = useState<TicketStatus>();
  const status = params.values.status ?? newsTab ?? 0;
  const { data: me } = useProfile();
  const isAdmin = me?.profile === 'admin';
  const now = useNow();
  const live = useLive();
  const filters = { category, date, channel, ...(isAdmin && { filterResellerId: idRes }) };
  const query = useCall(
    portal ? listPortalTickets : listTickets,
    { query: { ...params.query, status, ...defined(filters) } },
    { keepPrevious: true, ...(live ? {} : { refreshEveryMs: POLL_MS }) },
  );
  if (newsTab === undefined && query.data) setNewsTab(query.data.newestUnread ?? 0);
  const counts = query.data?.counts;
  const system = portal ? PORTAL_TICKETS : RESELLER_TICKETS;
  const title = portal ? 'Tickets do portal' : 'Listagem de Tickets';
  const open = ({ id }: { id: number }) => params.openDialog('details', id);
  const isCards = useShowsCards();
  const columns = ticketColumns(now, isAdmin);
  const fields = <Fields params={params} isAdmin={isAdmin} inSheet={isCards} />;
  return (
    <ListScreen<TicketRow>
      title={title}
      phoneTitle={portal ? title : 'Tickets'}
      breadcrumb={[{ label: 'Atendimento' }, { label: portal ? title : 'Tickets' }]}
      create={{ label: 'Criar Ticket', onClick: () => params.openDialog('create') }}
      buttons={
        isAdmin && (
          <ExportTickets
            system={system}
            status={status}
            filters={defined({ ...filters, content: params.search })}
            count={counts?.[status]}
          />
        )
      }
      summary={isAdmin && <Summary {...{ system, params }} />}
      list={{
        name: portal ? 'portal-tickets' : 'tickets',
        label: title,
        noun: ['ticket', 'tickets'],
        // Maximum number of page links (K-11).
        mostPageLinks: 5,
        params,
        query,
        page: query.data,
        polls: !live,
        columns,
        actions: rowActions(open),
        rowKey: ({ id }) => id,
        rowName: ({ title: name }) => name,
        filters: listFilters({ params, status, data: query.data, columns, fields, isCards }),
        empty: emptyOf(status, portal),
        nothingFound: nothingFound(params),
        failure,
      }}
      dialogs={{
        create: (dialog) => <CreateTicket portal={portal} {...dialog} />,
        details: ({ onClose }) =>
          params.dialog?.id !== undefined && (
            <TicketDialog id={params.dialog.id} isAdmin={isAdmin} onClose={onClose} />
          ),
      }}
    />
  );
}

const Fields = ({
  params,
  isAdmin,
  inSheet,
}: {
  params: TicketParams;
  isAdmin: boolean;
  inSheet: boolean;
}) => (
  <TicketFilters
    inSheet={inSheet}
    date={params.values.date}
    idRes={isAdmin ? (params.values.idRes ?? '') : undefined}
    onChange={(change) => params.change(change)}
  />
);

/**
 * Summary for the administration. It shows the response times and the groups of related tickets.
 */
const Summary = ({ system, params }: { system: TicketSystem; params: TicketParams }) => (
  <>
    <Box mb="lg">
      <TicketReport system={system} />
    </Box>
    <Incidents
      system={system}
      chosen={params.values.channel}
      onChoose={(key) => params.change({ channel: key })}
    />
  </>
);

type Answer = ResponseOf<typeof listTickets>;

interface FiltersInput {
  readonly params: TicketParams;
  readonly status: TicketStatus;
  readonly data: Answer | undefined;
  readonly columns: readonly Column<TicketRow>[];
  /** Filter fields for the day and the account. */
  readonly fields: ReactNode;
  readonly isCards: boolean;
}

/**
 * Returns the filters of the list. If rows are cards, the sheet contains the filters for day,
 * account and category.
 */
function listFilters({
  params,
  status,
  data,
  columns,
  fields,
  isCards,
}: FiltersInput): ListFilters {
  const selects = [categorySelect(params)];
  const { category, date, idRes } = params.values;
  const counts = data?.counts;
  return {
    search: { placeholder: 'Título ou ID do ticket' },
    segments: params.filter('status', {
      label: 'Status',
      fallback: status,
      options: ticketStatuses.map((value) => ({
        value,
        label: tabLabel(value, data?.unread[value] ?? 0),
        ...(counts ? { count: counts[value] } : {}),
      })),
    }),
    ...(isCards
      ? {
          sheet: (view, buttons) => (
            <FilterSheet
              inUse={[category, date, idRes].filter((filter) => filter !== undefined).length}
              onClear={() =>
                params.change({ category: undefined, date: undefined, idRes: undefined })
              }
              shows={data && pluralize(data.total, 'ticket', 'tickets')}
              columns={columns}
              list={params}
              {...{ view, selects, buttons }}
            >
              {fields}
            </FilterSheet>
          ),
        }
      : { selects, extra: fields }),
  };
}

const tabLabel = (status: TicketStatus, unread: number): string =>
  unread === 0
    ? statusTabs[status]
    : `${statusTabs[status]} · ${pluralize(unread, 'novo', 'novos')}`;

const categorySelect = (params: TicketParams) =>
  params.filter('category', {
    label: 'Categoria',
    options: [
      { value: undefined, label: 'Todas' },
      ...openCategories.map((value) => ({ value, label: categoryFilters[value] })),
    ],
  });

function nothingFound({ search, values, change }: TicketParams): NothingFoundText | undefined {
  const { category, date, idRes, channel } = values;
  if (!search && !category && !date && !idRes && !channel) return undefined;
  const none = {
    search: undefined,
    category: undefined,
    date: undefined,
    idRes: undefined,
    channel: undefined,
  };
  return {
    title: search ? `Nada para “${search}”` : 'Nenhum ticket assim',
    clear: { label: 'Ver todos', onClick: () => change(none) },
  };
}

const emptyOf = (status: TicketStatus, portal: boolean) => ({
  icon: portal ? IconMessages : IconMessage2,
  title: `Nenhum ticket em ${statusTabs[status]}`,
  text: 'O que for aberto aparece aqui sozinho.',
});

const failure = ({ requestId, message, status }: ApiError): ListFailure => ({
  text: status >= 500 || status === 0 ? 'Por favor, atualize a página e tente novamente.' : message,
  requestId,
  note: '',
});

const rowActions = (open: (ticket: TicketRow) => void): RowAction<TicketRow>[] => [
  { key: 'details', opens: true, label: 'Detalhes', icon: IconMessage2, slot: 'row', run: open },
];

const defined = <T extends object>(values: T) =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && value !== ''),
  ) as { [K in keyof T]?: NonNullable<T[K]> };

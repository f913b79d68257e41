/** List of conversations: tabs, search, filters, incidents and rows. */
import { ActionIcon, Box, Button, Skeleton } from '@mantine/core';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { type TicketStatus, type TicketSystem, statusTabs } from '@ramal/contract/rules/tickets';
import type { Incident } from '@ramal/contract/tickets/ticket-answers';
import type { listTickets } from '@ramal/contract/tickets/tickets';
import { IconMessage2, IconPlus, IconSearch, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { createPortal } from 'react-dom';
import type { ApiError } from '../../foundation/api/api.ts';
import { formatTime } from '../../foundation/dates.ts';
import { pluralize } from '../../foundation/numbers.ts';
import { useIsPhone, useShowsCards } from '../../foundation/viewport.ts';
import { useBarSlot } from '../../ui/layout/page-heading.tsx';
import {
  type ListFailure,
  EmptyListState,
  ListError,
  NoResults,
} from '../../ui/table/list-states.tsx';
import { Pager } from '../../ui/table/Pager.tsx';
import { SearchField } from '../../ui/table/toolbar/SearchField.tsx';
import type { TicketParams } from '../ticket-params.ts';
import { at } from '../ticket-words.ts';
import { IncidentRows } from './IncidentRows.tsx';
import { StatusChips, StatusTabs } from './StatusTabs.tsx';
import { type SwipeActs, TicketRow } from './TicketRow.tsx';
import classes from './TicketList.module.css';

interface TicketListProps {
  readonly params: TicketParams;
  readonly status: TicketStatus;
  readonly system: TicketSystem;
  /** Undefined until the list and its incidents are loaded, so that no row moves. */
  readonly data: ResponseOf<typeof listTickets> | undefined;
  readonly incidents: readonly Incident[];
  readonly error: ApiError | null;
  readonly openId: number | undefined;
  readonly isAdmin: boolean;
  readonly now: Date;
  readonly acts: SwipeActs;
  /** Button that opens the sheet with the filters. */
  readonly filters: ReactNode;
  readonly onRetry: () => void;
  /** Called when the user opens a ticket with the pointer or with Enter. */
  readonly onOpen: () => void;
  readonly onCreate: () => void;
  readonly onStatus: (status: TicketStatus) => void;
  /** Figures below the rows. */
  readonly after: ReactNode;
}

export function TicketList(props: TicketListProps) {
  const { params, system, data, incidents, after } = props;
  const { postponed, channel } = params.values;
  return (
    <>
      <ListHead {...props} />
      {data && !postponed && (
        <IncidentRows
          incidents={incidents}
          system={system}
          chosen={channel}
          onChoose={(key) => params.change({ channel: key })}
        />
      )}
      {postponed && (
        <Postponed label="Voltar à lista" onPress={() => params.change({ postponed: undefined })}>
          Tickets que você adiou
        </Postponed>
      )}
      <Rows {...props} />
      {after}
    </>
  );
}

const PLACEHOLDER = 'Título, pessoa ou número';

function ListHead(props: TicketListProps) {
  const { params, status, data, isAdmin, filters, onCreate, onStatus } = props;
  const isCards = useShowsCards();
  const isPhone = useIsPhone();
  const tabs = { status, data, onChange: onStatus };
  const search = (
    <SearchField value={params.search} placeholder={PLACEHOLDER} onChange={params.setSearch} />
  );
  const create = (
    <ActionIcon
      size={isCards ? 46 : 34}
      bdrs={isCards ? 12 : 8}
      variant={isCards ? 'filled' : 'default'}
      aria-label="Criar Ticket"
      onClick={onCreate}
    >
      <IconPlus size={isCards ? 20 : 17} stroke={1.75} />
    </ActionIcon>
  );
  if (isPhone)
    return (
      <div className={classes.head}>
        <BarTools filters={filters} isSearching={params.search !== ''}>
          {search}
        </BarTools>
        <div className={classes.chips}>
          <StatusChips {...tabs} />
          {!isAdmin && create}
        </div>
      </div>
    );
  return (
    <div className={classes.head}>
      <StatusTabs {...tabs} />
      <div className={classes.tools} role="search" aria-label="Tickets">
        {search}
        {filters}
        {create}
      </div>
    </div>
  );
}

interface BarToolsProps {
  readonly filters: ReactNode;
  readonly isSearching: boolean;
  /** Search field, which replaces the title while it is open. */
  readonly children: ReactNode;
}

/** Search and filters in the phone's bar. */
function BarTools({ filters, isSearching, children }: BarToolsProps) {
  const slot = useBarSlot();
  const [isOpen, setOpen] = useState(isSearching);
  if (!slot) return null;
  return createPortal(
    <div className={classes.barTools} data-search-open={isOpen || undefined}>
      {isOpen && (
        <div role="search" aria-label="Tickets" className={classes.barSearch}>
          {children}
        </div>
      )}
      <ActionIcon
        size={44}
        variant="subtle"
        color="gray"
        aria-label={isOpen ? 'Fechar a busca' : 'Buscar tickets'}
        aria-expanded={isOpen}
        onClick={() => {
          setOpen(!isOpen);
          if (!isOpen)
            requestAnimationFrame(() => slot.querySelector<HTMLElement>('input')?.focus());
        }}
      >
        {isOpen ? <IconX size={21} stroke={1.75} /> : <IconSearch size={21} stroke={1.75} />}
      </ActionIcon>
      {!isOpen && filters}
    </div>,
    slot,
  );
}

function Rows(props: TicketListProps) {
  const { params, data, error, openId, now, acts, onRetry, onOpen } = props;
  const isCards = useShowsCards();
  if (error && !data) return <ListError failure={failure(error)} onRetry={onRetry} />;
  if (!data) return <RowSkeletons />;
  const { postponed, returnsAt, total, totalExact } = data;
  return (
    <>
      {data.data.length === 0 ? (
        <Nothing {...props} />
      ) : (
        <ul className={classes.rows} data-list-rows aria-label="Tickets">
          {data.data.map((ticket) => (
            <TicketRow
              key={ticket.id}
              ticket={ticket}
              now={now}
              isOpen={ticket.id === openId}
              replaces={openId !== undefined}
              onOpen={onOpen}
              acts={isCards ? acts : undefined}
            />
          ))}
        </ul>
      )}
      {postponed > 0 && !params.values.postponed && (
        <Postponed label="Ver" onPress={() => params.change({ postponed: true })}>
          {pluralize(postponed, 'ticket adiado', 'tickets adiados')}
          {returnsAt ? ` · o próximo volta às ${formatTime(at(returnsAt))}` : ''}
        </Postponed>
      )}
      {total > params.pageSize && (
        <Box px="xl" pb="lg">
          <Pager
            noun={['ticket', 'tickets']}
            total={total}
            totalExact={totalExact}
            page={params.page}
            pageSize={params.pageSize}
            onPage={params.setPage}
            // Maximum number of page links (K-11).
            mostLinks={5}
          />
        </Box>
      )}
    </>
  );
}

interface PostponedProps {
  readonly label: string;
  readonly children: ReactNode;
  readonly onPress: () => void;
}

/** Row that shows the postponed tickets, or returns from them to the list. */
const Postponed = ({ label, children, onPress }: PostponedProps) => (
  <button type="button" className={classes.postponed} onClick={onPress}>
    {children}
    <span className={classes.link}>{label}</span>
  </button>
);

function Nothing({ params, status, onStatus, onCreate }: TicketListProps) {
  const { category, date, idRes, channel, postponed } = params.values;
  const filtered = [params.search, category, date, idRes, channel, postponed].some(Boolean);
  if (filtered)
    return (
      <NoResults
        title={params.search ? `Nada para “${params.search}”` : 'Nenhum ticket assim'}
        actions={
          <Button variant="default" onClick={() => params.change(noFilters)}>
            Ver todos
          </Button>
        }
      />
    );
  return (
    <EmptyListState
      icon={IconMessage2}
      title={emptyTitles[status]}
      text="O que for aberto aparece aqui sozinho."
      actions={
        status === 0 ? (
          <Button variant="default" onClick={() => onStatus(3)}>
            Ver respondidos
          </Button>
        ) : (
          <Button variant="default" onClick={onCreate}>
            Criar Ticket
          </Button>
        )
      }
    />
  );
}

const emptyTitles: Readonly<Record<TicketStatus, string>> = {
  0: 'Nenhum ticket pendente',
  2: `Nenhum ticket em ${statusTabs[2]}`,
  3: `Nenhum ticket em ${statusTabs[3]}`,
  1: `Nenhum ticket em ${statusTabs[1]}`,
};

export const noFilters = {
  search: undefined,
  category: undefined,
  date: undefined,
  idRes: undefined,
  channel: undefined,
  postponed: undefined,
};

/** Skeletons with the height of the rows. */
const RowSkeletons = () => (
  <div role="status" aria-label="Carregando os tickets">
    {Array.from({ length: 8 }, (_, index) => (
      <div key={index} className={classes.skeleton}>
        <Skeleton height={14} width="72%" radius={4} />
        <Skeleton height={12} width="48%" radius={4} mt="sm" />
      </div>
    ))}
  </div>
);

const failure = ({ requestId, message, status }: ApiError): ListFailure => ({
  text: status >= 500 || status === 0 ? 'Por favor, atualize a página e tente novamente.' : message,
  requestId,
  note: '',
});

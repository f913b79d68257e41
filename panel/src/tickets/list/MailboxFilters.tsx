/** Button and sheet with the filters of the list, its order, and its rare acts. */
import { Button } from '@mantine/core';
import {
  type TicketSystem,
  PORTAL_TICKETS,
  categoryFilters,
  openCategories,
} from '@ramal/contract/rules/tickets';
import type { TicketRow } from '@ramal/contract/tickets/tickets';
import { IconPlus, IconRefresh } from '@tabler/icons-react';
import { pluralize } from '../../foundation/numbers.ts';
import { useIsPhone } from '../../foundation/viewport.ts';
import { SheetGroup, SheetRow } from '../../ui/bottom-sheet/SheetRow.tsx';
import { FilterSheet } from '../../ui/list/FilterSheet.tsx';
import type { Column } from '../../ui/table/columns.ts';
import { useListView } from '../../ui/views/use-list-view.ts';
import { ExportTickets } from '../administration/ExportTickets.tsx';
import type { TicketParams } from '../ticket-params.ts';
import { TicketFilters } from './TicketFilters.tsx';
import type { TicketListData } from './use-ticket-list.ts';

interface MailboxFiltersProps {
  readonly system: TicketSystem;
  readonly params: TicketParams;
  readonly isAdmin: boolean;
  readonly list: TicketListData;
  readonly onCreate: () => void;
}

export function MailboxFilters({ system, params, isAdmin, list, onCreate }: MailboxFiltersProps) {
  const { category, date, idRes } = params.values;
  const { status, data, filters } = list;
  const isPhone = useIsPhone();
  const name = system === PORTAL_TICKETS ? 'portal-tickets' : 'tickets';
  const order = { columns: sortColumns, sort: params.sort, onSort: params.setSort };
  const view = { ...useListView(name, none, params.views), order };
  return (
    <FilterSheet
      inUse={
        [category, date, isAdmin ? idRes : undefined].filter((filter) => filter !== undefined)
          .length
      }
      onClear={() => params.change({ category: undefined, date: undefined, idRes: undefined })}
      shows={data && pluralize(data.total, 'ticket', 'tickets')}
      columns={sortColumns}
      list={params}
      view={view}
      selects={[categorySelect(params)]}
      rest={(choose) => (
        <SheetGroup>
          <SheetRow icon={IconRefresh} label="Atualizar" onClick={choose(list.refetch)} />
        </SheetGroup>
      )}
      buttons={
        (isAdmin || isPhone) && (
          <>
            {isPhone && (
              <Button leftSection={<IconPlus size={16} stroke={1.75} />} onClick={onCreate}>
                Criar Ticket
              </Button>
            )}
            {isAdmin && (
              <ExportTickets
                system={system}
                status={status}
                filters={{ ...filters, ...(params.search && { content: params.search }) }}
                count={data?.counts[status]}
              />
            )}
          </>
        )
      }
    >
      <TicketFilters
        date={date}
        idRes={isAdmin ? (idRes ?? '') : undefined}
        onChange={(change) => params.change(change)}
      />
    </FilterSheet>
  );
}

const none: never[] = [];

const categorySelect = (params: TicketParams) =>
  params.filter('category', {
    label: 'Categoria',
    options: [
      { value: undefined, label: 'Todas' },
      ...openCategories.map((value) => ({ value, label: categoryFilters[value] })),
    ],
  });

/** Orders of the list. The mailbox has no columns, so they have no cells. */
const sortColumns: Column<TicketRow>[] = [
  { key: 'last_at', header: 'Última mensagem', firstDirection: 'desc', cell: () => null },
  { key: 'created_at', header: 'Data', firstDirection: 'desc', cell: () => null },
  { key: 'title', header: 'Titulo', cell: () => null },
  { key: 'author', header: 'Feita por', cell: () => null },
];

/** From where an account came in, and who was refused at its door (S-SHARED-25, -26). */
import { type accessSorts, listAccesses } from '@ramal/contract/logs';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { IconLogin2 } from '@tabler/icons-react';
import { useState } from 'react';
import { usePageSize } from '../foundation/stored-lists.ts';
import { useCall } from '../foundation/api/query.ts';
import { DataTable } from '../ui/table/DataTable.tsx';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { DialogList } from '../ui/dialogs/DialogList.tsx';
import { ListToolbar } from '../ui/table/ListToolbar.tsx';
import { StatusBadge } from '../ui/status/StatusBadge.tsx';
import type { Column } from '../ui/table/columns.ts';
import { useListView } from '../ui/views/use-list-view.ts';

export interface AccessesDialogProps {
  reseller: { readonly id: number; readonly username: string };
  onClose: () => void;
}

type Access = ResponseOf<typeof listAccesses>['data'][number];

type Sorted = (typeof accessSorts)[number];

export function AccessesDialog({ reseller, onClose }: AccessesDialogProps) {
  const [asked, setAsked] = useState({
    search: '',
    page: 1,
    sort: 'date' as Sorted,
    dir: 'desc' as 'asc' | 'desc',
  });
  const { search, page, sort, dir } = asked;
  const perPage = usePageSize('accesses');
  const view = useListView('accesses', columns);
  const list = useCall(
    listAccesses,
    {
      params: { id: reseller.id },
      query: { ...(search ? { search } : {}), page, sort, dir, per_page: perPage },
    },
    { keepPrevious: true },
  );
  const { data, error } = list;
  return (
    <Dialog opened onClose={onClose} width={760} title="Acessos" subtitle={reseller.username}>
      <DialogList>
        <ListToolbar
          view={view}
          search={{
            value: search,
            placeholder: 'Endereço IP',
            second: true,
            onChange: (text) => setAsked({ ...asked, search: text, page: 1 }),
          }}
        />
        <DataTable<Access>
          label="Acessos"
          noun={['acesso', 'acessos']}
          columns={columns}
          view={view}
          rows={data?.data}
          rowKey={(row) => data!.data.indexOf(row)}
          rowName={(row) => `${row.ip}, ${row.date}`}
          total={data?.total ?? 0}
          totalExact={data?.total_exact}
          page={page}
          pageSize={perPage}
          onPageSize={() => setAsked({ ...asked, page: 1 })}
          onPage={(to) => setAsked({ ...asked, page: to })}
          sort={{ key: sort, direction: dir }}
          onSort={({ key, direction }) =>
            setAsked({ ...asked, sort: key as Sorted, dir: direction, page: 1 })
          }
          busy={list.isFetching}
          failure={error && { text: error.message, requestId: error.requestId }}
          onRetry={() => void list.refetch()}
          empty={{
            icon: IconLogin2,
            title: 'Nenhum acesso guardado',
            text: 'Endereços são apagados depois do prazo de retenção.',
          }}
          nothingFound={
            search
              ? { title: 'Nenhum item encontrado!', text: 'Nenhum acesso deste endereço.' }
              : undefined
          }
        />
      </DialogList>
    </Dialog>
  );
}

const columns: Column<Access>[] = [
  {
    key: 'ip',
    header: 'IP',
    sortable: true,
    width: 150,
    card: 'identity',
    cell: (row) => <span className="mono">{row.ip}</span>,
  },
  {
    key: 'entered',
    header: 'Situação',
    sortable: true,
    width: 120,
    card: 'status',
    cell: (row) => (
      <StatusBadge tone={row.entered ? 'ok' : 'bad'}>
        {row.entered ? 'Entrou' : 'Recusado'}
      </StatusBadge>
    ),
  },
  {
    key: 'device',
    header: 'Aparelho',
    fill: true,
    muted: true,
    card: 'note',
    cell: (row) => row.device || '–',
  },
  {
    key: 'date',
    header: 'Data',
    sortable: true,
    firstDirection: 'desc',
    width: 140,
    muted: true,
    card: 'corner',
    cell: (row) => <span className="num">{row.date}</span>,
  },
];

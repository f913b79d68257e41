/** Successful and rejected sign-ins of an account, with their addresses (S-SHARED-25, -26). */
import { accessSorts, listAccesses } from '@ramal/contract/logs';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { IconLogin2 } from '@tabler/icons-react';
import { useCall } from '../foundation/api/query.ts';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { DialogList } from '../ui/dialogs/DialogList.tsx';
import { defineListParams, useDialogListParams } from '../ui/list/list-params.ts';
import { List } from '../ui/list/List.tsx';
import { StatusBadge } from '../ui/status/StatusBadge.tsx';
import type { Column } from '../ui/table/columns.ts';

interface AccessesDialogProps {
  reseller: { readonly id: number; readonly username: string };
  onClose: () => void;
}

type Access = ResponseOf<typeof listAccesses>['data'][number];

const accessParams = defineListParams({ sorts: accessSorts, defaultDirection: 'desc' });

export function AccessesDialog({ reseller, onClose }: AccessesDialogProps) {
  const params = useDialogListParams(accessParams, 'accesses');
  const query = useCall(
    listAccesses,
    { params: { id: reseller.id }, query: params.query },
    { keepPrevious: true },
  );
  const rows = query.data?.data ?? [];
  return (
    <Dialog onClose={onClose} width={760} title="Acessos" subtitle={reseller.username}>
      <DialogList>
        <List<Access>
          list={{
            name: 'accesses',
            label: 'Acessos',
            noun: ['acesso', 'acessos'],
            params,
            query,
            page: query.data,
            columns,
            rowKey: (row) => rows.indexOf(row),
            rowName: ({ ip, date }) => `${ip}, ${date}`,
            filters: { search: { placeholder: 'Endereço IP', second: true } },
            failure: ({ message, requestId }) => ({ text: message, requestId }),
            empty: {
              icon: IconLogin2,
              title: 'Nenhum acesso guardado',
              text: 'Endereços são excluídos depois do prazo de retenção.',
            },
            nothingFound: params.search
              ? { title: 'Nenhum item encontrado!', text: 'Nenhum acesso deste endereço.' }
              : undefined,
          }}
        />
      </DialogList>
    </Dialog>
  );
}

const columns: Column<Access>[] = [
  {
    key: 'ip',
    header: 'IP',
    width: 150,
    card: 'identity',
    cell: (row) => <span className="mono">{row.ip}</span>,
  },
  {
    key: 'entered',
    header: 'Situação',
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
    firstDirection: 'desc',
    width: 140,
    muted: true,
    card: 'corner',
    cell: (row) => <span className="num">{row.date}</span>,
  },
];

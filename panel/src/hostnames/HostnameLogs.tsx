/** Log of hostname events, ten per page, newest first (S-DNS-26, -29 to -34). */
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { hostnameLogSorts, listHostnameLogs } from '@ramal/contract/operations/hostnames';
import { IconHistory } from '@tabler/icons-react';
import { useCall } from '../foundation/api/query.ts';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { DialogList } from '../ui/dialogs/DialogList.tsx';
import { List } from '../ui/list/List.tsx';
import { defineListParams, useLocalListParams } from '../ui/list/list-params.ts';
import type { Column } from '../ui/table/columns.ts';

type Entry = ResponseOf<typeof listHostnameLogs>['data'][number];

const logParams = defineListParams({
  sorts: hostnameLogSorts,
  defaultDirection: 'desc',
});

const columns: Column<Entry>[] = [
  {
    key: 'id',
    header: 'ID',
    firstDirection: 'desc',
    value: ({ id }) => id,
    width: 80,
    muted: true,
    card: 'none',
    cell: ({ id }) => <span className="num">{id}</span>,
  },
  {
    key: 'username',
    header: 'Usuário',
    value: ({ username }) => username ?? '',
    width: 130,
    card: 'note',
    cell: ({ username }) => username ?? 'o painel',
  },
  {
    key: 'description',
    header: 'Descrição',
    value: ({ description }) => description,
    fill: true,
    card: 'identity',
    cell: ({ description }) => description,
    title: ({ description }) => description,
  },
  {
    key: 'date',
    header: 'Data criação',
    sort: 'id',
    value: ({ id }) => id,
    width: 150,
    card: 'corner',
    cell: ({ date }) => <span className="num">{date}</span>,
  },
  {
    key: 'ip',
    header: 'IP',
    value: ({ ip }) => ip ?? '',
    width: 130,
    muted: true,
    cell: ({ ip }) => <span className="mono">{ip ?? '–'}</span>,
  },
];

export function HostnameLogs({ onClose }: { onClose: () => void }) {
  const params = useLocalListParams(logParams, { pageSize: 10 });
  const query = useCall(listHostnameLogs, { query: params.query }, { keepPrevious: true });
  return (
    <Dialog onClose={onClose} width={960} title="Logs">
      <DialogList tall>
        <List<Entry>
          list={{
            name: 'hostname-logs',
            label: 'Logs de DNS',
            noun: ['registro', 'registros'],
            params,
            query,
            page: query.data,
            columns,
            rowKey: ({ id }) => id,
            rowName: ({ description }) => description,
            empty: { icon: IconHistory, title: 'Nada aconteceu ainda' },
          }}
        />
      </DialogList>
    </Dialog>
  );
}

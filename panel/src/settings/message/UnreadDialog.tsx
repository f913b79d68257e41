import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { listUnreadRecipients } from '@ramal/contract/tickets/administration-messages';
import { IconMailOpened } from '@tabler/icons-react';
import { useCall } from '../../foundation/api/query.ts';
import { formatDateTime } from '../../foundation/dates.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { DialogList } from '../../ui/dialogs/DialogList.tsx';
import { List } from '../../ui/list/List.tsx';
import { defineListParams, useLocalListParams } from '../../ui/list/list-params.ts';
import type { Column } from '../../ui/table/columns.ts';
import { levelName } from './level-words.ts';

type Recipient = ResponseOf<typeof listUnreadRecipients>['data'][number];

const unreadParams = defineListParams({ sorts: ['username', 'level', 'received_at'] });

interface UnreadDialogProps {
  readonly id: number;
  readonly username: string;
  readonly onClose: () => void;
}

export function UnreadDialog({ id, username, onClose }: UnreadDialogProps) {
  const params = useLocalListParams(unreadParams, { pageSize: 10 });
  const query = useCall(
    listUnreadRecipients,
    { params: { id }, query: params.query },
    { keepPrevious: true },
  );
  return (
    <Dialog onClose={onClose} width={720} title="Quem ainda não leu">
      <DialogList tall>
        <List<Recipient>
          list={{
            name: 'unread-recipients',
            label: 'Quem ainda não leu',
            noun: ['revenda', 'revendas'],
            params,
            query,
            page: query.data,
            columns: columnsOf(username),
            rowKey: (row) => row.id,
            rowName: (row) => row.username,
            filters: { search: { placeholder: 'Buscar por usuário' } },
            empty: { icon: IconMailOpened, title: 'Todos leram' },
          }}
        />
      </DialogList>
    </Dialog>
  );
}

const columnsOf = (username: string): Column<Recipient>[] => [
  {
    key: 'username',
    header: 'Usuário',
    fill: true,
    card: 'identity',
    cell: (row) => row.username,
  },
  {
    key: 'level',
    header: 'Nível',
    width: 150,
    card: 'note',
    cell: ({ level }) => levelName(level, username),
  },
  {
    key: 'received_at',
    header: 'Recebeu',
    firstDirection: 'desc',
    width: 160,
    muted: true,
    cell: ({ receivedAtTimestamp: at }) => (
      <span className="num">{at === null ? '–' : formatDateTime(new Date(at * 1000))}</span>
    ),
  },
];

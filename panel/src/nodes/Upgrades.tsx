import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { listUpgrades } from '@ramal/contract/operations/nodes';
import { IconHistory } from '@tabler/icons-react';
import { useCall } from '../foundation/api/query.ts';
import { formatBytes } from '../foundation/bytes.ts';
import { formatDateTime } from '../foundation/dates.ts';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { DialogList } from '../ui/dialogs/DialogList.tsx';
import { List } from '../ui/list/List.tsx';
import { defineListParams, useLocalListParams } from '../ui/list/list-params.ts';
import { wholePage } from '../ui/list/whole-page.ts';
import type { Column } from '../ui/table/columns.ts';

type Upgrade = ResponseOf<typeof listUpgrades>['data'][number];

const upgradeParams = defineListParams();

export function Upgrades({ onClose }: { readonly onClose: () => void }) {
  const params = useLocalListParams(upgradeParams, { pageSize: 10 });
  const query = useCall(listUpgrades, {});
  return (
    <Dialog
      onClose={onClose}
      width={640}
      title="Histórico"
      subtitle="Atualizações desta instalação"
    >
      <DialogList>
        <List<Upgrade>
          list={{
            label: 'Atualizações',
            noun: ['atualização', 'atualizações'],
            params: { ...params, views: undefined },
            query,
            page: wholePage(query.data?.data, params, upgradeColumns, ({ toVersion }) => toVersion),
            columns: upgradeColumns,
            rowKey: ({ id }) => id,
            rowName: ({ toVersion }) => toVersion,
            empty: {
              icon: IconHistory,
              title: 'Nenhuma atualização ainda',
              text: 'A instalação começou nesta versão.',
            },
          }}
        />
      </DialogList>
    </Dialog>
  );
}

const upgradeColumns: readonly Column<Upgrade>[] = [
  {
    key: 'version',
    header: 'Versão',
    card: 'identity',
    fill: true,
    width: 120,
    value: ({ toVersion }) => toVersion,
    cell: ({ fromVersion, toVersion }) => (
      <span className="mono">{fromVersion ? `${fromVersion} → ${toVersion}` : toVersion}</span>
    ),
  },
  {
    key: 'finished_at',
    header: 'Quando',
    firstDirection: 'desc',
    width: 150,
    value: (row) => row.finishedAtTimestamp,
    cell: (row) => (
      <span className="num">{formatDateTime(new Date(row.finishedAtTimestamp * 1000))}</span>
    ),
  },
  {
    key: 'seconds',
    header: 'Levou',
    align: 'end',
    width: 80,
    value: ({ seconds }) => seconds,
    cell: ({ seconds }) => <span className="num">{seconds} s</span>,
  },
  {
    key: 'copy',
    header: 'Cópia',
    align: 'end',
    width: 100,
    value: ({ copyBytes }) => copyBytes,
    cell: ({ copyBytes }) => (copyBytes === null ? 'sem cópia' : formatBytes(copyBytes)),
  },
];

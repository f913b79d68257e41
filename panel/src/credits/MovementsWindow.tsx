/** The movement log of one account, in a window over the list it was opened from (S-SHARED-19, S-RESLIST-45). */
import { exportMovements, listMovements, movementKinds } from '@ramal/contract/resellers/credits';
import { IconArrowsExchange } from '@tabler/icons-react';
import { useState } from 'react';
import { ExportButton } from '../exports/ExportButton.tsx';
import { usePageSize } from '../foundation/stored-lists.ts';
import { formatCredits } from '../foundation/numbers.ts';
import { useCall } from '../foundation/api/query.ts';
import { MasterSwitch } from './MasterSwitch.tsx';
import { DataTable } from '../ui/table/DataTable.tsx';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { DialogList } from '../ui/dialogs/DialogList.tsx';
import { ListToolbar } from '../ui/table/ListToolbar.tsx';
import { useListView } from '../ui/views/use-list-view.ts';
import './credits.css';
import { type MovementKind, kindWords } from './movement-words.tsx';
import { type Movement, movementColumns } from './movement-columns.tsx';
import { Period } from './Period.tsx';

export interface AboutReseller {
  reseller: { readonly id: number; readonly username: string };
  onClose: () => void;
}

interface Asked {
  readonly search: string;
  readonly kind: MovementKind | undefined;
  readonly from: string;
  readonly until: string;
  readonly dir: 'asc' | 'desc';
  readonly page: number;
}

const everything: Asked = {
  search: '',
  kind: undefined,
  from: '',
  until: '',
  dir: 'desc',
  page: 1,
};

const kinds = [
  { value: 'all', label: 'Tudo' },
  ...movementKinds.map((kind) => ({ value: kind as string, label: kindWords[kind] })),
];

export function MovementsWindow({ reseller, onClose }: AboutReseller) {
  const [asked, setAsked] = useState(everything);
  const perPage = usePageSize('movements');
  const change = (more: Partial<Asked>) => setAsked({ ...asked, page: 1, ...more });
  const filters = filtersOf(asked);
  const list = useCall(
    listMovements,
    {
      params: { id: reseller.id },
      query: { ...filters, dir: asked.dir, page: asked.page, per_page: perPage },
    },
    { keepPrevious: true },
  );
  const { data, error } = list;
  const columns = movementColumns(data?.balance !== null);
  const view = useListView('movements', columns);
  return (
    <Dialog
      opened
      onClose={onClose}
      width={1080}
      title="Movimentações"
      subtitle={<Subtitle username={reseller.username} balance={data?.balance} />}
    >
      <DialogList tall>
        {data && data.balance !== null && (
          <MasterSwitch reseller={reseller} isMaster={data.is_master === 1} />
        )}
        <ListToolbar
          view={view}
          search={{
            value: asked.search,
            placeholder: 'Nome, observação ou valor',
            second: true,
            onChange: (search) => change({ search }),
          }}
          segments={{
            label: 'Tipo',
            value: asked.kind ?? 'all',
            options: kinds,
            onChange: (kind) =>
              change({ kind: kind === 'all' ? undefined : (kind as MovementKind) }),
          }}
        />
        <div className="movements-more">
          <Period from={asked.from} until={asked.until} onChange={change} />
          <ExportButton
            declaration={exportMovements}
            sent={{ body: { id: reseller.id, ...filters } }}
          />
        </div>
        <DataTable<Movement>
          label="Movimentações"
          noun={['movimentação', 'movimentações']}
          columns={columns}
          view={view}
          rows={data?.data}
          rowKey={(row) => row.id}
          rowName={(row) => `${row.reason_label} de ${row.registered}`}
          total={data?.total ?? 0}
          totalExact={data?.total_exact}
          page={asked.page}
          pageSize={perPage}
          onPage={(page) => change({ page })}
          onPageSize={() => change({})}
          sort={{ key: 'registered', direction: asked.dir }}
          onSort={({ direction }) => change({ dir: direction })}
          busy={list.isFetching}
          failure={error && { text: error.message, requestId: error.requestId }}
          onRetry={() => void list.refetch()}
          empty={{ icon: IconArrowsExchange, title: 'Nenhum crédito foi movimentado ainda' }}
          nothingFound={Object.keys(filters).length > 0 ? nothingFound : undefined}
        />
      </DialogList>
    </Dialog>
  );
}

const nothingFound = {
  title: 'Nenhum item encontrado!',
  text: 'Nada com este nome, esta observação ou este valor no período.',
};

const filtersOf = ({ search, kind, from, until }: Asked) => ({
  ...(search ? { search } : {}),
  ...(kind ? { kind } : {}),
  ...(from ? { from } : {}),
  ...(until ? { until } : {}),
});

function Subtitle({ username, balance }: { username: string; balance: number | null | undefined }) {
  return (
    <>
      {username}
      {typeof balance === 'number' && (
        <>
          {' · saldo '}
          <b className="num">{formatCredits(balance)}</b>
        </>
      )}
    </>
  );
}

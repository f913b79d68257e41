/**
 * Movement log of one account or of its whole network. The dialog opens over the list (S-SHARED-19,
 * S-RESLIST-45).
 */
import { Group, Stack, Switch, Text } from '@mantine/core';
import { exportMovements, listMovements, movementKinds } from '@ramal/contract/resellers/credits';
import { IconArrowsExchange } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ExportButton } from '../exports/ExportButton.tsx';
import { pluralize, formatCredits } from '../foundation/numbers.ts';
import { useCall } from '../foundation/api/query.ts';
import { useShowsCards } from '../foundation/viewport.ts';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { DialogList } from '../ui/dialogs/DialogList.tsx';
import { FilterSheet } from '../ui/list/FilterSheet.tsx';
import type { ListFilters } from '../ui/list/list.ts';
import { List } from '../ui/list/List.tsx';
import { kindWords } from './movement-words.tsx';
import { type Movement, movementColumns } from './movement-columns.tsx';
import { useMovementParams } from './movement-params.ts';
import { Period } from './Period.tsx';

interface MovementsDialogProps {
  reseller: { readonly id: number; readonly username: string };
  onClose: () => void;
}

const kindOptions = [
  { value: undefined, label: 'Tudo' },
  ...movementKinds.map((kind) => ({ value: kind, label: kindWords[kind] })),
];

export function MovementsDialog({ reseller, onClose }: MovementsDialogProps) {
  const movements = useMovementParams();
  const { params, tree, filtersInUse, isFiltered, exported } = movements;
  const sent = { params: { id: reseller.id }, query: movements.query };
  const query = useCall(listMovements, sent, { keepPrevious: true });
  const { data } = query;
  const isCards = useShowsCards();
  const columns = movementColumns({ hasBalance: tree || data?.balance !== null, ofTree: tree });
  const kinds = params.filter('kind', { label: 'Tipo', options: kindOptions });
  const exportButton = (
    <ExportButton declaration={exportMovements} sent={{ body: { id: reseller.id, ...exported } }} />
  );
  const others = <OtherFilters params={params} />;
  const sheet: Sheet = (view) => (
    <FilterSheet
      inUse={filtersInUse}
      onClear={() => params.change(noFilters)}
      shows={data && pluralize(data.total, 'movimentação', 'movimentações')}
      columns={columns}
      list={params}
      view={view}
      selects={[kinds]}
      rest={() => exportButton}
    >
      <Stack gap="xl">{others}</Stack>
    </FilterSheet>
  );
  return (
    <Dialog
      onClose={onClose}
      width={1080}
      title="Movimentações"
      subtitle={<Subtitle username={reseller.username} balance={data?.balance} />}
    >
      <DialogList tall>
        <List<Movement>
          list={{
            name: 'movements',
            label: 'Movimentações',
            noun: ['movimentação', 'movimentações'],
            params,
            query,
            page: data,
            columns,
            rowKey: ({ id, resellerId }) => `${id} ${resellerId}`,
            rowName: (row) => `${row.reasonLabel} de ${row.registered}`,
            filters: {
              search: { placeholder: 'Nome, observação ou valor', second: true },
              ...(isCards ? { sheet } : { segments: kinds }),
            },
            banner: (
              <>
                {isCards || <Tools left={others} right={exportButton} />}
                <SearchedSince since={data?.searchedSince} />
              </>
            ),
            empty: { icon: IconArrowsExchange, title: 'Nenhum crédito foi movimentado ainda' },
            nothingFound: isFiltered ? nothingFound : undefined,
          }}
        />
      </DialogList>
    </Dialog>
  );
}

type Sheet = NonNullable<ListFilters['sheet']>;

const Tools = ({ left, right }: { readonly left: ReactNode; readonly right: ReactNode }) => (
  <Group gap="md" justify="space-between">
    {left}
    {right}
  </Group>
);

/**
 * In a large network the search covers only recent movements. Shows the first day that it covers.
 */
const SearchedSince = ({ since }: { readonly since: string | null | undefined }) =>
  since ? (
    <Text fz="xs" c="var(--ink-3)" mt="xs">
      A busca olhou os movimentos desde {since}. Para os anteriores, escolha um período que termine
      antes.
    </Text>
  ) : null;

/**
 * Filters for the period and the network: above the table, or in the filter sheet of a list of
 * cards.
 */
function OtherFilters({ params }: Pick<ReturnType<typeof useMovementParams>, 'params'>) {
  const { from = '', until = '', tree = false } = params.values;
  return (
    <>
      <Period from={from} until={until} onChange={params.change} />
      <Switch
        label="Toda a rede"
        checked={tree}
        onChange={({ currentTarget }) =>
          params.change({ tree: currentTarget.checked || undefined })
        }
      />
    </>
  );
}

const noFilters = { kind: undefined, from: undefined, until: undefined, tree: undefined };

const nothingFound = {
  title: 'Nenhum item encontrado!',
  text: 'Nada com este nome, esta observação ou este valor no período.',
};

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

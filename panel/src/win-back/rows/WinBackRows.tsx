/** /win-back/rows/{list}: the people that a figure of win-back counts. */
import { definedOnly } from '../../ui/list/defined-only.ts';
import {
  winBackGroupKeys,
  winBackGroups,
  winBackStatuses,
} from '@ramal/contract/win-back/win-back-rules';
import {
  listWinBackRows,
  type WinBackList,
  winBackLists,
  winBackRowStatuses,
} from '@ramal/contract/win-back/results';
import { customerName } from '@ramal/contract/rules/customer-name';
import { platforms } from '@ramal/contract/rules/platforms';
import { IconArrowRight, IconUserOff } from '@tabler/icons-react';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useCall } from '../../foundation/api/query.ts';
import { pluralize } from '../../foundation/numbers.ts';
import { useShowsCards } from '../../foundation/viewport.ts';
import { RequirePermission } from '../../sessions/RequirePermission.tsx';
import { NotFound } from '../../shell/NotFound.tsx';
import { FilterSheet } from '../../ui/list/FilterSheet.tsx';
import type { ListFilters } from '../../ui/list/list.ts';
import { useListParams } from '../../ui/list/list-params.ts';
import { ListScreen } from '../../ui/list/ListScreen.tsx';
import type { Column, RowAction } from '../../ui/table/columns.ts';
import { statusLabels } from '../win-back-words.ts';
import { winBackRowParams } from '../win-back-params.ts';
import { winBackColumns, type WinBackRow } from './win-back-columns.tsx';

const noun = ['cliente', 'clientes'] as const;

const titles: Readonly<Record<WinBackList, string>> = {
  people: 'Clientes que pararam',
  lost: 'Não renovaram',
  received: 'Receberam a mensagem',
  returned: 'Receberam e voltaram',
  control: 'Ficaram sem mensagem',
  'control-returned': 'Voltaram sem mensagem',
};

const notes: Readonly<Record<WinBackList, string | undefined>> = {
  people: undefined,
  lost: 'Os clientes que a Perda conta. Cada um recebe a mensagem do grupo em que está.',
  received: 'Mensagens dos últimos 90 dias.',
  returned: 'Pagaram em até 14 dias depois da mensagem. Um pagamento conta uma vez só.',
  control: 'Sorteados para não receber, nos últimos 90 dias.',
  'control-returned': 'Pagaram em até 14 dias depois do dia em que a mensagem sairia.',
};

export function WinBackRows() {
  const { list } = useParams({ strict: false }) as { list?: string };
  const key = winBackLists.find((name) => name === list);
  return (
    <RequirePermission when={({ profile }) => profile !== 'admin'}>
      {key ? <Rows key={key} list={key} /> : <NotFound />}
    </RequirePermission>
  );
}

function Rows({ list }: { list: WinBackList }) {
  const params = useRowParams();
  const isCards = useShowsCards();
  const navigate = useNavigate();
  const query = useCall(
    listWinBackRows,
    { query: { ...params.query, list, ...filtersInUse(params.values) } },
    { keepPrevious: true },
  );
  const columns = winBackColumns(list);
  const open: RowAction<WinBackRow> = {
    key: 'open',
    label: 'Ver a linha',
    icon: IconArrowRight,
    group: 'line',
    opens: true,
    run: ({ platform, username }) =>
      void navigate({
        to: platforms[platform].listPath,
        search: { search: username } as never,
      }),
  };
  return (
    <ListScreen<WinBackRow>
      title={titles[list]}
      breadcrumb={[
        { label: 'Vendas' },
        { label: 'Reconquista', to: '/win-back' },
        { label: titles[list] },
      ]}
      backTo="/win-back"
      note={notes[list]}
      list={{
        name: 'win-back-rows',
        label: titles[list],
        noun,
        params,
        query,
        page: query.data,
        columns,
        actions: [open],
        rowKey: ({ key }) => key,
        rowName: (row) => customerName(row).name,
        filters: filtersOf({ list, params, columns, total: query.data?.total, isCards }),
        empty: { icon: IconUserOff, title: 'Ninguém neste número' },
      }}
    />
  );
}

type RowValues = ReturnType<typeof useRowParams>['values'];

/** Returns the filters of the address that have a value. */
const filtersInUse = ({ group, status, period, platform, plan, origin }: RowValues) =>
  definedOnly({ group, status, period, platform, plan, origin });

const useRowParams = () => useListParams(winBackRowParams, 'win-back-rows');

interface FiltersInput {
  readonly list: WinBackList;
  readonly params: ReturnType<typeof useRowParams>;
  readonly columns: readonly Column<WinBackRow>[];
  readonly total: number | undefined;
  readonly isCards: boolean;
}

const situations = (list: WinBackList) => (list === 'lost' ? winBackRowStatuses : winBackStatuses);

function filtersOf({ list, params, columns, total, isCards }: FiltersInput): ListFilters {
  const segments = params.filter('group', {
    label: 'Grupo',
    options: [
      { value: undefined, label: 'Todos' },
      ...winBackGroupKeys.map((value) => ({ value, label: winBackGroups[value].label })),
    ],
  });
  const selects =
    list === 'people' || list === 'lost'
      ? [
          params.filter('status', {
            label: 'Situação',
            options: [
              { value: undefined, label: 'Todas' },
              ...situations(list).map((value) => ({ value, label: statusLabels[value] })),
            ],
          }),
        ]
      : [];
  const filters = { search: { placeholder: 'Nome ou usuário' }, segments };
  if (!isCards) return { ...filters, selects };
  return {
    ...filters,
    sheet: (view) => (
      <FilterSheet
        inUse={params.values.status === undefined ? 0 : 1}
        onClear={() => params.change({ status: undefined })}
        shows={total === undefined ? undefined : pluralize(total, ...noun)}
        columns={columns}
        list={params}
        view={view}
        selects={selects}
        rest={() => null}
      />
    ),
  };
}

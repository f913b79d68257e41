/** «Extrato financeiro»: credit movements by month, account and type (S-EXTRACT, Q-EXTRACT). */
import { figureDifferences } from '@ramal/contract/numbers/differences';
import { exportExtract, extractTypes, getExtract } from '@ramal/contract/resellers/credits';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { IconReportMoney } from '@tabler/icons-react';
import { DownloadButton } from '../exports/ExportButton.tsx';
import { useCall } from '../foundation/api/query.ts';
import { pluralize } from '../foundation/numbers.ts';
import { useIsPhone, useShowsCards } from '../foundation/viewport.ts';
import { TargetField } from '../reseller-search/TargetField.tsx';
import { RequirePermission } from '../sessions/RequirePermission.tsx';
import { type Profile, useProfile } from '../sessions/profile.ts';
import type { ListFilters } from '../ui/list/list.ts';
import { ListScreen } from '../ui/list/ListScreen.tsx';
import { FilterSheet } from '../ui/list/FilterSheet.tsx';
import { RevealTogether } from '../ui/layout/RevealTogether.tsx';
import type { FilterSelect } from '../ui/table/toolbar/FilterChips.tsx';
import { type ExtractRow, extractColumns, extractRows } from './extract-columns.tsx';
import { ALL_MONTHS, type ExtractState, useExtractParams } from './extract-params.ts';
import { type MatrixChoice, MonthMatrix } from './MonthMatrix.tsx';
import { canReadExtract } from './can-read-extract.ts';

export const Extract = () => (
  <RequirePermission when={canReadExtract}>
    <RevealTogether>
      <Statement />
    </RevealTogether>
  </RequirePermission>
);

function Statement() {
  const state = useExtractParams();
  const profile = useProfile().data!;
  const isCards = useShowsCards();
  const extract = useCall(getExtract, { query: state.query }, { keepPrevious: true });
  const months = useCall(getExtract, { query: state.matrixQuery }, { keepPrevious: true }).data;
  const { data } = extract;
  const isPhone = useIsPhone();
  const matrix = months && (
    <MonthMatrix {...months} linkTo={linkOf(state)} chosen={chosenIn(state)} />
  );
  const mayExport = profile.grants.includes('extract.export');
  return (
    <ListScreen<ExtractRow>
      title="Extrato financeiro"
      phoneTitle="Extrato"
      breadcrumb={[{ label: 'Revendas' }, { label: 'Extrato financeiro' }]}
      refresh={false}
      {...(profile.profile === 'admin' ? {} : { note: figureDifferences.received })}
      summary={isPhone && matrix}
      buttons={
        mayExport && (
          <DownloadButton
            declaration={exportExtract}
            sent={{ body: state.exported }}
            file="ExtratoFinanceiro.csv"
            label="Exportar"
          />
        )
      }
      list={{
        name: 'extract',
        label: 'Extrato financeiro por mês',
        noun: ['item', 'itens'],
        params: searchingNetwork(state, profile),
        query: extract,
        page: data && {
          ...data,
          data: extractRows(data.extracts, state.params.sort?.key === 'date'),
        },
        columns: extractColumns,
        rowKey: ({ token }) => token,
        rowName: ({ reseller, type, date }) => `${reseller}, ${type}, ${date}`,
        filters: filtersOf(state, profile, data, isCards),
        banner: !isPhone && matrix,
        failure: ({ message, requestId }) => ({
          title: 'Não deu para carregar o extrato',
          text: message,
          requestId,
        }),
        empty: {
          icon: IconReportMoney,
          title: 'Nada foi movimentado nos últimos 6 meses',
          text: 'Recargas, vendas e renovações aparecem aqui.',
        },
        nothingFound:
          state.isFiltered || (months && months.totals.length > 0)
            ? {
                title: 'Nenhum item encontrado!',
                text: 'Escolha outro mês ou outra revenda.',
                clear: { label: 'Limpar filtros', onClick: () => state.params.change(noFilters) },
              }
            : undefined,
      }}
    />
  );
}

const noFilters = {
  reseller: undefined,
  name: undefined,
  network: undefined,
  month: undefined,
  type: undefined,
  search: undefined,
};

const isEverybodys = ({ target }: ExtractState, { profile }: Profile): boolean =>
  profile === 'admin' && target === undefined;

/**
 * Returns the parameters with a search that also selects the whole network. Otherwise the search
 * would cover only the selected account.
 */
const searchingNetwork = (state: ExtractState, profile: Profile): ExtractState['params'] => ({
  ...state.params,
  setSearch: (search) =>
    state.params.change({
      search: search || undefined,
      ...(search && !isEverybodys(state, profile) ? { network: true } : {}),
    }),
});

/**
 * Returns the link for a cell of the matrix. The link selects the month and the type of the cell
 * and keeps all other filters.
 */
const linkOf =
  ({ params }: ExtractState) =>
  ({ month, type }: MatrixChoice) => ({
    to: '/extract' as const,
    search: {
      ...params.values,
      page: undefined,
      month: month === undefined ? ALL_MONTHS : reverseMonth(month, '/', '-'),
      type,
    },
  });

const chosenIn = ({ month, type }: ExtractState): MatrixChoice => ({
  month: month === ALL_MONTHS ? undefined : reverseMonth(month, '-', '/'),
  type,
});

/**
 * Converts a month of the matrix (`11/2026`) to a month of the address (`2026-11`), and the
 * reverse.
 */
const reverseMonth = (month: string, from: string, to: string): string =>
  month.split(from).toReversed().join(to);

function filtersOf(
  state: ExtractState,
  profile: Profile,
  data: ResponseOf<typeof getExtract> | undefined,
  isCards: boolean,
): ListFilters {
  const { params, target, network, type } = state;
  const accountSelect = (
    <TargetField
      key={target?.id ?? 0}
      value={target}
      offered={data?.resellers ?? []}
      placeholder={profile.profile === 'admin' ? 'Todas as revendas' : 'Uma revenda da rede'}
      onChange={(chosen) =>
        params.change({ reseller: chosen?.id, name: chosen?.username, search: undefined })
      }
    />
  );
  const selects = [monthSelect(state, data?.dates ?? []), typeSelect(state)];
  return {
    search: { placeholder: 'Nome da revenda' },
    ...(isEverybodys(state, profile)
      ? {}
      : {
          segments: {
            label: 'De quem',
            value: network ? 'network' : 'only',
            options: [
              { value: 'only', label: target ? 'Só ela' : 'Só eu' },
              { value: 'network', label: target ? 'Com a rede dela' : 'Toda a rede' },
            ],
            onChange: (value) =>
              params.change({
                network: value === 'network' ? true : undefined,
                search: undefined,
              }),
          },
        }),
    ...(isCards
      ? {
          sheet: (view, buttons) => (
            <FilterSheet
              inUse={
                [target, params.values.month, type].filter((filter) => filter !== undefined).length
              }
              onClear={() => params.change(noFilters)}
              shows={data && pluralize(data.total, 'item', 'itens')}
              columns={extractColumns}
              list={params}
              {...{ view, selects, buttons }}
            >
              {accountSelect}
            </FilterSheet>
          ),
        }
      : { selects, extra: accountSelect }),
  };
}

function monthSelect({ params, month }: ExtractState, months: readonly string[]): FilterSelect {
  // If the selected month has no movements, it is added to the options.
  const offered =
    month === ALL_MONTHS || months.includes(month)
      ? months
      : [month, ...months].toSorted().toReversed();
  return {
    label: 'Mês',
    value: month,
    options: [
      { value: ALL_MONTHS, label: 'Últimos 6 meses' },
      ...offered.map((month) => ({ value: month, label: reverseMonth(month, '-', '/') })),
    ],
    onChange: (chosen) => params.change({ month: chosen }),
  };
}

const typeSelect = ({ params, type }: ExtractState): FilterSelect => ({
  label: 'Via',
  value: type ?? '',
  options: [
    { value: '', label: 'Todas' },
    ...extractTypes.map((extractType) => ({ value: extractType, label: extractType })),
  ],
  onChange: (chosen) =>
    params.change({ type: extractTypes.find((extractType) => extractType === chosen) }),
});

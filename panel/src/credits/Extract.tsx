/** Extrato Financeiro: what was moved, by month, account and type (S-EXTRACT, Q-EXTRACT). */
import { Button } from '@mantine/core';
import { exportExtract, getExtract } from '@ramal/contract/resellers/credits';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { IconReportMoney } from '@tabler/icons-react';
import { DownloadButton } from '../exports/ExportButton.tsx';
import { creditsInWords, formatMoney } from '../foundation/numbers.ts';
import { useCall } from '../foundation/api/query.ts';
import { Allowed } from '../sessions/Allowed.tsx';
import { type Profile, useProfile } from '../sessions/profile.ts';
import { EmptyState } from '../ui/states/EmptyState.tsx';
import { Segmented } from '../ui/form/Segmented.tsx';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { PickMenu } from '../ui/PickMenu.tsx';
import { SearchField } from '../ui/table/SearchField.tsx';
import '../ui/table/data-table.css';
import { ListError, SkeletonRows } from '../ui/table/list-states.tsx';
import { Pager } from '../ui/table/Pager.tsx';
import './credits.css';
import { type ExtractAddress, useExtractAddress } from './extract-address.ts';
import { ExtractRows } from './ExtractRows.tsx';
import { TypeBadge } from './movement-words.tsx';
import { readsExtract } from './reads-extract.ts';
import { TargetField } from './TargetField.tsx';

const PER_PAGE = 30;

/** What the rows to come look like. */
const shape = [
  { key: 'month', card: 'none' },
  { key: 'amount', card: 'none' },
  { key: 'reseller', card: 'none' },
  { key: 'via', card: 'status' },
  { key: 'value', card: 'none' },
  { key: 'reference', card: 'none', fill: true },
];

export function Extract() {
  return (
    <Allowed when={readsExtract}>
      <Statement />
    </Allowed>
  );
}

function Statement() {
  const address = useExtractAddress();
  const profile = useProfile().data!;
  const filters = filtersOf(address);
  const extract = useCall(
    getExtract,
    { query: { ...inQuery(filters), page: address.page, per_page: PER_PAGE } },
    { keepPrevious: true },
  );
  const { data, error } = extract;
  return (
    <>
      <PageHeader
        title="Extrato Financeiro"
        phoneTitle="Extrato"
        breadcrumb={[{ label: 'Revendas' }, { label: 'Extrato Financeiro' }]}
        actions={
          profile.grants.includes('extract.export') && (
            <DownloadButton
              declaration={exportExtract}
              sent={{ body: filters }}
              file="ExtratoFinanceiro.csv"
              label="Exportar"
            />
          )
        }
      />
      <Filters address={address} profile={profile} data={data} />
      {data && data.totals.length > 0 && <Totals totals={data.totals} />}
      {error && !data && (
        <div className="data-table-frame">
          <ListError
            failure={{
              title: 'Não deu para carregar o extrato',
              text: error.message,
              requestId: error.requestId,
            }}
            onRetry={() => void extract.refetch()}
          />
        </div>
      )}
      {!error && !data && (
        <div className="data-table-frame" aria-busy aria-label="Carregando o extrato">
          <SkeletonRows columns={shape} rows={8} />
        </div>
      )}
      {data && data.extracts.length === 0 && (
        <Nothing
          filtered={Object.keys(filters).length > 0}
          onClear={() =>
            address.change({
              revenda: undefined,
              nome: undefined,
              rede: undefined,
              mes: undefined,
              search: undefined,
            })
          }
        />
      )}
      {data && data.extracts.length > 0 && (
        <>
          <ExtractRows rows={data.extracts} busy={extract.isFetching} />
          {data.total > PER_PAGE && (
            <Pager
              label="Páginas do extrato"
              noun={['item', 'itens']}
              total={data.total}
              totalExact={data.total_exact}
              page={address.page}
              pageSize={PER_PAGE}
              onPage={(page) => address.change({ page })}
              onPageSize={undefined}
            />
          )}
        </>
      )}
      {data?.as_of && <p className="extract-as-of">Somado em {data.as_of}, uma vez por minuto.</p>}
    </>
  );
}

interface FiltersProps {
  address: ExtractAddress;
  profile: Profile;
  data: ResponseOf<typeof getExtract> | undefined;
}

function Filters({ address, profile, data }: FiltersProps) {
  const { target, tree, month, search, change } = address;
  const isAdmin = profile.profile === 'admin';
  const whose = target
    ? [
        { value: 'only', label: 'Só ela' },
        { value: 'tree', label: 'Com a rede dela' },
      ]
    : [
        { value: 'only', label: 'Só eu' },
        { value: 'tree', label: 'Toda a rede' },
      ];
  return (
    <div className="list-toolbar extract-toolbar" role="search">
      {(tree || (isAdmin && !target)) && (
        <SearchField
          value={search}
          placeholder="Nome da revenda"
          onChange={(text) => change({ search: text === '' ? undefined : text })}
        />
      )}
      <TargetField
        key={target?.id ?? 0}
        value={target}
        offered={data?.resellers ?? []}
        placeholder={isAdmin ? 'Todas as revendas' : 'Uma revenda da rede'}
        onChange={(chosen) =>
          change({ revenda: chosen?.id, nome: chosen?.username, search: undefined })
        }
      />
      {(!isAdmin || target) && (
        <Segmented
          label="De quem"
          value={tree ? 'tree' : 'only'}
          options={whose}
          onChange={(value) =>
            change({ rede: value === 'tree' ? true : undefined, search: undefined })
          }
        />
      )}
      <PickMenu
        label="Mês"
        shown
        value={month ?? ''}
        options={[
          { value: '', label: 'Últimos 6 meses' },
          ...monthsToPick(data?.dates ?? [], month).map((one) => ({
            value: one,
            label: monthOf(one),
          })),
        ]}
        onChange={(chosen) => change({ mes: chosen === '' ? undefined : chosen })}
      />
    </div>
  );
}

/** The one that is chosen is there also where nothing moved in it. */
const monthsToPick = (dates: readonly string[], chosen: string | undefined): string[] =>
  chosen === undefined || dates.includes(chosen) ? [...dates] : [chosen, ...dates];

const monthOf = (month: string): string => month.split('-').toReversed().join('/');

const filtersOf = ({ target, tree, month, search }: ExtractAddress) => ({
  ...(target ? { target: target.id } : {}),
  ...(tree ? { tree } : {}),
  ...(month ? { month } : {}),
  ...(search ? { search } : {}),
});

/** In an address a choice is a word. */
const inQuery = ({ tree, ...filters }: ReturnType<typeof filtersOf>) => ({
  ...filters,
  ...(tree ? { tree: 'true' } : {}),
});

function Totals({ totals }: { totals: ResponseOf<typeof getExtract>['totals'] }) {
  return (
    <ul className="extract-totals" aria-label="Totais do período">
      {totals.map(({ type, amount, value }) => (
        <li key={type}>
          <TypeBadge type={type} />
          <b className="num">{creditsInWords(amount)}</b>
          <small className="num">
            {value === null ? 'sem valor informado' : formatMoney(value)}
          </small>
        </li>
      ))}
    </ul>
  );
}

function Nothing({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  return (
    <div className="data-table-frame">
      <EmptyState
        icon={IconReportMoney}
        tone="plain"
        title={filtered ? 'Nenhum item encontrado!' : 'Nada foi movimentado nos últimos 6 meses'}
        text={
          filtered
            ? 'Escolha outro mês ou outra revenda.'
            : 'Recargas, vendas e renovações aparecem aqui.'
        }
        actions={
          filtered && (
            <Button variant="default" onClick={onClear}>
              Limpar filtros
            </Button>
          )
        }
      />
    </div>
  );
}

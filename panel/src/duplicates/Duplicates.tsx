/** Painel Duplicado: addresses from which more than one panel signed in today (S-DUP-01 to -06). */
import { Button } from '@mantine/core';
import { viewDuplicates } from '@ramal/contract/resellers/reseller-tree';
import { IconRefresh, IconRoute, IconShieldCheck } from '@tabler/icons-react';
import { useCall } from '../foundation/api/query.ts';
import { Allowed } from '../sessions/Allowed.tsx';
import { DataTable } from '../ui/table/DataTable.tsx';
import { ListToolbar } from '../ui/table/ListToolbar.tsx';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { useListView } from '../ui/views/use-list-view.ts';
import { keptByViews, useDuplicatesAddress } from './address.ts';
import { type Duplicate, duplicateColumns } from './duplicate-columns.tsx';
import './duplicates.css';
import { TrackPanels } from './TrackPanels.tsx';

export const Duplicates = () => (
  <Allowed when={({ profile }) => profile === 'admin'}>
    <DuplicateList />
  </Allowed>
);

function DuplicateList() {
  const address = useDuplicatesAddress();
  const { search, page, perPage, sort, direction, tracked } = address;
  const list = useCall(
    viewDuplicates,
    { query: { page, per_page: perPage, sort, dir: direction, ...(search ? { search } : {}) } },
    { keepPrevious: true },
  );
  const view = useListView('duplicates', duplicateColumns, keptByViews);
  const refresh = () => void list.refetch();
  const duplicate = list.data?.data.find(({ ip }) => ip === tracked);
  return (
    <>
      <PageHeader
        title="Painel Duplicado"
        breadcrumb={[{ label: 'Mais' }, { label: 'Painel Duplicado' }]}
        note="Endereços IP de onde mais de um painel entrou hoje."
        actions={
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} stroke={1.75} />}
            loading={list.isRefetching}
            onClick={refresh}
          >
            Atualizar
          </Button>
        }
      />
      <ListToolbar
        view={view}
        search={{
          value: search,
          placeholder: 'IP ou nome do painel…',
          onChange: (value) => address.change({ search: value || undefined }),
        }}
      />
      <DataTable<Duplicate>
        label="Painel Duplicado"
        noun={['endereço', 'endereços']}
        columns={duplicateColumns}
        view={view}
        sort={{ key: sort, direction }}
        onSort={(next) => address.change({ sort: next.key as typeof sort, dir: next.direction })}
        actions={[
          {
            key: 'track',
            label: 'Rastrear',
            icon: IconRoute,
            slot: 'row',
            run: ({ ip }) => address.track(ip),
          },
        ]}
        rows={list.data?.data}
        rowKey={({ ip }) => ip}
        rowName={({ ip }) => ip}
        total={list.data?.total ?? 0}
        totalExact={list.data?.total_exact}
        page={page}
        pageSize={perPage}
        onPage={(next) => address.change({ page: next })}
        onPageSize={(size) => address.change({ per_page: size as 10 | 30 | 50 })}
        busy={list.isFetching}
        failure={
          list.error && {
            text: list.error.message,
            requestId: list.error.requestId,
            note: '',
          }
        }
        onRetry={refresh}
        empty={{
          icon: IconShieldCheck,
          title: 'Nenhum endereço repetido hoje',
          text: 'Quando mais de um painel entrar pelo mesmo IP, o endereço aparece aqui. A contagem recomeça à meia-noite.',
        }}
        nothingFound={
          search
            ? {
                title: `Nada para “${search}”`,
                text: 'A busca olha o IP e o nome dos painéis que entraram hoje.',
                actions: (
                  <Button variant="default" onClick={() => address.change({ search: undefined })}>
                    Ver todos
                  </Button>
                ),
              }
            : undefined
        }
      />
      {duplicate && <TrackPanels duplicate={duplicate} onClose={address.close} />}
    </>
  );
}

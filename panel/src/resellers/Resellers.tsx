/** Listagem de Revendas: the direct children of who looks, everybody for an admin (S-RESLIST, Q-RESLISTSCOPE). */
import { Button } from '@mantine/core';
import { listResellers } from '@ramal/contract/resellers';
import { IconCoins, IconEdit, IconPlus, IconRefresh, IconShieldCheck } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useCall } from '../foundation/query.ts';
import { useProfile } from '../sessions/profile.ts';
import { DataTable } from '../ui/DataTable.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import type { RowAction } from '../ui/table/columns.ts';
import { accountActions } from './accounts.ts';
import { resellerColumns, type ResellerSort } from './columns.tsx';
import { type ResellersAddress, useResellersAddress } from './list-address.ts';
import { emptyFace, nothingFoundFace } from './list-faces.tsx';
import { mayBeCredited, type Reseller, topupWords, waitsLong } from './reseller.ts';
import './resellers.css';
import { ResellerSearch } from './ResellerSearch.tsx';
import { ResellerWindows } from './ResellerWindows.tsx';

const icon = { size: 16, stroke: 1.75 };

export function Resellers() {
  const address = useResellersAddress();
  const navigate = useNavigate();
  const profile = useProfile().data;
  const isAdmin = profile?.profile === 'admin';
  const [flash, setFlash] = useState<{ key: number }>();
  const list = useCall(listResellers, { query: queryOf(address) }, { keepPrevious: true });
  const failure = list.error && { text: list.error.message, requestId: list.error.requestId };
  const refresh = () => void list.refetch();
  return (
    <>
      <PageHeader
        title="Listagem de Revendas"
        phoneTitle="Revendas"
        breadcrumb={[{ label: 'Revendas' }, { label: 'Listagem' }]}
        wide
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconRefresh {...icon} />}
              loading={list.isRefetching}
              onClick={refresh}
            >
              Atualizar
            </Button>
            <LinkButton to="/reseller" leftSection={<IconPlus {...icon} />}>
              Cadastrar revenda
            </LinkButton>
          </>
        }
      />
      <ResellerSearch address={address} refreshing={list.isRefetching} onRefresh={refresh} />
      <div className="resellers-list">
        <DataTable<Reseller>
          label="Revendas"
          noun={['revenda', 'revendas']}
          columns={resellerColumns(isAdmin)}
          actions={[
            ...accountActions(profile, (to) => void navigate({ to })),
            ...resellerActions(address, isAdmin),
          ]}
          rows={list.data?.data}
          rowKey={(row) => row.id}
          rowName={(row) => row.username}
          rowSignal={(row) => (waitsLong(row) ? 'bad' : undefined)}
          sheetNote={(row) => `ID ${row.id} · última recarga: ${topupWords(row.days_to_due)}`}
          total={list.data?.total ?? 0}
          totalExact={list.data?.total_exact}
          page={address.page}
          pageSize={address.perPage}
          onPage={(page) => address.change({ page })}
          onPageSize={(size) => address.change({ per_page: size as 10 | 30 | 50 })}
          sort={{ key: address.sort, direction: address.direction }}
          onSort={({ key, direction }) => address.change({ sort: key as ResellerSort, dir: direction })}
          busy={list.isFetching}
          failure={failure}
          onRetry={refresh}
          flash={flash}
          empty={emptyFace}
          nothingFound={nothingFoundFace(address)}
        />
      </div>
      <ResellerWindows address={address} rows={list.data?.data} onChanged={(id) => setFlash({ key: id })} />
    </>
  );
}

const queryOf = ({ search, searchId, sort, direction, page, perPage }: ResellersAddress) => ({
  page,
  per_page: perPage,
  sort,
  dir: direction,
  ...(search ? { search } : {}),
  ...(searchId === undefined ? {} : { searchID: String(searchId) }),
});

function resellerActions(address: ResellersAddress, isAdmin: boolean): RowAction<Reseller>[] {
  return [
    {
      key: 'credit',
      label: 'Crédito',
      name: 'Setar Crédito',
      icon: IconPlus,
      place: 'table',
      available: (row) => mayBeCredited(row, isAdmin),
      run: (row) => address.open('credito', row.id),
    },
    {
      key: 'credit-card',
      label: 'Crédito',
      name: 'Setar Crédito',
      icon: IconCoins,
      place: 'card',
      look: 'accent',
      available: (row) => mayBeCredited(row, isAdmin),
      run: (row) => address.open('credito', row.id),
    },
    {
      key: 'edit',
      label: 'Editar',
      icon: IconEdit,
      place: 'row',
      iconOnly: true,
      run: (row) => address.open('editar', row.id),
    },
    {
      key: 'grants',
      label: 'Permissões',
      icon: IconShieldCheck,
      group: 'access',
      available: () => isAdmin,
      run: (row) => address.open('permissoes', row.id),
    },
  ];
}

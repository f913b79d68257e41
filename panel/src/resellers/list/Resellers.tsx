/**
 * Listagem de Revendas: the direct children of who looks, everybody for an admin, as a list or as
 * the tree they are (S-RESLIST, Q-RESLISTSCOPE).
 */
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { exportResellers, getTreeLevel } from '@ramal/contract/resellers/reseller-tree';
import { listResellers } from '@ramal/contract/resellers/resellers';
import {
  IconBinaryTree2,
  IconList,
  IconPlus,
  IconRefresh,
  IconUserSearch,
} from '@tabler/icons-react';
import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { ExportButton } from '../../exports/ExportButton.tsx';
import { queryKey, useCall } from '../../foundation/api/query.ts';
import { useIsPhone, useIsWide } from '../../foundation/viewport.ts';
import { useProfile } from '../../sessions/profile.ts';
import { Segmented } from '../../ui/form/Segmented.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { useListView } from '../../ui/views/use-list-view.ts';
import { resellerColumns } from './reseller-columns.tsx';
import { keptByViews, type ResellersAddress, useResellersAddress } from './list-address.ts';
import { flattenTree } from './tree-rows.ts';
import { resellerActions } from '../actions/reseller-actions.ts';
import { ResellerList } from './ResellerList.tsx';
import './resellers.css';
import { ResellerSearch } from './ResellerSearch.tsx';
import { ResellerDialogs } from './ResellerDialogs.tsx';
import './tree.css';
import { TreeSummary } from './TreeSummary.tsx';
import { TreeBreadcrumb } from './TreeBreadcrumb.tsx';
import { useSubtrees } from './use-subtrees.ts';
import { useRemoveSecondFactor, useRestore } from '../actions/use-quick-actions.tsx';

const ResellerTree = lazy(() =>
  import('../tree/ResellerTree.tsx').then((room) => ({ default: room.ResellerTree })),
);

const icon = { size: 16, stroke: 1.75 };
const noRows: never[] = [];

export function Resellers() {
  const address = useResellersAddress();
  const navigate = useNavigate();
  const isPhone = useIsPhone();
  const profile = useProfile().data;
  const isAdmin = profile?.profile === 'admin';
  const isTree = address.view === 'arvore';
  const [changed, setChanged] = useState<{ id: number }>();
  const onChanged = (id: number) => setChanged({ id });
  const list = useCall(
    listResellers,
    { query: queryOf(address) },
    { keepPrevious: true, enabled: !isTree },
  );
  const under = useCall(
    getTreeLevel,
    { query: { under: address.under ?? 0 } },
    { enabled: address.under !== undefined && !isTree },
  );
  const branches = useSubtrees(address, !isTree && !isPhone && address.status !== 'deleted');
  const rows = list.data && flattenTree(list.data.data, branches);
  const removeSecondFactor = useRemoveSecondFactor(onChanged);
  const restore = useRestore(onChanged);
  const actions = resellerActions({
    profile,
    show: address.show,
    go: (to, search) => void navigate({ to, ...(search ? { search } : {}) }),
    removeSecondFactor: (row) => void removeSecondFactor(row),
    restore: (row) => void restore(row),
  });
  const { refresh, refreshing } = useRefresh();
  const columns = resellerColumns({
    isAdmin,
    asOf: list.data?.as_of,
    franchises: list.data?.franchises,
    expansion: address,
    deleted: address.status === 'deleted',
    isPhone,
  });
  const view = useListView('resellers', columns, keptByViews);
  return (
    <>
      <PageHeader
        title="Listagem de Revendas"
        phoneTitle="Revendas"
        breadcrumb={
          isTree
            ? [
                { label: 'Revendas' },
                { label: 'Listagem', to: '/list-resellers' },
                { label: 'Árvore' },
              ]
            : [{ label: 'Revendas' }, { label: 'Listagem' }]
        }
        wide
        phoneActions={
          <div className="resellers-phone-acts">
            <ViewSwitch address={address} />
            {isAdmin && (
              <ActionIcon
                variant="default"
                size={44}
                aria-label="Procurar por usuário"
                onClick={address.find}
              >
                <IconUserSearch size={20} stroke={1.75} />
              </ActionIcon>
            )}
            <ExportButton
              declaration={exportResellers}
              sent={{ body: filtersOf(address) }}
              label="Exportar"
              failed="Falha ao exportar os dados."
            />
          </div>
        }
        actions={
          <>
            {isAdmin && <FindButton onClick={address.find} />}
            <ViewSwitch address={address} />
            <ExportButton
              declaration={exportResellers}
              sent={{ body: filtersOf(address) }}
              failed="Falha ao exportar os dados."
            />
            <Button
              variant="default"
              leftSection={<IconRefresh {...icon} />}
              loading={refreshing}
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
      {isTree ? (
        <Suspense fallback={null}>
          {profile && (
            <ResellerTree
              profile={profile}
              chosen={address.under}
              onChoose={address.descend}
              actions={actions}
            />
          )}
        </Suspense>
      ) : (
        <>
          {address.under !== undefined && under.data && (
            <TreeBreadcrumb
              path={under.data.path}
              self={isAdmin ? undefined : profile?.id}
              onGo={address.descend}
            />
          )}
          <TreeSummary of={under.data?.account ?? null} asOf={list.data?.as_of} />
          <ResellerSearch
            address={address}
            isAdmin={isAdmin}
            refreshing={refreshing}
            onRefresh={refresh}
            view={view}
          />
          <ResellerList
            address={address}
            isAdmin={isAdmin}
            list={list}
            rows={rows}
            actions={actions}
            changed={changed}
            view={view}
            columns={columns}
          />
        </>
      )}
      <ResellerDialogs address={address} rows={isTree ? noRows : rows} onChanged={onChanged} />
    </>
  );
}

/** Below 1440 px its words do not fit beside the title. */
function FindButton({ onClick }: { onClick: () => void }) {
  const isWide = useIsWide();
  const label = 'Procurar por usuário';
  if (isWide) {
    return (
      <Button variant="default" leftSection={<IconUserSearch {...icon} />} onClick={onClick}>
        {label}
      </Button>
    );
  }
  return (
    <Tooltip label={label}>
      <ActionIcon variant="default" size={34} aria-label={label} onClick={onClick}>
        <IconUserSearch {...icon} />
      </ActionIcon>
    </Tooltip>
  );
}

function ViewSwitch({ address }: { address: ResellersAddress }) {
  return (
    <Segmented
      label="Mostrar como"
      value={address.view}
      options={[
        { value: 'lista', label: 'Lista', icon: <IconList {...icon} aria-hidden /> },
        { value: 'arvore', label: 'Árvore', icon: <IconBinaryTree2 {...icon} aria-hidden /> },
      ]}
      onChange={(view) => address.change({ view: view === 'arvore' ? 'arvore' : undefined })}
    />
  );
}

/** Whatever of the tree is on screen is asked for again, branches and levels too. */
function useRefresh() {
  const client = useQueryClient();
  const shown = [listResellers, getTreeLevel];
  const running = useIsFetching({
    predicate: ({ queryKey: [name] }) => shown.some((one) => one.name === name),
  });
  const [asked, setAsked] = useState(false);
  const refresh = async () => {
    setAsked(true);
    await Promise.all(shown.map((one) => client.invalidateQueries({ queryKey: queryKey(one) })));
    setAsked(false);
  };
  return { refresh: () => void refresh(), refreshing: asked && running > 0 };
}

/** What narrows the list, for its export too. */
const filtersOf = ({ search, searchId, status, under, sort, direction }: ResellersAddress) => ({
  sort,
  dir: direction,
  ...(search ? { search } : {}),
  ...(searchId === undefined ? {} : { searchID: String(searchId) }),
  ...(status ? { status } : {}),
  ...(under === undefined ? {} : { under }),
});

const queryOf = (address: ResellersAddress) => ({
  page: address.page,
  per_page: address.perPage,
  ...filtersOf(address),
});

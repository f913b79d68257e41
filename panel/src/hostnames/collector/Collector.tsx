/**
 * /dns-collector: hostnames that an admin monitors, and the networks that block them (S-DNSCOL,
 * T-45).
 */
import { Button } from '@mantine/core';
import {
  type CollectedHostname,
  listCollectedHostnames,
  deleteCollectedHostname,
} from '@ramal/contract/operations/hostname-collector';
import { IconPlus, IconTrash, IconWorldSearch, IconHistoryOff } from '@tabler/icons-react';
import { useCall, useAction } from '../../foundation/api/query.ts';
import { RequirePermission } from '../../sessions/RequirePermission.tsx';
import { useListParams } from '../../ui/list/list-params.ts';
import { ListScreen } from '../../ui/list/ListScreen.tsx';
import { StatusBadge } from '../../ui/status/StatusBadge.tsx';
import type { Column } from '../../ui/table/columns.ts';
import { AddCollected } from './AddCollected.tsx';
import { collectorParams } from './collector-params.ts';
import { useConfirmedAction } from '../../ui/dialogs/use-confirmed-action.ts';

export const Collector = () => (
  <RequirePermission when={({ profile }) => profile === 'admin'}>
    <CollectedList />
  </RequirePermission>
);

function CollectedList() {
  const params = useListParams(collectorParams, 'collected-hostnames');
  const { status } = params.values;
  const query = useCall(
    listCollectedHostnames,
    { query: { ...params.query, ...(status ? { status } : {}) } },
    { keepPrevious: true },
  );
  const remove = useDeleteCollected();
  const add = (
    <Button
      leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
      onClick={() => params.openDialog('add')}
    >
      Adicionar DNS
    </Button>
  );
  return (
    <ListScreen<CollectedHostname>
      title="LISTAGEM DE DNS"
      breadcrumb={[{ label: 'Infraestrutura' }, { label: 'Coletor de DNS' }]}
      buttons={add}
      list={{
        name: 'collected-hostnames',
        label: 'Listagem de DNS',
        noun: ['DNS', 'DNS'],
        params,
        query,
        page: query.data,
        columns,
        actions: [
          {
            key: 'delete',
            label: 'Deletar',
            icon: IconTrash,
            slot: 'row',
            iconOnly: true,
            run: (row) => void remove(row),
          },
        ],
        rowKey: ({ id }) => id,
        rowName: ({ host, local }) => (local ? `${host} em ${local}` : host),
        filters: {
          search: { placeholder: 'Buscar por host' },
          segments: params.filter('status', {
            label: 'Status',
            options: statusOptions(query.data?.counts),
          }),
        },
        empty,
        nothingFound:
          params.search || status
            ? nothingFound(() => params.change({ search: undefined, status: undefined }))
            : undefined,
      }}
      dialogs={{
        add: ({ onClose }) => (
          <AddCollected networks={query.data?.networks ?? []} onClose={onClose} />
        ),
      }}
    />
  );
}

const statusOptions = (counts: { active: number; blocked: number } | undefined) => [
  { value: undefined, label: 'Todos', ...counted(counts && counts.active + counts.blocked) },
  { value: 'active' as const, label: 'Ativo', ...counted(counts?.active) },
  { value: 'blocked' as const, label: 'Bloqueado', ...counted(counts?.blocked) },
];

const empty = {
  icon: IconWorldSearch,
  title: 'Nenhum DNS acompanhado',
  text: 'Adicione os DNS que seus clientes usam e a rede de onde olhar: a lista mostra quando ela passa a bloqueá-los.',
};

const nothingFound = (onClick: () => void) => ({
  title: 'Nenhum DNS com estes filtros',
  clear: { label: 'Ver todos', onClick },
});

const counted = (count: number | undefined) => (count === undefined ? {} : { count });

const columns: Column<CollectedHostname>[] = [
  {
    key: 'id',
    header: 'ID',
    firstDirection: 'desc',
    width: 80,
    muted: true,
    card: 'none',
    cell: ({ id }) => <span className="num">{id}</span>,
  },
  {
    key: 'host',
    header: 'DNS',
    fill: true,
    width: 220,
    card: 'identity',
    cell: ({ host }) => <span className="mono">{host}</span>,
    title: ({ host }) => host,
  },
  {
    key: 'franchise',
    header: 'FRANCHISE',
    width: 150,
    cell: ({ franchise }) => franchise || '–',
  },
  {
    key: 'local',
    header: 'LOCAL',
    width: 200,
    muted: true,
    card: 'note',
    cell: ({ local, isChecked }) => (isChecked ? local : `${local} (sem verificação)`.trim()),
    title: ({ local }) => local || undefined,
  },
  {
    key: 'status',
    header: 'STATUS',
    width: 140,
    card: 'status',
    cell: ({ status, isChecked }) =>
      status === 'BLOCKED' ? (
        <StatusBadge tone="bad">BLOQUEADO</StatusBadge>
      ) : (
        <StatusBadge tone="off">{isChecked ? 'ATIVO' : 'DESCONHECIDO'}</StatusBadge>
      ),
  },
  {
    key: 'date_verification',
    header: 'DATA BLOQUEIO',
    firstDirection: 'desc',
    width: 170,
    cell: ({ dateVerification: date }) => <span className="num">{date ?? '–'}</span>,
  },
];

/**
 * Returns an action that stops the monitoring of a hostname after a confirmation (S-DNSCOL-15,
 * M-130, Q-CONFIRM).
 */
function useDeleteCollected(): (row: CollectedHostname) => Promise<boolean> {
  const act = useConfirmedAction();
  const remove = useAction(deleteCollectedHostname, { refresh: [listCollectedHostnames] });
  return ({ id, host, local }) =>
    act(
      {
        title: `Deletar ${host}?`,
        tone: 'danger',
        icon: IconTrash,
        object: { name: host, mono: true, note: local },
        facts: [
          {
            icon: IconHistoryOff,
            tone: 'bad',
            text: 'O painel deixa de olhar este DNS nesta rede. Os links dos clientes não mudam.',
          },
        ],
        confirmLabel: 'Sim, deletar',
        cancelLabel: 'Cancelar',
      },
      () => remove.mutateAsync({ params: { id } }),
      host,
    );
}

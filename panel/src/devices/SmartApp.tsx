/** /smart-app: devices whose apps receive a line by their MAC (S-SMART-01 to -09, K-59). */
import { Button } from '@mantine/core';
import type { Device } from '@ramal/contract/devices';
import { listDevices } from '@ramal/contract/devices';
import { IconCopy, IconDeviceRemote, IconPlus, IconRotate2, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useCall } from '../foundation/api/query.ts';
import { useNow } from '../foundation/use-now.ts';
import { useProfile } from '../sessions/profile.ts';
import { DataTable } from '../ui/table/DataTable.tsx';
import { ListToolbar } from '../ui/table/ListToolbar.tsx';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import type { RowAction } from '../ui/table/columns.ts';
import { useListView } from '../ui/views/use-list-view.ts';
import { keptByViews, useDevicesAddress } from './address.ts';
import { BindWindow } from './BindWindow.tsx';
import { deviceColumns } from './device-columns.tsx';
import './devices.css';
import { ResetWindow } from './ResetWindow.tsx';
import { useDeviceActs } from './use-device-acts.tsx';

const apps = [
  { value: 'all', label: 'Todos' },
  { value: 'smart', label: 'Smart App' },
  { value: 'prime', label: 'Prime' },
  { value: 'lazer', label: 'Lazer Play' },
] as const;

export function SmartApp() {
  const address = useDevicesAddress();
  const { search, app, page, perPage } = address;
  const now = useNow();
  const { data: me } = useProfile();
  const [flash, setFlash] = useState<{ key: number }>();
  const { copyMac, remove } = useDeviceActs();
  const list = useCall(
    listDevices,
    { query: { page, per_page: perPage, ...(app && { app }), ...(search && { search }) } },
    { keepPrevious: true },
  );
  const columns = deviceColumns(now, me?.profile === 'admin');
  const view = useListView('devices', columns, keptByViews);
  const refresh = () => void list.refetch();
  const chosen = list.data?.data.find(({ id }) => id === address.device);
  const done = (id: number) => {
    setFlash({ key: id });
    address.close();
  };
  const generate = (
    <Button
      leftSection={<IconPlus size={16} stroke={1.75} />}
      onClick={() => address.open('gerar')}
    >
      Gerar Usuário
    </Button>
  );
  const actions: RowAction<Device>[] = [
    {
      key: 'copy',
      label: 'Copiar MAC',
      icon: IconCopy,
      slot: 'row',
      iconOnly: true,
      run: copyMac,
    },
    {
      key: 'reset',
      label: 'Resetar MAC',
      icon: IconRotate2,
      slot: 'card',
      group: 'device',
      run: ({ id }) => address.open('resetar', id),
    },
    {
      key: 'delete',
      label: 'Excluir',
      icon: IconTrash,
      group: 'delete',
      tone: 'danger',
      run: remove,
    },
  ];
  return (
    <>
      <PageHeader
        title="Smart App"
        breadcrumb={[{ label: 'Mais' }, { label: 'Smart App' }]}
        note="O aplicativo no aparelho do cliente pergunta com o MAC e recebe a linha."
        actions={generate}
        phoneActions={generate}
      />
      <ListToolbar
        view={view}
        search={{
          value: search,
          placeholder: 'MAC, ID, usuário ou nota…',
          onChange: (value) => address.change({ search: value || undefined }),
        }}
        segments={{
          label: 'Aplicativo',
          value: app ?? 'all',
          options: [...apps],
          onChange: (value) =>
            address.change({ app: value === 'all' ? undefined : (value as typeof app) }),
        }}
      />
      <DataTable<Device>
        label="Aparelhos"
        noun={['aparelho', 'aparelhos']}
        columns={columns}
        view={view}
        actions={actions}
        rows={list.data?.data}
        rowKey={({ id }) => id}
        rowName={({ mac }) => mac}
        sheetNote={({ mac, iptv }) => [mac, iptv.nota].filter(Boolean).join(' · ')}
        total={list.data?.total ?? 0}
        totalExact={list.data?.total_exact}
        page={page}
        pageSize={perPage}
        onPage={(next) => address.change({ page: next })}
        onPageSize={(size) => address.change({ per_page: size as 10 | 30 | 50 })}
        busy={list.isFetching}
        flash={flash}
        failure={
          list.error && { text: list.error.message, requestId: list.error.requestId, note: '' }
        }
        onRetry={refresh}
        empty={{
          icon: IconDeviceRemote,
          title: 'Nenhum aparelho ainda',
          text: 'Gere um usuário com o MAC do aparelho: o aplicativo recebe a linha sozinho, sem digitar usuário e senha no controle remoto.',
          actions: generate,
        }}
        nothingFound={
          search || app
            ? {
                title: search ? `Nada para “${search}”` : 'Nenhum aparelho neste aplicativo',
                text: 'A busca olha o MAC, o ID do aparelho e os dados da linha.',
                actions: (
                  <Button
                    variant="default"
                    onClick={() => address.change({ search: undefined, app: undefined })}
                  >
                    Ver todos
                  </Button>
                ),
              }
            : undefined
        }
      />
      {address.window === 'gerar' && <BindWindow onClose={address.close} onBound={done} />}
      {address.window === 'resetar' && chosen && (
        <ResetWindow key={chosen.id} device={chosen} onClose={address.close} onReset={done} />
      )}
    </>
  );
}

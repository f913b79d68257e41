/**
 * /smart-app: devices whose apps load a line by the MAC of the device (S-SMART-01 to -09, K-59).
 */
import type { Device } from '@ramal/contract/devices';
import { listDevices } from '@ramal/contract/devices';
import { IconCopy, IconDeviceRemote, IconRotate2, IconTrash } from '@tabler/icons-react';
import { useCall } from '../foundation/api/query.ts';
import { useNow } from '../foundation/use-now.ts';
import { useProfile } from '../sessions/profile.ts';
import { useListParams } from '../ui/list/list-params.ts';
import type { NothingFoundText } from '../ui/list/list.ts';
import { ListScreen } from '../ui/list/ListScreen.tsx';
import type { RowAction } from '../ui/table/columns.ts';
import { BindDevice } from './BindDevice.tsx';
import { deviceColumns } from './device-columns.tsx';
import { deviceParams } from './device-params.ts';
import { ResetDevice } from './ResetDevice.tsx';
import { type DeviceActions, useDeviceActions } from './use-device-actions.tsx';

const apps = [
  { value: undefined, label: 'Todos' },
  { value: 'smart', label: 'Smart App' },
  { value: 'prime', label: 'Prime' },
  { value: 'lazer', label: 'Lazer Play' },
] as const;

export function SmartApp() {
  const params = useListParams(deviceParams, 'devices');
  const { app } = params.values;
  const now = useNow();
  const { data: me } = useProfile();
  const actions = useDeviceActions();
  const query = useCall(
    listDevices,
    { query: { ...params.query, ...(app ? { app } : {}) } },
    { keepPrevious: true },
  );
  return (
    <ListScreen<Device>
      title="Smart App"
      breadcrumb={[{ label: 'Mais' }, { label: 'Smart App' }]}
      note="O aplicativo no aparelho do cliente pergunta com o MAC e recebe a linha."
      refresh={false}
      create={{ label: 'Gerar Usuário', onClick: () => params.openDialog('create') }}
      list={{
        name: 'devices',
        label: 'Aparelhos',
        noun: ['aparelho', 'aparelhos'],
        params,
        query,
        page: query.data,
        columns: deviceColumns(now, me?.profile === 'admin'),
        actions: rowActions(actions, ({ id }) => params.openDialog('reset', id)),
        rowKey: ({ id }) => id,
        rowName: ({ mac }) => mac,
        sheetNote: ({ mac, iptv }) => [mac, iptv.note].filter(Boolean).join(' · '),
        filters: {
          search: { placeholder: 'MAC, ID, usuário ou nota' },
          segments: params.filter('app', { label: 'Aplicativo', options: apps }),
        },
        empty: {
          icon: IconDeviceRemote,
          title: 'Nenhum aparelho ainda',
          text: 'Gere um usuário com o MAC do aparelho: o aplicativo recebe a linha sozinho, sem digitar usuário e senha no controle remoto.',
        },
        nothingFound: nothingFound(params.search, app, () =>
          params.change({ search: undefined, app: undefined }),
        ),
      }}
      dialogs={{ create: (dialog) => <BindDevice {...dialog} /> }}
      rowDialogs={{ reset: (device, dialog) => <ResetDevice device={device} {...dialog} /> }}
    />
  );
}

const rowActions = (
  { copyMac, remove }: DeviceActions,
  reset: (device: Device) => void,
): RowAction<Device>[] => [
  {
    key: 'copy',
    label: 'Copiar MAC',
    icon: IconCopy,
    slot: 'row',
    iconOnly: 'table',
    run: copyMac,
  },
  {
    key: 'reset',
    label: 'Resetar MAC',
    icon: IconRotate2,
    group: 'device',
    run: reset,
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

function nothingFound(
  search: string,
  app: string | undefined,
  showAll: () => void,
): NothingFoundText | undefined {
  if (!search && !app) return undefined;
  return {
    title: search ? `Nada para “${search}”` : 'Nenhum aparelho neste aplicativo',
    text: 'A busca olha o MAC, o ID do aparelho e os dados da linha.',
    clear: { label: 'Ver todos', onClick: showAll },
  };
}

/** Columns of the smart app's list (S-SMART-05 to -09). */
import { Group, Text } from '@mantine/core';
import type { Device } from '@ramal/contract/devices';
import type { Column } from '../ui/table/columns.ts';
import classes from './device-columns.module.css';
import { DeviceBadge, deviceStatus, lineStateLabels } from './device-status.tsx';

const lineState = (device: Device): string => lineStateLabels[device.iptv.state];

const resellerColumn: Column<Device> = {
  key: 'reseller',
  header: 'Revenda',
  fill: true,
  muted: true,
  cell: ({ reseller }) => reseller.username,
};

const createdColumn: Column<Device> = {
  key: 'created',
  sort: 'created_at',
  firstDirection: 'desc',
  header: 'Criado em',
  width: 100,
  muted: true,
  cell: ({ createdFormatted: day }) => <span className="num">{day}</span>,
};

/**
 * Returns the columns of the device list. `others` is true if the list contains lines of several
 * resellers.
 */
export const deviceColumns = (now: Date, others: boolean): Column<Device>[] => [
  {
    key: 'username',
    header: 'Usuário',
    width: 130,
    card: 'identity',
    cell: (device) => (
      <Group component="span" gap="0 var(--space-sm)" align="baseline" display="inline-flex">
        <span className="mono">{device.iptv.username}</span>
        {lineState(device) && (
          <Text span inherit c="var(--bad)" fz="tag">
            linha {lineState(device)}
          </Text>
        )}
      </Group>
    ),
  },
  {
    key: 'mac',
    header: 'MAC',
    width: 150,
    cell: ({ mac }) => <span className="mono">{mac}</span>,
  },
  {
    key: 'id_device',
    header: 'ID do aparelho',
    width: 130,
    muted: true,
    cell: ({ idDevice: id }) => (id ? <span className={`${classes.id} mono`}>{id}</span> : '–'),
    cardCell: ({ idDevice: id }) => (id ? <span className="mono">{id}</span> : null),
    title: ({ idDevice: id }) => id || undefined,
  },
  {
    key: 'app',
    header: 'Aplicativo',
    width: 104,
    card: 'corner',
    cell: ({ appName: name }) => name,
  },
  {
    key: 'state',
    header: 'Situação',
    width: 130,
    card: 'status',
    cell: (device) => <DeviceBadge device={device} now={now} />,
    title: (device) => deviceStatus(device, now).text,
  },
  {
    key: 'nota',
    header: 'Nota',
    fill: !others,
    ...(others ? { from: 'wide' as const } : {}),
    muted: true,
    card: 'note',
    cell: ({ iptv }) => iptv.note,
    title: ({ iptv }) => iptv.note || undefined,
  },
  ...(others ? [resellerColumn] : []),
  createdColumn,
];

/**
 * Lists the devices of a line, below the form that adds one. The user sees here if a device is
 * already bound to the line.
 */
import { ActionIcon, Group, Stack, Text } from '@mantine/core';
import { type Device, listLineDevices } from '@ramal/contract/devices';
import { IconCopy, IconRotate2, IconTrash } from '@tabler/icons-react';
import { useCall } from '../foundation/api/query.ts';
import { useNow } from '../foundation/use-now.ts';
import { useAccount } from '../lines/account.ts';
import type { Line } from '../lines/line.ts';
import { Loaded } from '../ui/states/Loaded.tsx';
import { DeviceBadge, deviceStatus } from './device-status.tsx';
import classes from './LineDevices.module.css';
import { useDeviceActions } from './use-device-actions.tsx';

export function LineDevices({ line }: { line: Pick<Line, 'id' | 'ownerId'> }) {
  const list = useCall(listLineDevices, { params: { id: line.id } });
  return (
    <Loaded
      query={list}
      failed="Não deu para carregar os aparelhos desta linha"
      calm
      height={64}
      radius={10}
      label="Carregando os aparelhos"
    >
      {(devices) => <Devices devices={devices} ownerId={line.ownerId} />}
    </Loaded>
  );
}

function Devices({ devices, ownerId }: { devices: readonly Device[]; ownerId: number }) {
  const account = useAccount();
  if (devices.length === 0)
    return (
      <Text c="var(--ink-2)" fz="note" lh="var(--leading-caption)" mt="2xl">
        Esta linha ainda não tem aparelho ativado.
      </Text>
    );
  // Only the owner of the line and admins have permission to reset and remove a device
  // (Q-SMARTSCOPE).
  const mayChange = account.isAdmin || account.id === ownerId;
  return (
    <section className={classes.root} aria-label="Aparelhos desta linha">
      <Text component="h3" inherit mb="sm" fz="note">
        Aparelhos desta linha
      </Text>
      <Stack component="ul" gap="lg">
        {devices.map((device) => (
          <LineDevice key={device.id} device={device} mayChange={mayChange} />
        ))}
      </Stack>
    </section>
  );
}

function LineDevice({ device, mayChange }: { device: Device; mayChange: boolean }) {
  const now = useNow();
  const { copyMac, reset, remove } = useDeviceActions();
  const actions = [
    { name: 'Copiar MAC', Icon: IconCopy, run: copyMac },
    { name: 'Resetar MAC', Icon: IconRotate2, run: reset, changes: true },
    { name: 'Excluir', Icon: IconTrash, run: remove, changes: true },
  ];
  return (
    <Group component="li" gap="sm" align="start" justify="space-between" wrap="nowrap">
      <div>
        <Group component="p" gap="0.25rem 0.5rem">
          <b>{device.appName}</b>
          <span className="mono">{device.mac}</span>
          <DeviceBadge device={device} now={now} />
        </Group>
        <Text c="var(--ink-2)" fz="note" lh="var(--leading-caption)">
          {deviceStatus(device, now).text}
        </Text>
      </div>
      <Group gap={0} wrap="nowrap">
        {actions
          .filter(({ changes }) => mayChange || !changes)
          .map(({ name, Icon, run }) => (
            <ActionIcon
              key={name}
              data-tooltip={name}
              variant="subtle"
              aria-label={`${name}: ${device.mac}`}
              onClick={() => run(device)}
            >
              <Icon size={17} stroke={1.75} />
            </ActionIcon>
          ))}
      </Group>
    </Group>
  );
}

/**
 * «Resetar MAC»: deletes or replaces the id of the device. The MAC then waits for a device again
 * (S-SMART-03, M-124).
 */
import { type Device, resetDevice } from '@ramal/contract/devices';
import { Stack } from '@mantine/core';
import { IconPlugConnectedX, IconRotate2 } from '@tabler/icons-react';
import { CopyRow } from '../ui/copy/CopyRow.tsx';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import { useForm } from '../ui/form/use-form.ts';
import type { ListDialogProps } from '../ui/list/ListDialogs.tsx';
import { IdField } from './IdField.tsx';
import { callsChangedByDevices } from './use-device-actions.tsx';

interface ResetDeviceProps extends ListDialogProps {
  device: Device;
}

const facts = [
  {
    icon: IconPlugConnectedX,
    tone: 'bad',
    text: 'O aparelho de agora deixa de receber a linha.',
  },
  {
    icon: IconRotate2,
    text: 'O próximo que perguntar com este MAC, em até 7 dias, fica com ele.',
  },
] as const;

export function ResetDevice({ device, onClose, onSaved }: ResetDeviceProps) {
  const { mac, app, iptv } = device;
  const form = useForm(resetDevice, {
    initial: { idDevice: '' },
    send: (body) => ({ body: { ...body, mac, app: app as '1', username: iptv.username } }),
    refresh: callsChangedByDevices,
    success: ({ message }) => ({ title: message, text: <span className="mono">{mac}</span> }),
    onDone: () => {
      onClose();
      onSaved(device.id);
    },
  });
  return (
    <FormDialog
      form={form}
      title="Resetar este MAC?"
      subtitle={
        <>
          {device.appName} · <span className="mono">{iptv.username}</span>
          {iptv.note && ` · ${iptv.note}`}
        </>
      }
      facts={facts}
      submitLabel="Sim, resetar"
      cancelLabel="Não"
      onClose={onClose}
    >
      <Stack gap="sm">
        <CopyRow label="MAC" value={mac} />
        {device.idDevice && <CopyRow label="ID atual" value={device.idDevice} />}
      </Stack>
      <IdField data-autofocus {...form.field('idDevice')} />
    </FormDialog>
  );
}

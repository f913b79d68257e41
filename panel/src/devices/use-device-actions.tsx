/**
 * Actions on a device: copy its MAC, reset it, and remove its binding. The last two require a
 * confirmation.
 */
import {
  type Device,
  listDevices,
  listLineDevices,
  resetDevice,
  unbindDevice,
} from '@ramal/contract/devices';
import { getLineHistory } from '@ramal/contract/lines/lines';
import { IconKey, IconPlugConnectedX, IconRotate2, IconTrash } from '@tabler/icons-react';
import { useAction } from '../foundation/api/query.ts';
import { copyText } from '../../../packages/pages/src/clipboard.ts';
import { useConfirmedAction } from '../ui/dialogs/use-confirmed-action.ts';
import { useToast } from '../ui/toasts.tsx';

/** Calls to read again after any change of a device. */
export const callsChangedByDevices = [listDevices, listLineDevices, getLineHistory];

export interface DeviceActions {
  readonly copyMac: (device: Device) => void;
  readonly reset: (device: Device) => void;
  readonly remove: (device: Device) => void;
}

export function useDeviceActions(): DeviceActions {
  const act = useConfirmedAction();
  const toast = useToast();
  const reset = useAction(resetDevice, { refresh: callsChangedByDevices });
  const unbind = useAction(unbindDevice, { refresh: callsChangedByDevices });
  return {
    copyMac: (device) =>
      void copyText(device.mac).then(
        (copied) => copied && toast({ title: 'MAC copiado', text: macOf(device) }),
      ),
    reset: (device) =>
      void act(
        resetQuestion(device),
        () => reset.mutateAsync({ body: { mac: device.mac, app: device.app } }),
        macOf(device),
      ),
    remove: (device) =>
      void act(
        removeQuestion(device),
        () => unbind.mutateAsync({ params: { id: device.id } }),
        macOf(device),
      ),
  };
}

const macOf = ({ mac }: Device) => <span className="mono">{mac}</span>;

const resetQuestion = ({ mac, appName: note }: Device) =>
  ({
    title: 'Resetar este MAC?',
    lead: 'O próximo aparelho que perguntar com ele, em até 7 dias, fica com a linha.',
    icon: IconRotate2,
    tone: 'light',
    object: { name: mac, mono: true, note },
    confirmLabel: 'Sim, resetar',
  }) as const;

const removeQuestion = ({ mac, appName: app, iptv }: Device) =>
  ({
    title: 'Excluir este aparelho?',
    lead: `Ele deixa de receber a linha ${iptv.username} no ${app}.`,
    tone: 'danger',
    icon: IconTrash,
    object: { name: mac, mono: true, note: iptv.note },
    facts: [
      {
        icon: IconPlugConnectedX,
        tone: 'bad',
        text: 'Na próxima vez que o aplicativo perguntar, este MAC não é mais reconhecido.',
      },
      {
        icon: IconKey,
        tone: 'warn',
        text: 'O aplicativo já conhece a senha da linha: para cortar agora, gere uma **senha nova**. Os outros aparelhos a recebem sozinhos.',
      },
    ],
    confirmLabel: 'Sim, excluir',
  }) as const;

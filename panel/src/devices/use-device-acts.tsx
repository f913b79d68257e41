/** What is done with a device wherever it stands: its MAC copied, its binding taken away. */
import type { Device } from '@ramal/contract/devices';
import { listDevices, listLineDevices, unbindDevice } from '@ramal/contract/devices';
import { getLineHistory } from '@ramal/contract/lines/lines';
import { IconKey, IconPlugConnectedX, IconTrash } from '@tabler/icons-react';
import { copyText } from '../foundation/clipboard.ts';
import { useAction } from '../foundation/api/query.ts';
import { useConfirm } from '../ui/dialogs/dialogs.tsx';
import { useToast } from '../ui/toasts.tsx';

/** What is stale after any act on a device. */
export const changedByDevices = [listDevices, listLineDevices, getLineHistory];

export interface DeviceActs {
  readonly copyMac: (device: Device) => void;
  readonly remove: (device: Device) => void;
}

export function useDeviceActs(): DeviceActs {
  const confirm = useConfirm();
  const toast = useToast();
  const unbind = useAction(unbindDevice, { refresh: changedByDevices });
  return {
    copyMac: ({ mac }) =>
      void copyText(mac).then((copied) => {
        if (copied) toast({ title: 'MAC copiado', text: <span className="mono">{mac}</span> });
      }),
    remove: (device) =>
      void (async () => {
        const removed = await confirm({
          title: 'Excluir este aparelho?',
          lead: `Ele deixa de receber a linha ${device.iptv.username} no ${device.app_name}.`,
          tone: 'danger',
          icon: IconTrash,
          object: { name: device.mac, mono: true, note: device.iptv.nota },
          facts: [
            {
              icon: IconPlugConnectedX,
              tone: 'bad',
              text: 'Na próxima vez que o aplicativo perguntar, este MAC não é mais reconhecido.',
            },
            {
              icon: IconKey,
              tone: 'warn',
              text: (
                <>
                  O aplicativo já conhece a senha da linha: para cortar agora, gere uma{' '}
                  <b>senha nova</b>. Os outros aparelhos a recebem sozinhos.
                </>
              ),
            },
          ],
          confirmLabel: 'Sim, excluir',
          onConfirm: () => unbind.mutateAsync({ params: { id: device.id } }),
        });
        if (removed)
          toast({ title: 'Aparelho excluído', text: <span className="mono">{device.mac}</span> });
      })(),
  };
}

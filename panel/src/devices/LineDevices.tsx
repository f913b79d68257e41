/** The devices a line has, under the window that adds one: what is bound already is seen before it is bound again. */
import { ActionIcon, Skeleton, Tooltip } from '@mantine/core';
import type { Device } from '@ramal/contract/devices';
import { listLineDevices, resetDevice } from '@ramal/contract/devices';
import { IconCopy, IconRotate2, IconTrash } from '@tabler/icons-react';
import { useCall, useAction } from '../foundation/api/query.ts';
import { useNow } from '../foundation/use-now.ts';
import { useConfirm } from '../ui/dialogs/dialogs.tsx';
import { ListError } from '../ui/table/list-states.tsx';
import { useToast } from '../ui/toasts.tsx';
import { DeviceBadge, sayDevice } from './device-words.tsx';
import { changedByDevices, useDeviceActs } from './use-device-acts.tsx';

export function LineDevices({ lineId }: { lineId: number }) {
  const list = useCall(listLineDevices, { params: { id: lineId } });
  const { data, error } = list;
  if (!data && error)
    return (
      <ListError
        failure={{
          title: 'Não deu para carregar os aparelhos desta linha',
          text: error.message,
          requestId: error.requestId,
        }}
        onRetry={() => void list.refetch()}
      />
    );
  if (!data) return <Skeleton height={64} radius={10} aria-label="Carregando os aparelhos" />;
  if (data.length === 0)
    return <p className="device-none">Esta linha ainda não tem aparelho ativado.</p>;
  return (
    <section className="line-devices" aria-label="Aparelhos desta linha">
      <h3>Aparelhos desta linha</h3>
      <ul>
        {data.map((device) => (
          <Entry key={device.id} device={device} />
        ))}
      </ul>
    </section>
  );
}

function Entry({ device }: { device: Device }) {
  const now = useNow();
  const { copyMac, remove } = useDeviceActs();
  const reset = useReset();
  return (
    <li>
      <div>
        <p className="line-devices-name">
          <b>{device.app_name}</b>
          <span className="mono">{device.mac}</span>
          <DeviceBadge device={device} now={now} />
        </p>
        <p className="device-note">{sayDevice(device, now).text}</p>
      </div>
      <div className="line-devices-acts">
        {[
          { name: 'Copiar MAC', Icon: IconCopy, run: copyMac },
          { name: 'Resetar MAC', Icon: IconRotate2, run: reset },
          { name: 'Excluir', Icon: IconTrash, run: remove },
        ].map(({ name, Icon, run }) => (
          <Tooltip key={name} label={name}>
            <ActionIcon
              variant="subtle"
              aria-label={`${name}: ${device.mac}`}
              onClick={() => run(device)}
            >
              <Icon size={17} stroke={1.75} />
            </ActionIcon>
          </Tooltip>
        ))}
      </div>
    </li>
  );
}

/** Without a form: the id is forgotten, and the next device that asks has the MAC. */
function useReset(): (device: Device) => void {
  const confirm = useConfirm();
  const toast = useToast();
  const act = useAction(resetDevice, { refresh: changedByDevices });
  return (device) =>
    void (async () => {
      const done = await confirm({
        title: 'Resetar este MAC?',
        lead: 'O próximo aparelho que perguntar com ele, em até 7 dias, fica com a linha.',
        icon: IconRotate2,
        tone: 'light',
        object: { name: device.mac, mono: true, note: device.app_name },
        confirmLabel: 'Sim, resetar',
        onConfirm: () => act.mutateAsync({ body: { mac: device.mac, app: device.app } }),
      });
      if (done) toast({ title: 'MAC resetado com sucesso', text: device.mac });
    })();
}

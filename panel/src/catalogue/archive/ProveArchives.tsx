import { Button } from '@mantine/core';
import { IconClock, IconHistory, IconRosetteDiscountCheck } from '@tabler/icons-react';
import { useConfirm } from '../../ui/dialogs/dialogs.tsx';

/** Button that starts a proof of all channels with an archive. */
export function ProveArchives({
  running,
  onProve,
}: {
  running: boolean;
  onProve: () => Promise<void>;
}) {
  const confirm = useConfirm();
  const start = () =>
    void confirm({
      title: 'Comprovar os arquivos?',
      icon: IconRosetteDiscountCheck,
      object: { name: 'Todos os canais com arquivo' },
      facts: [
        {
          icon: IconHistory,
          text: 'Cada canal é aberto em dias passados, para ver se o arquivo é o que a fonte promete.',
        },
        {
          icon: IconClock,
          text: 'Leva cerca de 20 segundos por canal e usa uma conexão da fonte por vez.',
        },
      ],
      confirmLabel: 'Sim, comprovar',
      onConfirm: onProve,
    });
  return (
    <Button
      variant="default"
      leftSection={<IconRosetteDiscountCheck size={16} stroke={1.75} />}
      disabled={running}
      onClick={start}
    >
      Comprovar arquivos
    </Button>
  );
}

/** Connects a remote backup store, changes its access data, or removes it. */
import { Button, Group } from '@mantine/core';
import { removeBackupRemote, viewBackups } from '@ramal/contract/operations/backups';
import { IconCloudOff, IconDatabase, IconShieldExclamation } from '@tabler/icons-react';
import { useAction } from '../foundation/api/query.ts';
import { useConfirm } from '../ui/dialogs/dialogs.tsx';
import { useToast } from '../ui/toasts.tsx';
import { type Place, placeNames } from './backup-words.ts';
import type { RemotePlace } from './RemoteFields.tsx';

interface PlaceActsProps {
  readonly place: RemotePlace;
  /** Undefined if no backup store is connected. */
  readonly set: Place | undefined;
  readonly onSet: (place: RemotePlace) => void;
}

export function PlaceActs({ place, set, onSet }: PlaceActsProps) {
  const forget = useForgetting(place, set);
  const name = placeNames[place];
  if (!set)
    return (
      <Group component="span" gap="xs" align="stretch" wrap="nowrap" ml="auto">
        <Button
          size="xs"
          variant="default"
          aria-label={`Ligar ${name}`}
          onClick={() => onSet(place)}
        >
          Ligar
        </Button>
      </Group>
    );
  return (
    <Group component="span" gap="xs" align="stretch" wrap="nowrap" ml="auto">
      <Button
        size="xs"
        variant="default"
        aria-label={`Trocar ${name}`}
        onClick={() => onSet(place)}
      >
        Trocar
      </Button>
      <Button size="xs" variant="subtle" aria-label={`Desligar ${name}`} onClick={forget}>
        Desligar
      </Button>
    </Group>
  );
}

function useForgetting(place: RemotePlace, set: Place | undefined): () => void {
  const confirm = useConfirm();
  const toast = useToast();
  const remove = useAction(removeBackupRemote, {
    refresh: [viewBackups],
    onSuccess: ({ message }) => toast({ title: message }),
  });
  return () =>
    void confirm({
      title: `Desligar ${placeNames[place]}?`,
      icon: IconCloudOff,
      tone: 'danger',
      object: { name: set?.where ?? '', mono: true },
      facts: [
        { icon: IconDatabase, text: 'O que está lá **continua guardado**; nada é excluído.' },
        {
          icon: IconShieldExclamation,
          tone: 'warn',
          text: 'Daqui em diante nada mais é enviado para lá.',
        },
      ],
      confirmLabel: 'Sim, desligar',
      onConfirm: () => remove.mutateAsync({ params: { type: place } }),
    });
}

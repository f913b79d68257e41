/** Connects a remote backup store, changes its access data, or removes it. */
import { Button, Group } from '@mantine/core';
import { removeBackupRemote, viewBackups } from '@ramal/contract/operations/backups';
import { IconCloudOff, IconDatabase, IconShieldExclamation } from '@tabler/icons-react';
import { useAction } from '../foundation/api/query.ts';
import { useConfirm } from '../ui/dialogs/dialogs.tsx';
import { useToast } from '../ui/toasts.tsx';
import { type BackupStoreAnswer, storeNames } from './backup-words.ts';
import type { RemoteStoreId } from './RemoteFields.tsx';

interface StoreActionsProps {
  readonly store: RemoteStoreId;
  /** Connected backup store. Undefined if none is connected. */
  readonly set: BackupStoreAnswer | undefined;
  readonly onSet: (store: RemoteStoreId) => void;
}

export function StoreActions({ store, set, onSet }: StoreActionsProps) {
  const removeStore = useRemoveStore(store, set);
  const name = storeNames[store];
  if (!set)
    return (
      <Group component="span" gap="xs" align="stretch" wrap="nowrap" ml="auto">
        <Button
          size="xs"
          variant="default"
          aria-label={`Ligar ${name}`}
          onClick={() => onSet(store)}
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
        onClick={() => onSet(store)}
      >
        Trocar
      </Button>
      <Button size="xs" variant="subtle" aria-label={`Desligar ${name}`} onClick={removeStore}>
        Desligar
      </Button>
    </Group>
  );
}

function useRemoveStore(store: RemoteStoreId, set: BackupStoreAnswer | undefined): () => void {
  const confirm = useConfirm();
  const toast = useToast();
  const remove = useAction(removeBackupRemote, {
    refresh: [viewBackups],
    onSuccess: ({ message }) => toast({ title: message }),
  });
  return () =>
    void confirm({
      title: `Desligar ${storeNames[store]}?`,
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
      onConfirm: () => remove.mutateAsync({ params: { type: store } }),
    });
}

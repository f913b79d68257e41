import {
  type CollectedHostname,
  deleteCollectedHostname,
  listCollectedHostnames,
} from '@ramal/contract/operations/hostname-collector';
import { IconHistoryOff, IconTrash } from '@tabler/icons-react';
import { useAction } from '../../foundation/api/query.ts';
import { useConfirm } from '../../ui/dialogs/dialogs.tsx';
import { useToast } from '../../ui/toasts.tsx';

/** Asks, then no longer keeps an eye on a hostname (S-DNSCOL-15, M-130, Q-CONFIRM). */
export function useDeleteCollected(): (row: CollectedHostname) => Promise<void> {
  const confirm = useConfirm();
  const toast = useToast();
  const remove = useAction(deleteCollectedHostname, { refresh: [listCollectedHostnames] });
  return async ({ id, host, local }) => {
    let message = '';
    const done = await confirm({
      title: `Deletar ${host}?`,
      tone: 'danger',
      icon: IconTrash,
      object: { name: host, mono: true, note: local },
      facts: [
        {
          icon: IconHistoryOff,
          tone: 'bad',
          text: 'O painel deixa de olhar este DNS nesta rede. Os links dos clientes não mudam.',
        },
      ],
      confirmLabel: 'Sim, deletar',
      cancelLabel: 'Cancelar',
      onConfirm: async () => ({ message } = await remove.mutateAsync({ params: { id } })),
    });
    if (done) toast({ title: message, text: host });
  };
}

import {
  type CollectedHostname,
  deleteCollectedHostname,
  listCollectedHostnames,
} from '@ramal/contract/operations/hostname-collector';
import { IconHistoryOff, IconTrash } from '@tabler/icons-react';
import { useAction } from '../../foundation/api/query.ts';
import { useConfirmedAct } from '../../ui/dialogs/use-confirmed-act.ts';

/** Asks, then no longer keeps an eye on a hostname (S-DNSCOL-15, M-130, Q-CONFIRM). */
export function useDeleteCollected(): (row: CollectedHostname) => Promise<boolean> {
  const act = useConfirmedAct();
  const remove = useAction(deleteCollectedHostname, { refresh: [listCollectedHostnames] });
  return ({ id, host, local }) =>
    act(
      {
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
      },
      () => remove.mutateAsync({ params: { id } }),
      host,
    );
}

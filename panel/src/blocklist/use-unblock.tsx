import {
  deleteBlockedIp,
  listBlockedAttempts,
  listBlockedIps,
} from '@ramal/contract/operations/blocklist';
import { IconHistoryOff, IconLogin2, IconTrash } from '@tabler/icons-react';
import { useAction } from '../foundation/api/query.ts';
import { useConfirmedAction } from '../ui/dialogs/use-confirmed-action.ts';

/**
 * Returns an action that removes an address from the list after a confirmation. The action returns
 * true after success (M-105, M-106).
 */
export function useUnblock(): (ip: string) => Promise<boolean> {
  const act = useConfirmedAction();
  const unblock = useAction(deleteBlockedIp, { refresh: [listBlockedIps, listBlockedAttempts] });
  return (ip) =>
    act(
      {
        title: 'Tem certeza?',
        tone: 'danger',
        icon: IconTrash,
        object: { name: ip, mono: true, note: '' },
        facts: [
          { icon: IconHistoryOff, tone: 'bad', text: 'Você não poderá reverter isso!' },
          {
            icon: IconLogin2,
            text: 'Em segundos o IP volta a entrar. Se errar de novo, volta à lista.',
          },
        ],
        confirmLabel: 'Sim, excluir',
      },
      () => unblock.mutateAsync({ body: { ip } }),
      ip,
    );
}

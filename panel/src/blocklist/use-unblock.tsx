import {
  deleteBlockedIp,
  listBlockedAttempts,
  listBlockedIps,
} from '@ramal/contract/operations/blocklist';
import { IconHistoryOff, IconLogin2, IconTrash } from '@tabler/icons-react';
import { useAction } from '../foundation/api/query.ts';
import { useConfirm } from '../ui/dialogs/dialogs.tsx';
import { useToast } from '../ui/toasts.tsx';

/** Asks, then takes an address from the list; true when it is done (M-105, M-106). */
export function useUnblock(): (ip: string) => Promise<boolean> {
  const confirm = useConfirm();
  const toast = useToast();
  const unblock = useAction(deleteBlockedIp, { refresh: [listBlockedIps, listBlockedAttempts] });
  return async (ip) => {
    let message = '';
    const done = await confirm({
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
      onConfirm: async () => ({ message } = await unblock.mutateAsync({ body: { ip } })),
    });
    if (done) toast({ title: message, text: ip });
    return done;
  };
}

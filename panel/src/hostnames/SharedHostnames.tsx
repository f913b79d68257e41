import {
  type Hostname,
  listHostnames,
  listSharedHostnames,
  toggleSharedHostname,
} from '@ramal/contract/operations/hostnames';
import { useAction, useCall } from '../foundation/api/query.ts';
import { useConfirm } from '../ui/dialogs/dialogs.tsx';
import { useToast } from '../ui/toasts.tsx';
import { sharedUseConfirmation } from './hostname-confirmations.ts';
import { HostnameTable } from './HostnameTable.tsx';

/** What accounts above share; each is used or left out, for this account alone (S-DNS-22, T-41). */
export function SharedHostnames({ onClose }: { onClose: () => void }) {
  const toast = useToast();
  const confirm = useConfirm();
  const toggle = useAction(toggleSharedHostname, { refresh: [listSharedHostnames, listHostnames] });
  const ask = async (row: Hostname) => {
    let message = '';
    const done = await confirm({
      ...sharedUseConfirmation(row),
      onConfirm: async () => ({ message } = await toggle.mutateAsync({ params: { dns: row.dns } })),
    });
    if (done) toast({ title: message });
  };
  return (
    <HostnameTable
      title="DNS Compartilhada"
      read={useCall(listSharedHostnames, {})}
      empty="Ninguém acima de você compartilha um DNS."
      hasOwner
      busy={toggle.isPending}
      label={({ is_active_shared: isUsed }) => (isUsed ? 'Desativar' : 'Ativar')}
      act={(row) => void ask(row)}
      onClose={onClose}
    />
  );
}

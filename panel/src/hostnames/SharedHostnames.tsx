import {
  type Hostname,
  listHostnames,
  listSharedHostnames,
  toggleSharedHostname,
} from '@ramal/contract/operations/hostnames';
import { useAction, useCall } from '../foundation/api/query.ts';
import { useConfirmedAction } from '../ui/dialogs/use-confirmed-action.ts';
import { sharedUseConfirmation } from './hostname-confirmations.ts';
import { HostnameTable } from './HostnameTable.tsx';

/**
 * Hostnames shared by ancestor accounts. Each one can be used or excluded for this account only
 * (S-DNS-22, T-41).
 */
export function SharedHostnames({ onClose }: { onClose: () => void }) {
  const act = useConfirmedAction();
  const toggle = useAction(toggleSharedHostname, { refresh: [listSharedHostnames, listHostnames] });
  const ask = (row: Hostname) =>
    act(
      {
        ...sharedUseConfirmation(row),
      },
      () => toggle.mutateAsync({ params: { dns: row.dns } }),
    );
  return (
    <HostnameTable
      title="DNS Compartilhada"
      read={useCall(listSharedHostnames, {})}
      empty="Ninguém acima de você compartilha um DNS."
      hasOwner
      busy={toggle.isPending}
      label={({ isActiveShared: isUsed }) => (isUsed ? 'Desativar' : 'Ativar')}
      act={(row) => void ask(row)}
      onClose={onClose}
    />
  );
}

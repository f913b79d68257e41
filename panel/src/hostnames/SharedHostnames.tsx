import {
  listHostnames,
  listSharedHostnames,
  toggleSharedHostname,
} from '@ramal/contract/operations/hostnames';
import { useAction, useCall } from '../foundation/api/query.ts';
import { useAlertDialog } from '../ui/dialogs/dialogs.tsx';
import { refusalAlert } from '../ui/form/form-errors.ts';
import { useToast } from '../ui/toasts.tsx';
import { HostnameTable } from './HostnameTable.tsx';

/** What accounts above share; each is used or left out, for this account alone (S-DNS-22, T-41). */
export function SharedHostnames({ onClose }: { onClose: () => void }) {
  const toast = useToast();
  const alert = useAlertDialog();
  const toggle = useAction(toggleSharedHostname, {
    refresh: [listSharedHostnames, listHostnames],
    onSuccess: ({ message }) => toast({ title: message }),
    onError: (error) => void alert(refusalAlert(error)),
  });
  return (
    <HostnameTable
      title="DNS Compartilhada"
      read={useCall(listSharedHostnames, {})}
      empty="Ninguém acima de você compartilha um DNS."
      hasOwner
      busy={toggle.isPending}
      label={({ is_active_shared: isUsed }) => (isUsed ? 'Desativar' : 'Ativar')}
      act={({ dns }) => toggle.mutate({ params: { dns } })}
      onClose={onClose}
    />
  );
}

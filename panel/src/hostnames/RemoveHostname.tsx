/** Removes a hostname. The list and the links do not contain it until it is restored. */
import {
  type Hostname,
  listHostnames,
  listRemovedHostnames,
  removeHostname,
} from '@ramal/contract/operations/hostnames';
import { IconArrowBackUp, IconLink, IconTrash } from '@tabler/icons-react';
import { useAction } from '../foundation/api/query.ts';
import { CodeDialog } from '../second-factors/CodeDialog.tsx';
import type { Fact } from '../ui/dialogs/Facts.tsx';
import { useConfirmedAction } from '../ui/dialogs/use-confirmed-action.ts';
import { useToast } from '../ui/toasts.tsx';
import type { HostnameDialogProps } from './RenewHostname.tsx';

export const hostnameLists = [listHostnames, listRemovedHostnames];

const facts: readonly Fact[] = [
  {
    icon: IconLink,
    tone: 'bad',
    text: 'Sai dos links, do rodízio e de quem o recebe compartilhado. Quem já tem um link com ele continua a usá-lo.',
  },
  { icon: IconArrowBackUp, text: 'Volta à lista quando você quiser, em DNS Removida.' },
];

/**
 * True if the account removes a hostname that it bought itself. Such a removal requires a code
 * (V-72).
 */
export const needsCode = (
  { dueDateFormatted: due, idRes: owner }: Hostname,
  profile: { readonly id: number } | undefined,
): boolean => due !== null && owner === profile?.id;

export function RemoveHostname({ hostname, onClose }: HostnameDialogProps) {
  const toast = useToast();
  const remove = useAction(removeHostname, {
    refresh: hostnameLists,
    onSuccess: ({ message }) => toast({ title: message, text: hostname.dns }),
  });
  return (
    <CodeDialog
      title="Remover este DNS?"
      subtitle={hostname.dns}
      icon={IconTrash}
      danger
      facts={facts}
      submitLabel="Sim, remover"
      run={(proof) => remove.mutateAsync({ params: { id: hostname.id }, body: proof })}
      onClose={onClose}
    />
  );
}

/**
 * Returns an action that removes a hostname after a confirmation. Only for hostnames whose removal
 * needs no code.
 */
export function useRemoveHostname(): (hostname: Hostname) => Promise<boolean> {
  const act = useConfirmedAction();
  const remove = useAction(removeHostname, { refresh: hostnameLists });
  return ({ id, dns }) =>
    act(
      {
        title: 'Remover este DNS?',
        tone: 'danger',
        icon: IconTrash,
        object: { name: dns, mono: true, note: '' },
        facts: [...facts],
        confirmLabel: 'Sim, remover',
      },
      () => remove.mutateAsync({ params: { id }, body: {} }),
      dns,
    );
}

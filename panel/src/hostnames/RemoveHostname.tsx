import {
  listHostnames,
  listRemovedHostnames,
  removeHostname,
} from '@ramal/contract/operations/hostnames';
import { IconArrowBackUp, IconLink, IconTrash } from '@tabler/icons-react';
import { useAction } from '../foundation/api/query.ts';
import { CodeDialog } from '../second-factors/CodeDialog.tsx';
import { useToast } from '../ui/toasts.tsx';
import type { HostnameDialogProps } from './RenewHostname.tsx';

export const hostnameLists = [listHostnames, listRemovedHostnames];

/** Off the list and out of the links, until it is brought back. */
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
      facts={[
        {
          icon: IconLink,
          tone: 'bad',
          text: 'Sai dos links, do rodízio e de quem o recebe compartilhado. Quem já tem um link com ele continua a usá-lo.',
        },
        { icon: IconArrowBackUp, text: 'Volta à lista quando você quiser, em DNS Removida.' },
      ]}
      submitLabel="Sim, remover"
      run={(proof) => remove.mutateAsync({ params: { id: hostname.id }, body: proof })}
      onClose={onClose}
    />
  );
}

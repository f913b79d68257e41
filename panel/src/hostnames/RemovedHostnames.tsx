import {
  type Hostname,
  listRemovedHostnames,
  removeHostname,
} from '@ramal/contract/operations/hostnames';
import { IconArchive, IconLink } from '@tabler/icons-react';
import { useAction, useCall } from '../foundation/api/query.ts';
import { useConfirm } from '../ui/dialogs/dialogs.tsx';
import { useToast } from '../ui/toasts.tsx';
import { HostnameTable } from './HostnameTable.tsx';
import { hostnameLists } from './RemoveHostname.tsx';

/** What was taken off the list, and comes back by «Ativar» (S-DNS-23, T-38). */
export function RemovedHostnames({ onClose }: { onClose: () => void }) {
  const toast = useToast();
  const confirm = useConfirm();
  const restore = useAction(removeHostname, { refresh: hostnameLists });
  const ask = async ({ id, dns }: Hostname) => {
    let message = '';
    const done = await confirm({
      title: 'Ativar este DNS?',
      icon: IconArchive,
      object: { name: dns, mono: true, note: '' },
      facts: [{ icon: IconLink, text: 'Volta à sua lista, e aos links depois de responder.' }],
      confirmLabel: 'Sim, ativar',
      onConfirm: async () =>
        ({ message } = await restore.mutateAsync({ params: { id }, body: {} })),
    });
    if (done) toast({ title: message, text: dns });
  };
  return (
    <HostnameTable
      title="DNS Removida"
      read={useCall(listRemovedHostnames, {})}
      empty="Nenhum DNS foi removido."
      hasOwner={false}
      busy={restore.isPending}
      label={() => 'Ativar'}
      act={(row) => void ask(row)}
      onClose={onClose}
    />
  );
}

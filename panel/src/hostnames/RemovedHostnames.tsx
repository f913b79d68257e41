import {
  type Hostname,
  listRemovedHostnames,
  removeHostname,
} from '@ramal/contract/operations/hostnames';
import { IconArchive, IconLink } from '@tabler/icons-react';
import { useAction, useCall } from '../foundation/api/query.ts';
import { useConfirmedAction } from '../ui/dialogs/use-confirmed-action.ts';
import { HostnameTable } from './HostnameTable.tsx';
import { hostnameLists } from './RemoveHostname.tsx';

/** Hostnames removed from the list. «Ativar» restores them (S-DNS-23, T-38). */
export function RemovedHostnames({ onClose }: { onClose: () => void }) {
  const act = useConfirmedAction();
  const restore = useAction(removeHostname, { refresh: hostnameLists });
  const ask = ({ id, dns }: Hostname) =>
    act(
      {
        title: 'Ativar este DNS?',
        icon: IconArchive,
        object: { name: dns, mono: true, note: '' },
        facts: [{ icon: IconLink, text: 'Volta à sua lista, e aos links depois de responder.' }],
        confirmLabel: 'Sim, ativar',
      },
      () => restore.mutateAsync({ params: { id }, body: {} }),
      dns,
    );
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

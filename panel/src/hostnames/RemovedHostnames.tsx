import {
  type Hostname,
  listRemovedHostnames,
  removeHostname,
} from '@ramal/contract/operations/hostnames';
import { IconArchive } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction, useCall } from '../foundation/api/query.ts';
import { CodeDialog } from '../second-factors/CodeDialog.tsx';
import { useToast } from '../ui/toasts.tsx';
import { HostnameTable } from './HostnameTable.tsx';
import { hostnameLists } from './RemoveHostname.tsx';

/** What was taken off the list, and comes back by «Ativar» (S-DNS-23, T-38). */
export function RemovedHostnames({ onClose }: { onClose: () => void }) {
  const [asked, setAsked] = useState<Hostname>();
  const toast = useToast();
  const restore = useAction(removeHostname, {
    refresh: hostnameLists,
    onSuccess: ({ message }) => toast({ title: message, text: asked?.dns ?? '' }),
  });
  const removed = useCall(listRemovedHostnames, {});
  if (asked)
    return (
      <CodeDialog
        title="Ativar este DNS?"
        subtitle={asked.dns}
        icon={IconArchive}
        submitLabel="Sim, ativar"
        run={(proof) => restore.mutateAsync({ params: { id: asked.id }, body: proof })}
        onClose={() => setAsked(undefined)}
      />
    );
  return (
    <HostnameTable
      title="DNS Removida"
      read={removed}
      empty="Nenhum DNS foi removido."
      hasOwner={false}
      busy={false}
      label={() => 'Ativar'}
      act={setAsked}
      onClose={onClose}
    />
  );
}

/** Asks before a record that somebody edited outside is replaced by what the panel wants there. */
import { getCnames } from '@ramal/contract/operations/balancers';
import { type DnsRecord, takeOverRecord } from '@ramal/contract/operations/dns-providers';
import { listHostnames } from '@ramal/contract/operations/hostnames';
import { IconPencilExclamation, IconWorldCheck } from '@tabler/icons-react';
import { useAction } from '../foundation/api/query.ts';
import { useConfirm } from '../ui/dialogs/dialogs.tsx';
import { useToast } from '../ui/toasts.tsx';
import { foundInWords } from './RecordMark.tsx';

export function useTakeOver() {
  const confirm = useConfirm();
  const toast = useToast();
  const take = useAction(takeOverRecord, { refresh: [listHostnames, getCnames] });
  return async (name: string, { found, ip }: DnsRecord) => {
    let message = '';
    const done = await confirm({
      title: 'Pôr o registro do painel no lugar?',
      icon: IconPencilExclamation,
      tone: 'danger',
      object: { name, mono: true },
      facts: [
        {
          icon: IconPencilExclamation,
          tone: 'warn',
          text: `O que está no provedor é apagado: ${foundInWords(found)}.`,
        },
        { icon: IconWorldCheck, text: `O nome passa a levar a ${ip}.` },
      ],
      confirmLabel: 'Sim, substituir',
      onConfirm: async () => ({ message } = await take.mutateAsync({ body: { name } })),
    });
    if (done) toast({ title: message, text: name });
  };
}

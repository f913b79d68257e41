/**
 * Opens a confirmation before a DNS record that was changed outside the panel is replaced by the
 * expected record.
 */
import { getCnames } from '@ramal/contract/operations/balancers';
import { type DnsRecord, takeOverRecord } from '@ramal/contract/operations/dns-providers';
import { listHostnames } from '@ramal/contract/operations/hostnames';
import { IconPencilExclamation, IconWorldCheck } from '@tabler/icons-react';
import { useAction } from '../foundation/api/query.ts';
import { useConfirmedAction } from '../ui/dialogs/use-confirmed-action.ts';
import { foundInWords } from './RecordMark.tsx';

export function useTakeOver() {
  const act = useConfirmedAction();
  const take = useAction(takeOverRecord, { refresh: [listHostnames, getCnames] });
  return (name: string, { found: addresses, ip }: DnsRecord) =>
    act(
      {
        title: 'Pôr o registro do painel no lugar?',
        icon: IconPencilExclamation,
        tone: 'danger',
        object: { name, mono: true },
        facts: [
          {
            icon: IconPencilExclamation,
            tone: 'warn',
            text: `O que está no provedor é excluído: ${foundInWords(addresses)}.`,
          },
          { icon: IconWorldCheck, text: `O nome passa a levar a ${ip}.` },
        ],
        confirmLabel: 'Sim, substituir',
      },
      () => take.mutateAsync({ body: { name } }),
      name,
    );
}

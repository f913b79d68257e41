/**
 * Dialog that releases the panel after a restore. It first counts the external events that are
 * undecided, settled by hand or settled automatically.
 */
import { Checkbox } from '@mantine/core';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { type listOutside, releaseQuarantine } from '@ramal/contract/operations/quarantine';
import { type Quarantine, getProfile } from '@ramal/contract/sessions';
import {
  IconAlertTriangle,
  IconCheck,
  IconHelpCircle,
  IconHistory,
  IconLock,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useAction } from '../foundation/api/query.ts';
import { pluralize, formatCount } from '../foundation/numbers.ts';
import { CodeDialog } from '../second-factors/CodeDialog.tsx';
import type { Fact } from '../ui/dialogs/Facts.tsx';
import { useToast } from '../ui/toasts.tsx';

export type ExternalEventsAnswer = ResponseOf<typeof listOutside>;
export type ExternalEvent = ExternalEventsAnswer['happened'][number];

export const filterUndecidedEvents = (
  happened: readonly ExternalEvent[],
): readonly ExternalEvent[] => happened.filter((event) => event.needsPerson && !event.settled);

interface ReleasePanelProps {
  readonly quarantine: Quarantine;
  readonly answer: ExternalEventsAnswer | undefined;
  readonly onClose: () => void;
}

export function ReleasePanel({ quarantine, answer, onClose }: ReleasePanelProps) {
  const toast = useToast();
  const release = useAction(releaseQuarantine, {
    refresh: [getProfile],
    onSuccess: ({ message }) => toast({ title: message }),
  });
  const [revokesKeys, setRevokesKeys] = useState(true);
  const { restoredAt, dataOf } = quarantine;
  return (
    <CodeDialog
      title="Liberar o painel?"
      subtitle={`Restaurado em ${restoredAt}, não sabe o que houve depois de ${dataOf}.`}
      icon={IconLock}
      facts={[...(answer ? factsOf(answer) : [unreadFact]), accessFact(dataOf)]}
      submitLabel="Sim, liberar"
      run={(proof) => release.mutateAsync({ body: { ...proof, revokeKeys: revokesKeys } })}
      onClose={onClose}
    >
      {answer?.keys !== 0 && (
        <Checkbox
          checked={revokesKeys}
          onChange={({ currentTarget }) => setRevokesKeys(currentTarget.checked)}
          label={revokeLabel(answer?.keys)}
          description="As que foram revogadas depois da cópia voltariam a valer. As integrações precisam depois de uma chave nova."
        />
      )}
    </CodeDialog>
  );
}

const revokeLabel = (keys: number | undefined): string =>
  keys === undefined
    ? 'Revogar as chaves de API que valem de novo'
    : keys === 1
      ? 'Revogar a chave de API que vale de novo'
      : `Revogar as ${formatCount(keys)} chaves de API que valem de novo`;

const accessFact = (dataOf: string): Fact => ({
  icon: IconHistory,
  tone: 'warn',
  text: `Senhas, 2FA e bloqueios **são os de ${dataOf}**: o que mudou depois precisa mudar de novo.`,
});

const unreadFact: Fact = {
  icon: IconAlertTriangle,
  tone: 'warn',
  text: '**Não se sabe o que houve lá fora.** Confira antes pagamentos, DNS comprados e registros, um por um.',
};

function factsOf({ happened, unread }: ExternalEventsAnswer): readonly Fact[] {
  const open = filterUndecidedEvents(happened).length;
  const settled = happened.filter((event) => event.settled).length;
  const byThemselves = happened.length - open - settled;
  const facts: readonly (Fact | false)[] = [
    open > 0 && {
      icon: IconHelpCircle,
      tone: 'warn',
      text: `**${pluralize(open, 'item fica', 'itens ficam')} sem decisão**, e depois disto não são mais lembrados aqui.`,
    },
    byThemselves > 0 && {
      icon: IconCheck,
      tone: 'ok',
      text: `**${pluralize(byThemselves, 'item se resolve sozinho', 'itens se resolvem sozinhos')}**: pagamentos são entregues uma vez.`,
    },
    settled > 0 && {
      icon: IconCheck,
      tone: 'ok',
      text: `**${pluralize(settled, 'item já resolvido', 'itens já resolvidos')} à mão**: nada se repete.`,
    },
    unread.length > 0 && {
      icon: IconAlertTriangle,
      tone: 'warn',
      text: `**Sem resposta:** ${unread.map(({ where }) => where).join(', ')}.`,
    },
    happened.length + unread.length === 0 && {
      icon: IconCheck,
      tone: 'ok',
      text: 'Pagamentos, registrador e DNS não têm nada que a cópia não conheça.',
    },
  ];
  return facts.filter((fact) => fact !== false);
}

/** «Histórico» of an authorization: its charges and their attempts, newest first. */
import { Group, Stack, Text } from '@mantine/core';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import {
  type AuthorizationRow,
  listAuthorizationHistory,
} from '@ramal/contract/payments/authorizations';
import { IconHistory } from '@tabler/icons-react';
import { useCall } from '../../foundation/api/query.ts';
import { dayInWords } from '../../foundation/dates.ts';
import { formatMoney } from '../../foundation/numbers.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { EmptyState } from '../../ui/states/EmptyState.tsx';
import { Loaded } from '../../ui/states/Loaded.tsx';

interface AuthorizationHistoryProps {
  authorization: Pick<AuthorizationRow, 'id' | 'name' | 'username'>;
  onClose: () => void;
}

export function AuthorizationHistory({ authorization, onClose }: AuthorizationHistoryProps) {
  const query = useCall(listAuthorizationHistory, { params: { id: authorization.id } });
  return (
    <Dialog
      onClose={onClose}
      title="Histórico do Pix Automático"
      subtitle={
        <>
          {authorization.name} · <span className="mono">{authorization.username}</span>
        </>
      }
      icon={IconHistory}
      width={520}
      closeLabel="Fechar"
    >
      <Loaded query={query} failed="Não deu para carregar o histórico" calm height={44} lines={4}>
        {(entries) =>
          entries.length === 0 ? (
            <EmptyState tone="plain" icon={IconHistory} title="Nada ainda" />
          ) : (
            <Stack component="ul" gap="lg">
              {entries.map((entry, index) => (
                <Entry key={index} entry={entry} />
              ))}
            </Stack>
          )
        }
      </Loaded>
    </Dialog>
  );
}

type HistoryEntry = ResponseOf<typeof listAuthorizationHistory>[number];

const kindWords: Record<HistoryEntry['kind'], string> = {
  authorized: 'Autorizado',
  'first-payment': 'Primeiro pagamento',
  charge: 'Cobrança',
  retry: 'Nova tentativa',
  ended: 'Encerrada',
};

const stateWords: Record<NonNullable<HistoryEntry['state']>, string> = {
  planned: 'planejada',
  sent: 'enviada ao banco',
  scheduled: 'agendada no banco',
  refused: 'recusada',
  paid: 'paga',
  skipped: 'pulada',
  cancelled: 'cancelada',
};

function Entry({ entry: { kind, on, state, value, text, code } }: { entry: HistoryEntry }) {
  return (
    <li>
      <Group justify="space-between" align="baseline" gap="0 var(--space-lg)">
        <b>
          {kindWords[kind]}
          {state && `, ${stateWords[state]}`}
        </b>
        <Text span inherit c="var(--ink-2)" fz="note" className="num">
          {dayInWords(on)}
        </Text>
      </Group>
      <Text c="var(--ink-2)" fz="note">
        {[value !== null && formatMoney(value), text].filter(Boolean).join(' · ')}
        {code && (
          <>
            {' '}
            <span className="mono">{code}</span>
          </>
        )}
      </Text>
    </li>
  );
}

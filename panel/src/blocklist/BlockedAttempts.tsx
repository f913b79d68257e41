/**
 * Failed sign-ins of one address, and the reason for its block (S-BLACKLIST-04, -09 to -13,
 * Q-BLPASS).
 */
import { Button, Text } from '@mantine/core';
import {
  BLOCKED_IPS_A_PAGE,
  type RefusedAttempt,
  listBlockedAttempts,
  refusedAttemptSorts,
} from '@ramal/contract/operations/blocklist';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { IconHistory, IconShieldCheck, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useCall } from '../foundation/api/query.ts';
import { formatDate, formatTime } from '../foundation/dates.ts';
import { pluralize } from '../foundation/numbers.ts';
import { useNow } from '../foundation/use-now.ts';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { DialogList } from '../ui/dialogs/DialogList.tsx';
import { defineListParams, useLocalListParams } from '../ui/list/list-params.ts';
import { List } from '../ui/list/List.tsx';
import type { Column } from '../ui/table/columns.ts';
import { reasonInWords, untilInWords } from './block-words.ts';
import classes from './BlockedAttempts.module.css';
import { ExemptNetworks } from './ExemptNetworks.tsx';
import { useUnblock } from './use-unblock.tsx';

const attemptParams = defineListParams({
  sorts: refusedAttemptSorts,
  defaultDirection: 'desc',
});

export function BlockedAttempts({ ip, onClose }: { ip: string; onClose: () => void }) {
  const [isExempting, setExempting] = useState(false);
  const params = useLocalListParams(attemptParams, { pageSize: BLOCKED_IPS_A_PAGE });
  const unblock = useUnblock();
  const body = { ip, ...params.query };
  const query = useCall(listBlockedAttempts, { body }, { keepPrevious: true });
  const rows = query.data?.data ?? [];
  if (isExempting) return <ExemptNetworks network={ip} onClose={() => setExempting(false)} />;
  return (
    <Dialog
      onClose={onClose}
      width={760}
      icon={IconHistory}
      title={`Histórico de ${ip}`}
      subtitle={
        query.data && pluralize(query.data.total, 'tentativa guardada', 'tentativas guardadas')
      }
      footer={
        <>
          <Button
            variant="default"
            leftSection={<IconShieldCheck size={16} stroke={1.75} aria-hidden />}
            onClick={() => setExempting(true)}
          >
            Isentar rede
          </Button>
          <Button
            variant="danger"
            leftSection={<IconTrash size={16} stroke={1.75} aria-hidden />}
            onClick={() => void unblock(ip).then((done) => done && onClose())}
          >
            Excluir
          </Button>
        </>
      }
    >
      {query.data && <BlockFacts answer={query.data} />}
      <DialogList>
        <List<RefusedAttempt>
          list={{
            name: 'blocked-attempts',
            label: 'Tentativas',
            noun: ['tentativa', 'tentativas'],
            params,
            query,
            page: query.data,
            columns,
            rowKey: (row) => rows.indexOf(row),
            rowName: ({ username }) => username,
            failure: ({ message, requestId }) => ({ text: message, requestId }),
            empty: {
              icon: IconHistory,
              title: 'Nenhuma tentativa guardada',
              text: 'Tentativas são excluídas depois do prazo de retenção.',
            },
          }}
        />
      </DialogList>
      <Text mt="lg" c="var(--ink-2)" fz="caption">
        Da senha ficam só a primeira e a última letra, e o tamanho.
      </Text>
    </Dialog>
  );
}

function BlockFacts({ answer }: { answer: ResponseOf<typeof listBlockedAttempts> }) {
  const now = useNow();
  const { block, honest, blocks } = answer;
  return (
    <dl className={classes.facts}>
      <div>
        <dt>Motivo</dt>
        <dd>{block ? reasonInWords(block) : 'sem bloqueio nas últimas 24 horas'}</dd>
      </div>
      <div>
        <dt>Bloqueado até</dt>
        <dd>{block ? untilInWords(block, now) : '–'}</dd>
      </div>
      <div>
        <dt>Linhas e contas certas neste IP</dt>
        <dd>{honest === 0 ? 'nenhuma' : honest}</dd>
      </div>
      <div>
        <dt>Vezes bloqueado</dt>
        <dd>{blocks}</dd>
      </div>
    </dl>
  );
}

const columns: Column<RefusedAttempt>[] = [
  {
    key: 'username',
    header: 'Usuario',
    width: 170,
    card: 'identity',
    cell: ({ username }) => <span className="mono">{username}</span>,
  },
  {
    key: 'senha',
    header: 'Senha',
    width: 140,
    cell: ({ maskedPassword }) => <span className="mono">{maskedPassword}</span>,
  },
  {
    key: 'host',
    header: 'DNS',
    fill: true,
    muted: true,
    card: 'note',
    cell: ({ host }) => <span className="mono">{host}</span>,
  },
  {
    key: 'created_at',
    header: 'Quando',
    firstDirection: 'desc',
    width: 170,
    muted: true,
    card: 'corner',
    cell: ({ createdAtTimestamp: seconds }) => {
      const at = new Date(seconds * 1000);
      return <span className="num">{`${formatDate(at)} ${formatTime(at)}`}</span>;
    },
  },
];

/**
 * /blacklist: addresses that are or recently were blocked for guessing passwords (S-BLACKLIST-01 to
 * -08, K-61).
 */
import { Button, Text } from '@mantine/core';
import { type BlockedIp, listBlockedIps } from '@ramal/contract/operations/blocklist';
import { IconHistory, IconShieldCheck, IconTrash } from '@tabler/icons-react';
import { useCall } from '../foundation/api/query.ts';
import { useNow } from '../foundation/use-now.ts';
import { RequirePermission } from '../sessions/RequirePermission.tsx';
import { useListParams } from '../ui/list/list-params.ts';
import { ListScreen } from '../ui/list/ListScreen.tsx';
import { StatusBadge } from '../ui/status/StatusBadge.tsx';
import type { Column } from '../ui/table/columns.ts';
import { lengthInWords, reasonInWords, untilInWords } from './block-words.ts';
import { BlockedAttempts } from './BlockedAttempts.tsx';
import { blocklistParams } from './blocklist-params.ts';
import { ExemptNetworks } from './ExemptNetworks.tsx';
import { useUnblock } from './use-unblock.tsx';

export const BlockedIps = () => (
  <RequirePermission when={({ profile }) => profile === 'admin'}>
    <BlockedIpList />
  </RequirePermission>
);

const stateOptions = [
  { value: undefined, label: 'Todos' },
  { value: 'blocked' as const, label: 'Bloqueados' },
  { value: 'released' as const, label: 'Liberados' },
];

const empty = {
  icon: IconShieldCheck,
  title: 'Nenhum IP bloqueado nas últimas 24 horas',
  text: 'Quem erra muitas senhas diferentes, no painel ou no player, aparece aqui e fica de fora por um tempo.',
};

function BlockedIpList() {
  const params = useListParams(blocklistParams, 'blocked-ips');
  const { ip, state } = params.values;
  const now = useNow();
  const unblock = useUnblock();
  const sent = { query: { ...params.query, ...(state ? { state } : {}) } };
  const query = useCall(listBlockedIps, sent, { keepPrevious: true });
  const exempt = (
    <Button
      variant="default"
      leftSection={<IconShieldCheck size={16} stroke={1.75} aria-hidden />}
      onClick={() => params.openDialog('exempt')}
    >
      Redes isentas
    </Button>
  );
  return (
    <ListScreen<BlockedIp>
      title="IPs bloqueados"
      breadcrumb={[{ label: 'Infraestrutura' }, { label: 'IPs bloqueados' }]}
      buttons={exempt}
      list={{
        name: 'blocked-ips',
        label: 'IPs bloqueados',
        noun: ['IP', 'IPs'],
        params,
        query,
        page: query.data,
        pageSizes: [12, 30, 50],
        columns: columns(now),
        actions: [
          {
            key: 'history',
            opens: true,
            label: 'Histórico',
            icon: IconHistory,
            slot: 'row',
            run: (row) => params.push({ ip: row.ip }),
          },
          {
            key: 'delete',
            label: 'Excluir',
            icon: IconTrash,
            slot: 'row',
            run: (row) => void unblock(row.ip),
          },
        ],
        rowKey: (row) => row.ip,
        rowName: (row) => row.ip,
        filters: {
          search: { placeholder: 'Endereço IP' },
          segments: params.filter('state', { label: 'Estado', options: stateOptions }),
        },
        empty,
        nothingFound:
          params.search || params.values.state
            ? {
                title: params.search ? `Nada para “${params.search}”` : 'Nenhum IP neste estado',
                text: 'A lista guarda cada IP por 24 horas depois do último bloqueio.',
              }
            : undefined,
      }}
      dialogs={{ exempt: ({ onClose }) => <ExemptNetworks onClose={onClose} /> }}
    >
      {ip && <BlockedAttempts ip={ip} onClose={() => params.change({ ip: undefined })} />}
    </ListScreen>
  );
}

const columns = (now: Date): Column<BlockedIp>[] => [
  {
    key: 'ip',
    header: 'IP',
    width: 180,
    card: 'identity',
    cell: ({ ip }) => <span className="mono">{ip}</span>,
  },
  {
    key: 'total',
    header: 'Total de Tentativas',
    firstDirection: 'desc',
    align: 'end',
    width: 150,
    cell: ({ total }) => <span className="num">{total.toLocaleString('pt-BR')}</span>,
  },
  {
    key: 'state',
    header: 'Estado',
    width: 115,
    card: 'status',
    cell: ({ state }) =>
      state === 'blocked' ? (
        <StatusBadge tone="bad">Bloqueado</StatusBadge>
      ) : (
        <StatusBadge tone="off">Liberado</StatusBadge>
      ),
  },
  {
    key: 'reason',
    header: 'Motivo',
    fill: true,
    muted: true,
    card: 'note',
    cell: (row) =>
      row.shared ? `${reasonInWords(row)}; só o que está errado é recusado` : reasonInWords(row),
    title: reasonInWords,
  },
  {
    key: 'blocked_until',
    header: 'Bloqueado até',
    firstDirection: 'desc',
    width: 190,
    cell: (row) => (
      <span className="num">
        {untilInWords(row, now)}{' '}
        <Text span inherit ml="xs" c="var(--ink-2)" fz="caption">
          {lengthInWords(row)}
        </Text>
      </span>
    ),
  },
];

import { Text } from '@mantine/core';
import { formatBytes } from '../foundation/bytes.ts';
import { HealthMark } from '../ui/status/HealthMark.tsx';
import { HistoryStrip } from '../ui/status/HistoryStrip.tsx';
import type { Column } from '../ui/table/columns.ts';
import type { NodeRow } from './node-words.ts';

const seconds = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });

const lagOf = ({ lagSeconds, lagBytes }: NodeRow) =>
  lagSeconds === null && lagBytes === null ? null : (
    <span className="num">
      {lagSeconds !== null && <b>{seconds.format(lagSeconds)} s</b>}{' '}
      {lagBytes !== null && (
        <Text span inherit c="var(--ink-2)">
          {formatBytes(Math.max(0, lagBytes))}
        </Text>
      )}
    </span>
  );

export const nodeColumns: readonly Column<NodeRow>[] = [
  {
    key: 'name',
    header: 'Nó',
    width: 110,
    card: 'identity',
    value: ({ name }) => name,
    cell: ({ name }) => <span className="mono">{name}</span>,
  },
  {
    key: 'role',
    header: 'Papel',
    muted: true,
    card: 'note',
    value: ({ role }) => role,
    cell: ({ role }) => role,
  },
  {
    key: 'version',
    header: 'Versão',
    width: 80,
    value: ({ version }) => version,
    cell: ({ version, isLeaving }) => (
      <Text span inherit className="mono" c={isLeaving ? 'var(--ink-2)' : 'var(--ink)'}>
        {version ?? '–'}
      </Text>
    ),
    cardCell: ({ version }) => version && <span className="mono">{version}</span>,
  },
  {
    key: 'state',
    header: 'Estado',
    width: 220,
    card: 'status',
    value: ({ health }) => health.label,
    cell: ({ health }) => <HealthMark {...health} />,
  },
  {
    key: 'lag',
    header: 'Atraso',
    firstDirection: 'desc',
    width: 90,
    value: ({ lagSeconds }) => lagSeconds,
    cell: (row) => lagOf(row) ?? '–',
    cardCell: lagOf,
  },
  {
    key: 'hours',
    header: 'Últimas 24 horas',
    sort: false,
    width: 170,
    cell: ({ hours }) => <HistoryStrip cells={hours} />,
  },
  {
    key: 'load',
    header: 'Agora',
    firstDirection: 'desc',
    align: 'end',
    muted: true,
    value: ({ load }) => load,
    cell: ({ now }) => <span className="num">{now}</span>,
    cardCell: ({ now }) => (now === '–' ? null : <span className="num">{now}</span>),
  },
];

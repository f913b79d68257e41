/** Columns of referred friends. */
import { Group, Stack, Text } from '@mantine/core';
import {
  type ReferralRow,
  type ReferralState,
  referralStateLabels,
} from '@ramal/contract/referrals/referrals';
import { formatDate, formatDateTime, formatDayMonth } from '../foundation/dates.ts';
import { formatMoney, pluralize } from '../foundation/numbers.ts';
import { StatusBadge } from '../ui/status/StatusBadge.tsx';
import type { Column } from '../ui/table/columns.ts';

const tones: Record<ReferralState, 'ok' | 'off' | 'warn' | 'test'> = {
  trial: 'test',
  waiting: 'off',
  delivered: 'ok',
  returned: 'off',
  refused: 'warn',
  'no-purchase': 'off',
};

const at = (timestamp: number): Date => new Date(timestamp * 1000);

/** End of the trial or of the waiting time, or the reason of the state. */
function detailText({ state, untilTimestamp, reason }: ReferralRow): string {
  if (reason) return reason;
  if (untilTimestamp === null) return '';
  return state === 'trial'
    ? `acaba em ${formatDateTime(at(untilTimestamp))}`
    : `até ${formatDayMonth(at(untilTimestamp))}`;
}

function rewardText({ days, percent = 0, state }: ReferralRow): string {
  if (days === null || state === 'refused') return '–';
  return percent > 0 ? `${percent}% de desconto` : pluralize(days, 'dia', 'dias');
}

const Party = ({ name, username }: ReferralRow['friend']) => (
  <Stack component="span" gap={0} lh="var(--leading-caption)">
    <Text span inherit fw={500}>
      {name}
    </Text>
    <Text span inherit c="dimmed" fz="caption" className="mono">
      {username}
    </Text>
  </Stack>
);

const State = (row: ReferralRow) => (
  <Group component="span" gap="sm" display="inline-flex">
    <StatusBadge tone={tones[row.state]}>{referralStateLabels[row.state]}</StatusBadge>
    <Text span inherit c="var(--ink-2)" fz="note">
      {detailText(row)}
    </Text>
  </Group>
);

export const referralColumns: Column<ReferralRow>[] = [
  {
    key: 'friend',
    header: 'Amigo',
    sort: false,
    width: 150,
    card: 'identity',
    cell: ({ friend }) => <Party {...friend} />,
    cardCell: ({ friend }) => friend.name,
  },
  {
    key: 'referrer',
    header: 'Quem indicou',
    sort: false,
    width: 150,
    cell: ({ referrer }) => <Party {...referrer} />,
    cardCell: ({ referrer }) => referrer.name,
  },
  {
    key: 'paid_at',
    header: 'Pagou em',
    firstDirection: 'desc',
    width: 110,
    cell: ({ paidAtTimestamp: paidAt }) => (
      <span className="num">{paidAt === null ? '–' : formatDate(at(paidAt))}</span>
    ),
  },
  {
    key: 'paid',
    header: 'Pagou',
    firstDirection: 'desc',
    align: 'end',
    width: 100,
    cell: ({ paid }) => <span className="num">{paid === null ? '–' : formatMoney(paid)}</span>,
  },
  {
    key: 'days',
    header: 'Recompensa',
    firstDirection: 'desc',
    align: 'end',
    width: 110,
    cell: rewardText,
  },
  {
    key: 'state',
    header: 'Estado',
    sort: false,
    fill: true,
    card: 'status',
    cell: (row) => <State {...row} />,
  },
];

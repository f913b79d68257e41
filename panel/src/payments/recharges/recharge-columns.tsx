/** Columns of «Recargas Efetuadas» (S-RECHARGE-18 to 23), and the paid amount. */
import { Group, Text } from '@mantine/core';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { type listRecharges, rechargeStatusLabels } from '@ramal/contract/payments/recharges';
import { planLabel } from '@ramal/contract/rules/plans';
import { IconClockHour4, IconFlask2 } from '@tabler/icons-react';
import { formatMoney } from '../../foundation/numbers.ts';
import { StatusBadge, type Tone } from '../../ui/status/StatusBadge.tsx';
import type { Column } from '../../ui/table/columns.ts';
import classes from './recharge-columns.module.css';

export type Recharge = ResponseOf<typeof listRecharges>['recharges'][number];

const tones: Record<Recharge['status'], Tone> = {
  approved: 'ok',
  pending: 'off',
  cancelled: 'off',
};

export const rechargeColumns = (ofEverybody: boolean): Column<Recharge>[] => [
  idColumn,
  {
    key: 'username',
    header: 'Username',
    card: 'identity',
    cell: (row) => <Username recharge={row} />,
  },
  {
    key: 'status',
    header: 'Status',
    width: 120,
    card: 'status',
    cell: ({ status }) => (
      <StatusBadge tone={tones[status]} ring={status !== 'approved'}>
        {rechargeStatusLabels[status]}
      </StatusBadge>
    ),
  },
  {
    key: 'value',
    header: 'Valor',
    firstDirection: 'desc',
    align: 'end',
    width: 104,
    cell: ({ value }) => <span className="num">{formatMoney(value)}</span>,
    title: ({ months }) => (months === null ? undefined : planLabel(months)),
  },
  {
    key: 'data_aprovacao',
    header: 'Data Aprovação',
    firstDirection: 'desc',
    width: 136,
    cell: ({ approvedText }) => <span className="num">{approvedText}</span>,
  },
  {
    key: 'created_at',
    header: 'Data Criação',
    firstDirection: 'desc',
    width: 136,
    card: 'corner',
    cell: ({ createdAt }) => <span className="num">{createdAt}</span>,
  },
  {
    key: 'motivo',
    header: 'Motivo',
    fill: true,
    card: 'note',
    cell: reason,
    cardCell: (row) => (row.reasonText ? reason(row) : null),
    title: ({ reasonText }) => reasonText || undefined,
  },
  ...(ofEverybody ? [resellerColumn] : []),
];

const idColumn: Column<Recharge> = {
  key: 'id',
  header: 'ID',
  firstDirection: 'desc',
  width: 72,
  muted: true,
  card: 'none',
  cell: ({ id }) => <span className="num">{id}</span>,
};

const reason = (row: Recharge) => <Reason recharge={row} />;

const resellerColumn: Column<Recharge> = {
  key: 'reseller',
  header: 'Revenda',
  sortNote: 'A lista não ordena por revenda: busque pelo nome.',
  width: 120,
  most: 150,
  cell: ({ reseller }) => reseller,
  title: ({ reseller }) => reseller,
};

const Username = ({ recharge: { username, name, sandbox } }: { recharge: Recharge }) => (
  <Group
    component="span"
    gap="0 var(--space-sm)"
    display="inline-flex"
    maw="100%"
    className={classes.username}
  >
    <span>{name || username || 'Pagamento de teste'}</span>
    {name && name !== username && (
      <Text span inherit c="var(--ink-3)" fz="note" className="num">
        {username}
      </Text>
    )}
    {sandbox && <IconFlask2 size={15} stroke={1.75} aria-label="Modo de teste" role="img" />}
  </Group>
);

function Reason({ recharge: { reasonText, waiting, disputed } }: { recharge: Recharge }) {
  if (!reasonText) return '–';
  return (
    <span className={classes.reason} data-warn={waiting || disputed || undefined}>
      {waiting && <IconClockHour4 size={16} stroke={1.75} aria-hidden />}
      <span className={classes.words}>{reasonText}</span>
    </span>
  );
}

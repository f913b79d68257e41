/** Columns of the people behind a figure of win-back. */
import { Stack, Text } from '@mantine/core';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import type {
  listWinBackRows,
  WinBackList,
  WinBackRowStatus,
} from '@ramal/contract/win-back/results';
import { customerName } from '@ramal/contract/rules/customer-name';
import { platforms } from '@ramal/contract/rules/platforms';
import { channelLabels } from '@ramal/contract/rules/reminders';
import { winBackGroups } from '@ramal/contract/win-back/win-back-rules';
import { Link } from '@tanstack/react-router';
import { formatDate, formatDateTime } from '../../foundation/dates.ts';
import { formatCents } from '../../numbers/number-words.ts';
import { StatusBadge, type Tone } from '../../ui/status/StatusBadge.tsx';
import type { Column } from '../../ui/table/columns.ts';
import { statusLabels } from '../win-back-words.ts';
import classes from './win-back-columns.module.css';

export type WinBackRow = ResponseOf<typeof listWinBackRows>['data'][number];

const tones: Readonly<Record<WinBackRowStatus, Tone>> = {
  received: 'ok',
  control: 'test',
  stopped: 'off',
  unreachable: 'warn',
  excluded: 'off',
  waiting: 'off',
  recent: 'off',
  back: 'ok',
  outside: 'off',
};

const Title = ({ row }: { row: WinBackRow }) => (
  <Link
    className={classes.title}
    to={platforms[row.platform].listPath}
    search={{ search: row.username } as never}
  >
    {customerName(row).name}
  </Link>
);

const customer: Column<WinBackRow> = {
  key: 'customer',
  header: 'Cliente',
  sortNote: 'A lista não ordena por cliente: busque pelo nome.',
  width: 220,
  fill: true,
  card: 'identity',
  cell: (row) => (
    <Stack component="span" gap={0}>
      <Title row={row} />
      <Text span inherit c="var(--ink-3)" fz="caption" className="mono">
        {row.username}
      </Text>
    </Stack>
  ),
  cardCell: (row) => <Title row={row} />,
  cardSecond: ({ username }) => <span className="mono">{username}</span>,
};

const group: Column<WinBackRow> = {
  key: 'group',
  header: 'Grupo',
  sortNote: 'A lista não ordena por grupo: filtre.',
  width: 140,
  cell: (row) => (row.group ? winBackGroups[row.group].label : '–'),
};

const status: Column<WinBackRow> = {
  key: 'status',
  header: 'Situação',
  sortNote: 'A lista não ordena por situação: filtre.',
  width: 150,
  card: 'status',
  cell: (row) => <StatusBadge tone={tones[row.status]}>{statusLabels[row.status]}</StatusBadge>,
};

const expiry: Column<WinBackRow> = {
  key: 'expires_at',
  header: 'Vencimento',
  width: 120,
  firstDirection: 'desc',
  card: 'expiry',
  cell: ({ expiresAt }) => <span className="num">{formatDate(expiresAt)}</span>,
  cardCell: ({ expiresAt, status: situation }) => (
    <span className="num">
      {situation === 'back' ? 'Vence' : 'Venceu'} em {formatDate(expiresAt)}
    </span>
  ),
};

const channel: Column<WinBackRow> = {
  key: 'channel',
  header: 'Canal',
  sortNote: 'A lista não ordena por canal.',
  width: 140,
  cell: (row) => (row.channel ? channelLabels[row.channel] : '–'),
  cardCell: (row) => (row.channel ? channelLabels[row.channel] : null),
};

const messageAt = (isControl: boolean): Column<WinBackRow> => ({
  key: 'at',
  header: isControl ? 'Sairia em' : 'Mensagem',
  width: 140,
  firstDirection: 'desc',
  cell: ({ at }) => <span className="num">{at ? formatDateTime(at) : '–'}</span>,
  cardCell: ({ at }) => at && <span className="num">{formatDateTime(at)}</span>,
});

const returned: Column<WinBackRow> = {
  key: 'returned',
  header: 'Voltou',
  sortNote: 'A lista não ordena pela volta.',
  width: 180,
  cell: (row) => returnText(row) ?? '–',
  cardCell: (row) => returnText(row) ?? null,
};

const returnText = ({ returnedAt, isRecorded }: WinBackRow): string | undefined =>
  returnedAt
    ? `${formatDate(returnedAt)}${isRecorded ? '' : ', sem pagamento registrado'}`
    : undefined;

const amount: Column<WinBackRow> = {
  key: 'cents',
  header: 'Pagou',
  align: 'end',
  width: 110,
  firstDirection: 'desc',
  card: 'corner',
  cell: ({ cents }) => <span className="num">{cents === null ? '–' : formatCents(cents)}</span>,
  cardCell: ({ cents }) => (cents === null ? null : <b className="num">{formatCents(cents)}</b>),
};

export function winBackColumns(list: WinBackList): readonly Column<WinBackRow>[] {
  const isControl = list === 'control' || list === 'control-returned';
  if (list === 'people' || list === 'lost')
    return [customer, group, status, expiry, { ...channel, from: 'medium' }, messageAt(false)];
  return [customer, group, ...(isControl ? [] : [channel]), messageAt(isControl), returned, amount];
}

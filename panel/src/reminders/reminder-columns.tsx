import { Stack, Text } from '@mantine/core';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import type { listReminders } from '@ramal/contract/reminders/reminder-list';
import { customerName } from '@ramal/contract/rules/customer-name';
import { channelLabels, type ReminderState, thresholdLabel } from '@ramal/contract/rules/reminders';
import { formatDate, formatDateTime } from '../foundation/dates.ts';
import { StatusBadge, type Tone } from '../ui/status/StatusBadge.tsx';
import type { Column } from '../ui/table/columns.ts';
import classes from './reminder-columns.module.css';

export type ReminderRow = ResponseOf<typeof listReminders>['data'][number];

export const stateLabels: Readonly<Record<ReminderState, string>> = {
  planned: 'Planejado',
  queued: 'Na fila',
  sent: 'Enviado',
  unknown: 'Incerto',
  skipped: 'Não saiu',
};

const tones: Readonly<Record<ReminderState, Tone>> = {
  planned: 'off',
  queued: 'off',
  sent: 'ok',
  unknown: 'warn',
  skipped: 'off',
};

const deliveryWords = {
  sent: 'a caminho',
  delivered: 'entregue',
  read: 'lido',
  failed: 'não entregue',
} as const;

const explained = ({ state, delivery, reason, renewedAt }: ReminderRow): string => {
  if (renewedAt) return `Renovou em ${formatDate(renewedAt)}`;
  if (reason) return reason;
  if (state === 'unknown') return 'Ninguém confirmou; não é enviado de novo';
  return delivery ? `${deliveryWords[delivery]}` : '';
};

export const reminderColumns: Column<ReminderRow>[] = [
  {
    key: 'customer',
    header: 'Cliente',
    sortNote: 'A lista não ordena por cliente: busque pelo nome.',
    width: 256,
    card: 'identity',
    cell: (row) => (
      <Stack component="span" gap={0} className={classes.customer}>
        <Text component="b" inherit truncate fw={500}>
          {customerName(row).name}
        </Text>
        <span className="mono">{row.username}</span>
      </Stack>
    ),
    cardCell: (row) => customerName(row).name,
    cardSecond: ({ username }) => <span className="mono">{username}</span>,
  },
  {
    key: 'threshold',
    header: 'Aviso',
    sortNote: 'A lista não ordena por aviso.',
    width: 116,
    cell: (row) => thresholdLabel(row),
  },
  {
    key: 'state',
    header: 'Situação',
    sortNote: 'A lista não ordena por situação: filtre.',
    width: 116,
    card: 'status',
    cell: ({ state }) => (
      <StatusBadge tone={tones[state]} ring={state !== 'sent'}>
        {stateLabels[state]}
      </StatusBadge>
    ),
  },
  {
    key: 'channel',
    header: 'Canal',
    sortNote: 'A lista não ordena por canal: filtre.',
    width: 148,
    cell: ({ channel }) => (channel ? channelLabels[channel] : '–'),
    cardCell: ({ channel }) => (channel ? channelLabels[channel] : null),
  },
  {
    key: 'detail',
    header: 'O que houve',
    sortNote: 'A lista não ordena por isto.',
    fill: true,
    card: 'note',
    cell: (row) => explained(row) || '–',
    cardCell: (row) => explained(row) || null,
    title: (row) => explained(row) || undefined,
  },
  {
    key: 'planned_at',
    header: 'Planejado',
    firstDirection: 'desc',
    from: 'wide',
    width: 136,
    card: 'none',
    cell: ({ plannedAt }) => <span className="num">{formatDateTime(plannedAt)}</span>,
  },
  {
    key: 'sent_at',
    header: 'Enviado',
    firstDirection: 'desc',
    width: 136,
    card: 'corner',
    cell: ({ sentAt }) => <span className="num">{sentAt ? formatDateTime(sentAt) : '–'}</span>,
    // A card shows the time without the word «Enviado», because its badge contains this word.
    cardCell: ({ sentAt }) => sentAt && <span className="num">{formatDateTime(sentAt)}</span>,
  },
];

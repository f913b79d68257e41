/** Columns of the list of boxes. */
import { Stack, Text } from '@mantine/core';
import type { Box } from '@ramal/contract/boxes/boxes';
import type { ReactNode } from 'react';
import { HealthMark } from '../ui/status/HealthMark.tsx';
import { OnlineMark } from '../ui/status/OnlineMark.tsx';
import { StatusBadge, type Tone } from '../ui/status/StatusBadge.tsx';
import type { Column } from '../ui/table/columns.ts';
import {
  boxHealth,
  boxSentence,
  customerName,
  idleText,
  orderText,
  screensText,
} from './box-words.ts';

const Lines = ({ first, second }: { first: ReactNode; second: ReactNode }) => (
  <Stack component="span" gap={0}>
    {first}
    <Text span inherit c="var(--ink-2)" fz="caption">
      {second}
    </Text>
  </Stack>
);

const tones: Partial<Record<Box['state'], Tone>> = { 'other-device': 'bad' };

/** Shows the state of a box on a card: the playing channel, or a badge. */
function CardStatus({ box, now }: { box: Box; now: Date }) {
  if (box.state === 'on' && box.channel !== null) return <OnlineMark online label={box.channel} />;
  return (
    <StatusBadge tone={box.state === 'on' ? 'ok' : (tones[box.state] ?? 'off')}>
      {boxHealth(box, now).label}
    </StatusBadge>
  );
}

const macColumn: Column<Box> = {
  key: 'mac',
  header: 'Caixa',
  width: 183,
  card: 'corner',
  cell: ({ mac, model, room }) => (
    <Lines
      first={<span className="mono">{mac}</span>}
      second={[model || '–', room].filter(Boolean).join(' · ')}
    />
  ),
  cardCell: ({ model }) => model,
};

const lineColumn: Column<Box> = {
  key: 'username',
  header: 'Linha',
  width: 210,
  most: 280,
  card: 'identity',
  cell: (box) => (
    <Lines
      first={
        <Text span inherit fw={500} truncate>
          {customerName(box)}
        </Text>
      }
      second={<span className="mono">{box.iptv.username}</span>}
    />
  ),
  cardCell: customerName,
  cardSecond: ({ mac, room }) => (
    <>
      <span className="mono">{mac}</span>
      {room && ` · ${room}`}
    </>
  ),
  title: customerName,
};

const resellerColumn: Column<Box> = {
  key: 'reseller',
  header: 'Revenda',
  sortNote: 'A lista não ordena por revenda: busque pela linha.',
  fill: true,
  muted: true,
  cell: ({ reseller }) => reseller.username,
};

/** `others`: true if the list contains boxes of several resellers. */
export const boxColumns = (now: Date, others: boolean): Column<Box>[] => [
  macColumn,
  lineColumn,
  {
    key: 'channel',
    header: 'Tela em uso',
    width: 175,
    sortNote: 'A lista não ordena por tela em uso: filtre.',
    card: 'status',
    cell: (box) =>
      box.channel === null ? (
        <Text span inherit c="var(--ink-2)">
          {idleText(box)}
        </Text>
      ) : (
        <Lines first={<OnlineMark online label={box.channel} />} second={screensText(box)} />
      ),
    cardCell: (box) => <CardStatus box={box} now={now} />,
  },
  {
    key: 'last_seen',
    header: 'Vista',
    firstDirection: 'desc',
    width: 210,
    fill: !others,
    card: 'expiry',
    cell: (box) => {
      const health = <HealthMark {...boxHealth(box, now)} />;
      const order = orderText(box, now);
      return order ? <Lines first={health} second={order} /> : health;
    },
    cardCell: (box) => [boxSentence(box, now), orderText(box, now)].filter(Boolean).join(' · '),
  },
  ...(others ? [resellerColumn] : []),
];

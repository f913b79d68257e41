/** Columns of the list of channels with the quality and the state of their sources. */
import { Group } from '@mantine/core';
import type { ChannelSourcesRow } from '@ramal/contract/catalogue/channel-sources';
import { StatusBadge } from '../../ui/status/StatusBadge.tsx';
import type { Column } from '../../ui/table/columns.ts';
import { ClippedText } from '../ClippedText.tsx';
import { kindIcons } from '../items/item-icons.ts';
import { Picture } from '../items/Picture.tsx';
import { RowName } from '../RowName.tsx';
import { SideText } from '../SideText.tsx';
import { agoWord, fullTime } from '../times.ts';
import { channelTexts, formatCodecs, formatDelay, formatRate, formatSize } from './source-texts.ts';

type Row = ChannelSourcesRow;

export const sourceColumns = (now: Date): Column<Row>[] => [
  {
    key: 'number',
    header: 'Número',
    align: 'end',
    width: 70,
    muted: true,
    card: 'corner',
    cell: ({ number }) => number,
  },
  {
    key: 'name',
    header: 'Nome',
    fill: true,
    width: 180,
    card: 'identity',
    cell: (row) => <Identity row={row} size={28} />,
    cardCell: (row) => <Identity row={row} size={36} />,
    title: ({ name }) => name,
  },
  {
    key: 'state',
    header: 'Situação',
    width: 220,
    card: 'expiry',
    cell: (row) => <State row={row} now={now} />,
    title: stateTitle,
  },
  {
    key: 'sources',
    header: 'Fontes',
    width: 90,
    sort: false,
    cell: ({ working, sources }) => (
      <span className="num">{sources === 1 ? '1' : `${working} de ${sources}`}</span>
    ),
    cardCell: ({ working, sources }) =>
      sources === 1 ? null : `${working} de ${sources} fontes respondem`,
  },
  ...measures,
  {
    key: 'host',
    header: 'Servidor',
    width: 150,
    muted: true,
    sort: false,
    from: 'wide',
    card: 'note',
    cell: ({ activeHost }) => <ClippedText>{activeHost || 'interno'}</ClippedText>,
    title: ({ activeHost }) => activeHost,
  },
];

/**
 * Columns with the measurements of the source that is in use. The values are from its last check.
 */
const measures: Column<Row>[] = [
  {
    key: 'quality',
    header: 'Qualidade',
    firstDirection: 'desc',
    width: 190,
    cell: (row) => (
      <>
        <span className="num">{formatSize(row) || '–'}</span>{' '}
        <SideText>{formatCodecs(row)}</SideText>
      </>
    ),
    cardCell: (row) =>
      [formatSize(row), formatCodecs(row)].filter((part) => part !== '').join(', ') || null,
  },
  {
    key: 'rate',
    header: 'Taxa',
    firstDirection: 'desc',
    align: 'end',
    width: 90,
    cell: ({ bitsPerSecond }) => (bitsPerSecond === null ? '–' : formatRate(bitsPerSecond)),
    cardCell: ({ bitsPerSecond }) => (bitsPerSecond === null ? null : formatRate(bitsPerSecond)),
  },
  {
    key: 'delay',
    header: 'Início',
    firstDirection: 'desc',
    align: 'end',
    width: 80,
    from: 'wide',
    cell: ({ firstByteMs }) => (firstByteMs === null ? '–' : formatDelay(firstByteMs)),
    cardCell: ({ firstByteMs }) =>
      firstByteMs === null ? null : `começa em ${formatDelay(firstByteMs)}`,
    title: () => 'Tempo até os primeiros dados na última verificação',
  },
];

const Identity = ({ row, size }: { row: Row; size: number }) => (
  <Group component="span" gap="md" wrap="nowrap" miw={0}>
    <Picture url={row.icon} size={size} icon={kindIcons.live} />
    <RowName>{row.name}</RowName>
  </Group>
);

function State({ row, now }: { row: Row; now: Date }) {
  const { tone, text } = channelTexts[row.state];
  const isBad = row.state === 'lost' || row.state === 'fallback';
  return (
    <Group component="span" gap="xs" wrap="nowrap" miw={0}>
      <StatusBadge tone={tone}>{text}</StatusBadge>
      <SideText>
        {isBad && row.problem !== '' ? (
          <ClippedText>{row.problem}</ClippedText>
        ) : (
          row.checkedAtTimestamp !== null && agoWord(row.checkedAtTimestamp, now)
        )}
      </SideText>
    </Group>
  );
}

function stateTitle({ problem, checkedAtTimestamp, failedAtTimestamp }: Row): string | undefined {
  const parts = [
    ...(problem === '' ? [] : [problem]),
    ...(checkedAtTimestamp === null ? [] : [`verificada em ${fullTime(checkedAtTimestamp)}`]),
    ...(failedAtTimestamp === null ? [] : [`última falha em ${fullTime(failedAtTimestamp)}`]),
  ];
  return parts.length > 0 ? parts.join('; ') : undefined;
}

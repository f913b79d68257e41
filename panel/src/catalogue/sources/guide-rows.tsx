import { Group } from '@mantine/core';
import type { Guide } from '@ramal/contract/catalogue/guides';
import {
  IconAlertCircle,
  IconCalendarOff,
  IconCloudDownload,
  IconDeviceTv,
  IconFileUpload,
} from '@tabler/icons-react';
import { formatDateTime, relativeWord } from '../../foundation/dates.ts';
import { pluralize, formatCount } from '../../foundation/numbers.ts';
import { isTaskActive } from '../../tasks/task.ts';
import type { Column, RowAction } from '../../ui/table/columns.ts';
import { counted } from '../counts.ts';
import classes from './guide-rows.module.css';
import { RowName } from '../RowName.tsx';
import { SideText } from '../SideText.tsx';
import { sourceColumns } from './source-columns.tsx';
import type { Deletion } from '../use-delete.ts';
import { agoWord, toDate, fullTime } from '../times.ts';

export const guideColumns = (now: Date): Column<Guide>[] => [
  ...sourceColumns(150),
  {
    key: 'matched',
    header: 'Canais com guia',
    firstDirection: 'desc',
    value: (row) => row.matchedChannels,
    align: 'end',
    cell: ({ matchedChannels, channels }) => (
      <>
        <RowName>{formatCount(matchedChannels)}</RowName>{' '}
        <SideText>de {formatCount(channels)} no guia</SideText>
      </>
    ),
    title: ({ matchedChannels, channels }) =>
      `${counted('live', matchedChannels)} do catálogo acham programação entre os ${formatCount(channels)} do guia`,
  },
  {
    key: 'programmes',
    header: 'Programas',
    firstDirection: 'desc',
    value: (row) => row.programmes,
    align: 'end',
    cell: ({ programmes, skips }) => (
      <>
        {formatCount(programmes)}
        {skips.length > 0 && (
          <>
            {' '}
            <SideText>{formatCount(sumOf(skips))} fora</SideText>
          </>
        )}
      </>
    ),
    title: ({ skips }) =>
      skips.length > 0
        ? `Fora da leitura: ${skips.map(({ reason, count }) => `${formatCount(count)} × ${reason}`).join('; ')}`
        : undefined,
  },
  {
    key: 'until',
    header: 'Vai até',
    firstDirection: 'desc',
    value: (row) => row.untilTimestamp,
    width: 130,
    cell: ({ untilTimestamp }) => <Until until={untilTimestamp} now={now} />,
    title: ({ untilTimestamp }) => fullTime(untilTimestamp),
  },
  {
    key: 'read',
    header: 'Lido',
    firstDirection: 'desc',
    value: (row) => row.readAtTimestamp,
    width: 90,
    muted: true,
    card: 'expiry',
    cell: (row) => <LastReading guide={row} now={now} />,
    cardCell: (row) => <LastReading guide={row} now={now} inCard />,
    title: ({ task, readAtTimestamp }) =>
      task?.state === 'failed' ? task.message : fullTime(readAtTimestamp),
  },
];

const sumOf = (skips: Guide['skips']): number =>
  skips.reduce((total, { count }) => total + count, 0);

/**
 * Shows the day of the guide's last programme. After this programme has ended, shows «acabou há 2
 * dias» and a warning sign instead.
 */
function Until({ until, now }: { until: number | null; now: Date }) {
  if (until === null) return <SideText>–</SideText>;
  const at = toDate(until);
  const hasEnded = at <= now;
  return (
    <Group
      component="span"
      gap="xs"
      wrap="nowrap"
      display="inline-flex"
      className={`${classes.state} num`}
      data-over={hasEnded || undefined}
    >
      {hasEnded && <IconAlertCircle size={16} stroke={1.75} aria-hidden />}
      {hasEnded ? `acabou ${relativeWord(at, now)}` : formatDateTime(at).slice(0, 10)}
    </Group>
  );
}

function LastReading({
  guide,
  now,
  inCard = false,
}: {
  guide: Guide;
  now: Date;
  inCard?: boolean;
}) {
  const { task, readAtTimestamp } = guide;
  if (task && isTaskActive(task)) return 'lendo agora';
  if (task?.state === 'failed') {
    return (
      <Group
        component="span"
        gap="xs"
        wrap="nowrap"
        display="inline-flex"
        className={classes.state}
        data-over
      >
        <IconAlertCircle size={16} stroke={1.75} aria-hidden />
        {inCard ? task.message : 'não deu certo'}
      </Group>
    );
  }
  const word = agoWord(readAtTimestamp, now);
  return inCard ? `Lido ${word}` : word;
}

interface GuideRun {
  read: (row: Guide) => void;
  send: (row: Guide) => void;
}

const isFree = ({ task }: Guide): boolean => !task || !isTaskActive(task);

export const guideActions = ({ read, send }: GuideRun): RowAction<Guide>[] => [
  {
    key: 'read',
    label: 'Ler agora',
    icon: IconCloudDownload,
    slot: 'row',
    group: 'read',
    available: (row) => row.address !== '' && isFree(row),
    run: read,
  },
  {
    key: 'send-first',
    label: 'Enviar arquivo',
    icon: IconFileUpload,
    slot: 'row',
    available: (row) => row.address === '' && isFree(row),
    run: send,
  },
  {
    key: 'send',
    label: 'Enviar arquivo',
    icon: IconFileUpload,
    group: 'read',
    available: isFree,
    run: send,
  },
];

export const guideDeletion = ({ name, programmes, matchedChannels }: Guide): Deletion => ({
  title: 'Deletar este guia?',
  object: { name, note: pluralize(programmes, 'programa', 'programas') },
  facts: [
    {
      icon: IconCalendarOff,
      tone: matchedChannels > 0 ? 'bad' : undefined,
      text:
        matchedChannels > 0
          ? `**${counted('live', matchedChannels)}** perdem a programação que veio dele.`
          : 'Nenhum canal usa a programação dele.',
    },
    { icon: IconDeviceTv, tone: 'ok', text: 'Os canais continuam no ar.' },
  ],
  success: 'Guia deletado',
});

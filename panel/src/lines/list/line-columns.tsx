import { type DisplayedStatus, displayedStatus } from '@ramal/contract/rules/line-status';
import { customerName } from '@ramal/contract/rules/customer-name';
import { unlimitedSorts } from '@ramal/contract/lines/lines';
import { IconAlertTriangle, IconCoin, IconCoinOff, IconMessageCheck } from '@tabler/icons-react';
import { formatDate, formatDateTime, relativeWord } from '../../foundation/dates.ts';
import { OnlineMark } from '../../ui/status/OnlineMark.tsx';
import { StateIcon, type StateIconProps } from '../../ui/status/StateIcon.tsx';
import { StatusBadge, type Tone } from '../../ui/status/StatusBadge.tsx';
import { type Column, sortKey } from '../../ui/table/columns.ts';
import { isContactedOn, type Line } from '../line.ts';
import type { ColumnChoice, LinePlatform } from '../platforms/platform.ts';
import { formatNumber } from '../fields/whatsapp.ts';
import {
  CardLogin,
  CardName,
  CreatedAt,
  LineName,
  LinePassword,
  LineStates,
  restOfNote,
  ShortText,
} from './LineCells.tsx';
import { LineExpiry } from './LineExpiry.tsx';

const tones: Record<DisplayedStatus, Tone> = {
  Ativo: 'ok',
  Teste: 'test',
  Desativado: 'off',
  Vencido: 'off',
  Bloqueado: 'bad',
};

interface LineStatusBadgeProps {
  line: Pick<Line, 'status' | 'abuse'>;
  isExpired: boolean;
}

export function LineStatusBadge({ line: { status, abuse }, isExpired }: LineStatusBadgeProps) {
  const shown = displayedStatus({ status, isBlocked: abuse?.blocked === true, isExpired });
  return <StatusBadge tone={tones[shown]}>{shown}</StatusBadge>;
}

/**
 * Functions that open a dialog when a mark in the row is pressed. Without the function, the mark is
 * plain text.
 */
interface LineMarkActions {
  readonly onWatching?: ((line: Line) => void) | undefined;
  readonly onRecurring?: ((line: Line) => void) | undefined;
}

/**
 * Returns the columns of a platform in the platform's order. `withOthers` is true if the list
 * contains lines of several resellers.
 */
export const lineColumns = (
  platform: LinePlatform,
  now: Date,
  withOthers: boolean,
  opens: LineMarkActions,
): Column<Line>[] => [
  ...platform.columns
    .filter(({ when }) => when !== 'others' || withOthers)
    .map(({ key, header }) => ({
      key,
      header,
      ...shapes(now, withOthers, opens)[key],
    })),
  planColumn,
  whatsappColumn,
  ...(platform.definition.plays ? [lastWatchedColumn(now)] : []),
];

/**
 * Disables sorting for columns by which a very long list cannot be sorted. The tooltip states what
 * to do, such as to filter the list.
 */
export const orderingAny = (columns: readonly Column<Line>[]): Column<Line>[] =>
  columns.map((column) =>
    sortKey(column) && !(unlimitedSorts as readonly unknown[]).includes(sortKey(column))
      ? { ...column, sortNote: 'Filtre a lista para ordenar por esta coluna' }
      : column,
  );

/**
 * Shows whole notes if the list is sorted by note, because the sort starts with the names in them.
 */
export const withWholeNotes = (columns: readonly Column<Line>[]): Column<Line>[] =>
  columns.map((column) =>
    column.key === 'note' ? { ...column, cell: (line) => line.note } : column,
  );

const planColumn: Column<Line> = {
  key: 'plan',
  header: 'Pacote',
  sort: 'package_name',
  optional: true,
  muted: true,
  cell: ({ packageName }) => <ShortText>{packageName}</ShortText>,
  title: ({ packageName }) => packageName,
};

const whatsappColumn: Column<Line> = {
  key: 'whatsapp',
  header: 'WhatsApp',
  optional: true,
  muted: true,
  cell: ({ whatsapp }) => <span className="num">{whatsapp ? formatNumber(whatsapp) : '–'}</span>,
  cardCell: ({ whatsapp }) => (whatsapp ? formatNumber(whatsapp) : null),
};

const lastWatchedColumn = (now: Date): Column<Line> => ({
  key: 'last_watched',
  header: 'Assistiu por último',
  sort: 'last_watched_timestamp',
  firstDirection: 'desc',
  optional: true,
  muted: true,
  cell: ({ lastWatchedAt }) => (lastWatchedAt ? relativeWord(lastWatchedAt, now) : 'nunca'),
  title: ({ lastWatchedAt }) => (lastWatchedAt ? formatDateTime(lastWatchedAt) : undefined),
});

/**
 * Columns of deleted lines: their data, and the time until which they can be restored. There are no
 * columns about viewing.
 */
export const deletedLineColumns = (platform: LinePlatform, now: Date): Column<Line>[] => [
  ...lineColumns(platform, now, true, {}).filter(
    ({ key }) => key !== 'online' && key !== 'created_at',
  ),
  {
    key: 'deleted',
    header: 'Excluído em',
    sort: 'deleted_at_timestamp',
    firstDirection: 'desc',
    cell: ({ deletion }) => deletion && <span className="num">{formatDate(deletion.at)}</span>,
    title: ({ deletion }) => deletion && formatDateTime(deletion.at),
  },
  {
    key: 'restorable',
    header: 'Restaurável até',
    sort: 'restorable_until_timestamp',
    from: 'wide',
    muted: true,
    cell: ({ deletion }) => deletion && <span className="num">{formatDate(deletion.until)}</span>,
    title: ({ deletion }) => deletion && formatDateTime(deletion.until),
  },
];

/**
 * Returns the states that are shown next to the status: as icons in a table row, as badges on a
 * card.
 */
const furtherStates = (
  { abuse, paid, chargedAt, informedAt }: Line,
  now: Date,
): StateIconProps[] => [
  ...(abuse && !abuse.blocked
    ? [{ name: 'Suspeito', tone: 'warn', icon: IconAlertTriangle } as const]
    : []),
  ...(paid === undefined
    ? []
    : [
        paid
          ? ({ name: 'Pago', tone: 'ok', icon: IconCoin } as const)
          : ({ name: 'Em aberto', tone: 'warn', icon: IconCoinOff } as const),
      ]),
  ...(isContactedOn(now, chargedAt)
    ? [{ name: 'Cobrado hoje', tone: 'ok', icon: IconMessageCheck } as const]
    : []),
  ...(isContactedOn(now, informedAt)
    ? [{ name: 'Avisado hoje', tone: 'ok', icon: IconMessageCheck } as const]
    : []),
];

type Shape = Omit<Column<Line>, 'key' | 'header'>;

/**
 * Column that shows whether someone is watching. The table shows a dot next to the name. A card
 * shows the state only during a viewing.
 */
const watchingShape = (onWatching: ((line: Line) => void) | undefined): Shape => ({
  firstDirection: 'desc',
  optional: 'table',
  card: 'corner',
  cell: (line) => (
    <OnlineMark
      online={line.online}
      openName={`${line.online ? 'Sim' : 'Não'}: ver quem assiste com ${line.username}`}
      onOpen={() => onWatching?.(line)}
    />
  ),
  cardCell: (line) =>
    line.online && (
      <OnlineMark
        online
        label="Assistindo"
        openName={`Assistindo: ver quem assiste com ${line.username}`}
        onOpen={() => onWatching?.(line)}
      />
    ),
  title: (line) => (line.online && line.watching ? line.watching : undefined),
});

/**
 * Column of the status. A table row shows the status as a badge and the further states as icons. A
 * card has space to show them as texts.
 */
const statusShape = (now: Date): Shape => ({
  card: 'status',
  cell: (line) => (
    <LineStates>
      <LineStatusBadge line={line} isExpired={line.expiresAt <= now} />
      {furtherStates(line, now).map((state) => (
        <StateIcon key={state.name} {...state} />
      ))}
    </LineStates>
  ),
  cardCell: (line) => (
    <LineStates>
      <LineStatusBadge line={line} isExpired={line.expiresAt <= now} />
      {furtherStates(line, now).map(({ name, tone }) => (
        <StatusBadge key={name} tone={tone}>
          {name}
        </StatusBadge>
      ))}
    </LineStates>
  ),
  title: ({ abuse }) => abuse?.reasons || undefined,
});

const shapes = (
  now: Date,
  withOthers: boolean,
  { onWatching, onRecurring }: LineMarkActions,
): Record<ColumnChoice['key'], Shape> => ({
  username: {
    card: 'identity',
    width: 240,
    cell: (line) => <LineName line={line} onWatching={onWatching} />,
    cardCell: (line) => <CardName line={line} />,
    cardSecond: (line) => <CardLogin line={line} />,
    title: (line) => customerName(line).name,
  },
  password: {
    from: 'medium',
    card: 'none',
    cell: (line) => <LinePassword line={line} />,
  },
  status: statusShape(now),
  online: watchingShape(onWatching),
  owner: {
    sort: 'reseller',
    // In a list of the account's own lines, the owner is always the same, so cards do not show it.
    card: withOthers ? 'detail' : 'none',
    ...(withOthers ? {} : { from: 'wide' as const }),
    cell: (line) => <ShortText>{line.ownerName}</ShortText>,
    title: (line) => line.ownerName,
  },
  note: {
    sort: 'nota',
    fill: true,
    muted: true,
    // Cards do not show this column, because their second text line contains the rest of the note.
    card: 'none',
    cell: restOfNote,
    title: (line) => line.note,
  },
  exp_date: {
    card: 'expiry',
    cell: (line) => <LineExpiry line={line} now={now} onOpen={onRecurring} />,
    // The tooltip contains the creation time. Below 1440 px, the column of the creation time is
    // shown only if the user selected it (S-IPTVLIST-20).
    title: (line) => `Criado Em ${formatDateTime(line.createdAt)}`,
  },
  created_at: {
    firstDirection: 'desc',
    from: 'wide',
    muted: true,
    card: 'none',
    cell: (line) => <CreatedAt at={line.createdAt} />,
    title: (line) => formatDateTime(line.createdAt),
  },
});

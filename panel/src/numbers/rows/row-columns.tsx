/**
 * Columns for the rows of a figure. The columns depend on the kind of rows that the figure counts.
 */
import { Group, Text } from '@mantine/core';
import { costKindLabels } from '@ramal/contract/numbers/costs';
import { type FigureKey, priceSourceLabels } from '@ramal/contract/numbers/figures';
import type { NumberRow } from '@ramal/contract/numbers/rows';
import { lineOriginLabels } from '@ramal/contract/lines/line-origins';
import { platforms } from '@ramal/contract/rules/platforms';
import { Link } from '@tanstack/react-router';
import { formatDate, relativeWord } from '../../foundation/dates.ts';
import { StatusBadge } from '../../ui/status/StatusBadge.tsx';
import type { Column } from '../../ui/table/columns.ts';
import { methodLabels } from '../costs/MethodsCard.tsx';
import { formatCents } from '../number-words.ts';
import { atHeader, type RowsKind, rowsKind } from './figure-rows.ts';
import {
  hasOpenLine,
  planInWords,
  rowTitle,
  sinceInWords,
  describeState,
  toDate,
} from './row-words.ts';
import classes from './row-columns.module.css';

interface ColumnsInput {
  readonly figure: FigureKey;
  readonly now: Date;
  /** True if the rows are lines of several resellers. */
  readonly hasResellers: boolean;
}

export function rowColumns(input: ColumnsInput): readonly Column<NumberRow>[] {
  const shared = { identity: identity(input), at: at(input), cents: cents(input.figure) };
  const columns: Readonly<Record<RowsKind, readonly (Column<NumberRow> | undefined)[]>> = {
    customer: [shared.identity, plan, since, shared.at, shared.cents, origin, state(input.now)],
    trial: [shared.identity, hours, device, shared.at, origin, giver, converted],
    payment: [shared.identity, shared.at, method, plan, shared.cents, origin],
    cost: [shared.identity, costKind, shared.at, shared.cents],
    due: [shared.identity, plan, shared.at, shared.cents, origin],
    movement: [shared.identity, costKind, shared.at, shared.cents],
  };
  const resellers = input.hasResellers ? [reseller] : [];
  return [...columns[rowsKind(input.figure)], ...resellers].filter(
    (column) => column !== undefined,
  );
}

const identityHeaders: Partial<Record<RowsKind, string>> = {
  cost: 'Custo',
  movement: 'Lançamento',
};

const identity = ({ figure, now }: ColumnsInput): Column<NumberRow> => ({
  key: 'name',
  header: identityHeaders[rowsKind(figure)] ?? 'Cliente',
  fill: true,
  width: 180,
  card: 'identity',
  cell: (row) => (
    <span className={classes.identity}>
      <Title row={row} />
      {row.name && row.username && <span className={`${classes.login} mono`}>{row.username}</span>}
    </span>
  ),
  cardCell: (row) => <Title row={row} />,
  cardSecond: (row) => (
    <>
      {row.name && row.username && <span className="mono">{row.username}</span>}
      {row.reason && row.atTimestamp !== null && (
        <>
          {row.name && row.username && ' · '}parou {relativeWord(toDate(row.atTimestamp), now)}
        </>
      )}
    </>
  ),
});

/** Shows the name of a row. The name has a link only if a list contains the line. */
function Title({ row }: { row: NumberRow }) {
  const title = rowTitle(row);
  if (!hasOpenLine(row)) return <span className={classes.name}>{title}</span>;
  return (
    <Link
      className={classes.name}
      to={platforms[row.platform!].listPath}
      search={{ search: row.username } as never}
    >
      {title}
    </Link>
  );
}

const plan: Column<NumberRow> = {
  key: 'plan',
  header: 'Plano',
  width: 80,
  muted: true,
  card: 'expiry',
  cell: ({ plan: days }) => (days === null ? '–' : planInWords(days)),
  cardCell: (row) =>
    [row.plan === null ? '' : planInWords(row.plan), row.origin ? lineOriginLabels[row.origin] : '']
      .filter(Boolean)
      .join(' · '),
};

const since: Column<NumberRow> = {
  key: 'since',
  header: 'Cliente desde',
  width: 100,
  muted: true,
  from: 'medium',
  card: 'none',
  firstDirection: 'desc',
  cell: ({ sinceTimestamp }) => <Day timestamp={sinceTimestamp} />,
};

function at({ figure }: ColumnsInput): Column<NumberRow> | undefined {
  const header = atHeader(figure);
  return header === undefined
    ? undefined
    : {
        key: 'at',
        header,
        width: 110,
        firstDirection: 'desc',
        card: rowsKind(figure) === 'customer' ? 'none' : 'detail',
        cell: ({ atTimestamp }) => <Day timestamp={atTimestamp} />,
      };
}

const Day = ({ timestamp }: { timestamp: number | null }) => (
  <span className="num">{timestamp === null ? '–' : formatDate(toDate(timestamp))}</span>
);

/**
 * Returns the column of the amount. A customer has an amount per month, other rows have a single
 * amount.
 */
const cents = (figure: FigureKey): Column<NumberRow> => ({
  key: 'cents',
  header: rowsKind(figure) === 'customer' ? 'Por mês' : 'Valor',
  align: 'end',
  width: 110,
  firstDirection: 'desc',
  card: 'corner',
  cell: (row) => (
    <span className="num" data-tooltip={priceNote(row)}>
      {row.cents === null ? '–' : amountOf(row, figure)}
    </span>
  ),
  cardCell: (row) => <b className="num">{row.cents === null ? '' : amountOf(row, figure)}</b>,
});

/**
 * Formats the amount of a row. Lost revenue is negative in the sum, but the row shows the positive
 * amount that the customer paid.
 */
function amountOf({ cents: amount, beforeCents, afterCents }: NumberRow, figure: FigureKey) {
  if (figure === 'changed' && beforeCents !== null && afterCents !== null)
    return `${formatCents(beforeCents)} → ${formatCents(afterCents)}`;
  if (rowsKind(figure) === 'movement' || figure === 'received') return formatCents(amount!);
  return formatCents(Math.abs(amount!));
}

/** Returns the source of a price that was not taken from a payment. */
const priceNote = ({ priceSource }: NumberRow): string | undefined =>
  priceSource === null || priceSource === 'payment' ? undefined : priceSourceLabels[priceSource];

const origin: Column<NumberRow> = {
  key: 'origin',
  header: 'Origem',
  width: 110,
  muted: true,
  from: 'medium',
  card: 'none',
  cell: ({ origin: key }) => (key === null ? '–' : lineOriginLabels[key]),
};

const state = (now: Date): Column<NumberRow> => ({
  key: 'now',
  header: 'Hoje',
  sort: false,
  width: 150,
  card: 'status',
  cell: (row) => (
    <Group component="span" gap="sm" wrap="nowrap">
      <State row={row} />
      <Text span inherit c="var(--ink-2)">
        {sinceInWords(row, now)}
      </Text>
    </Group>
  ),
  cardCell: (row) => <State row={row} />,
});

function State({ row }: { row: NumberRow }) {
  if (row.now === null) return null;
  const { tone, label } = describeState(row.now);
  return <StatusBadge tone={tone}>{label}</StatusBadge>;
}

const hours: Column<NumberRow> = {
  key: 'hours',
  header: 'Horas',
  sort: false,
  width: 70,
  cell: ({ hours: count }) => (count === null ? '–' : `${count} h`),
};

const device: Column<NumberRow> = {
  key: 'device',
  header: 'Aparelho',
  sort: false,
  width: 120,
  most: 160,
  muted: true,
  cell: ({ device: name }) => name ?? '–',
  cardCell: ({ device: name }) => name,
};

const giver: Column<NumberRow> = {
  key: 'giver',
  header: 'Quem deu',
  sort: false,
  width: 110,
  most: 150,
  muted: true,
  cell: ({ giver: name }) => name ?? '–',
  cardCell: ({ giver: name }) => name,
};

const converted: Column<NumberRow> = {
  key: 'converted',
  header: 'Pagou',
  sort: false,
  width: 100,
  card: 'status',
  cell: ({ converted: hasPaid }) =>
    hasPaid ? (
      <StatusBadge tone="ok">Pagou</StatusBadge>
    ) : (
      <StatusBadge tone="off">Não</StatusBadge>
    ),
};

const method: Column<NumberRow> = {
  key: 'method',
  header: 'Meio',
  sort: false,
  width: 90,
  muted: true,
  cell: ({ method: key }) => (key === null ? '–' : methodLabels[key]),
};

const costKind: Column<NumberRow> = {
  key: 'cost_kind',
  header: 'Tipo',
  sort: false,
  width: 140,
  muted: true,
  card: 'note',
  cell: ({ costKind: kind, method: key, correction }) =>
    [
      kind === null ? `Pagamento${key ? `, ${methodLabels[key]}` : ''}` : costKindLabels[kind],
      correction ? 'correção' : '',
    ]
      .filter(Boolean)
      .join(' · '),
};

const reseller: Column<NumberRow> = {
  key: 'reseller',
  header: 'Revenda',
  width: 120,
  most: 150,
  muted: true,
  cell: ({ reseller: name }) => name,
};

/** Columns of the movement log (S-SHARED-20 to -24), with the balance after each entry. */
import { Group, Text } from '@mantine/core';
import type { listMovements } from '@ramal/contract/resellers/credits';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { formatCredits, formatMoney } from '../foundation/numbers.ts';
import type { Column } from '../ui/table/columns.ts';
import classes from './movement-columns.module.css';

export type Movement = ResponseOf<typeof listMovements>['data'][number];

interface MovementColumns {
  readonly hasBalance: boolean;
  /** True if the list contains movements of several accounts. */
  readonly ofTree: boolean;
}

export const movementColumns = ({ hasBalance, ofTree }: MovementColumns): Column<Movement>[] => [
  {
    key: 'id',
    header: 'ID',
    firstDirection: 'desc',
    width: 64,
    muted: true,
    card: 'none',
    cell: (row) => row.id,
  },
  ...(ofTree ? [resellerColumn] : []),
  {
    key: 'amount',
    firstDirection: 'desc',
    header: 'Quantidade',
    fill: true,
    card: 'identity',
    cell: (row) => <Quantity movement={row} />,
    cardCell: (row) => <Quantity movement={{ ...row, reason: '' }} />,
    title: (row) => row.reason || undefined,
  },
  {
    key: 'billed',
    firstDirection: 'desc',
    header: 'Faturado',
    align: 'end',
    width: 104,
    cell: (row) => <Billed movement={row} />,
    cardCell: (row) => (row.billed === null ? null : <Billed movement={row} />),
    title: (row) => priceOf(row),
  },
  {
    key: 'from_to',
    header: 'De/Para',
    card: 'note',
    cell: (row) => <FromTo movement={row} />,
    cardCell: (row) => (
      <>
        <FromTo movement={row} />
        {row.reason && ` · ${row.reason}`}
      </>
    ),
  },
  ...(hasBalance ? [balanceColumn] : []),
  {
    key: 'registered',
    header: 'Data',
    firstDirection: 'desc',
    width: 132,
    muted: true,
    card: 'corner',
    cell: (row) => <span className="num">{row.registered}</span>,
  },
];

const resellerColumn: Column<Movement> = {
  key: 'reseller',
  header: 'Revenda',
  width: 120,
  most: 150,
  cell: ({ reseller }) => reseller,
  title: ({ reseller }) => reseller,
};

const balanceColumn: Column<Movement> = {
  key: 'after',
  firstDirection: 'desc',
  header: 'Saldo',
  align: 'end',
  width: 116,
  cell: (row) => (
    <Text span inherit c="var(--ink-2)" className="num">
      {formatCredits(row.before ?? 0)} →{' '}
      <Text component="b" inherit c="var(--ink)" fw={500}>
        {formatCredits(row.after ?? 0)}
      </Text>
    </Text>
  ),
};

function Quantity({ movement: { amount, reason, reasonLabel } }: { movement: Movement }) {
  return (
    <Group
      component="span"
      gap="lg"
      align="baseline"
      wrap="nowrap"
      display="inline-flex"
      className={classes.quantity}
    >
      <b className="num" data-in={amount > 0 || undefined}>
        {amount > 0 ? '+' : '−'}
        {formatCredits(Math.abs(amount))}
      </b>
      <span>
        {reasonLabel}
        {reason && (
          <Text span inherit c="var(--ink-2)">
            {' '}
            · {reason}
          </Text>
        )}
      </span>
    </Group>
  );
}

const Billed = ({ movement: { billed } }: { movement: Movement }) => (
  <span className="num">{billed === null ? '–' : formatMoney(billed)}</span>
);

const priceOf = ({ amount, sale }: Movement): string | undefined =>
  sale === null ? undefined : `${formatCredits(Math.abs(amount))} × ${formatMoney(sale)}`;

/**
 * Shows the sender and the receiver of a movement. If another account made the movement, its name
 * is added.
 */
function FromTo({ movement: { fromTo, actor } }: { movement: Movement }) {
  const between = fromTo.split(' → ');
  return (
    <span>
      {fromTo}
      {!between.includes(actor) && (
        <Text span inherit c="var(--ink-2)">
          {' '}
          · por {actor}
        </Text>
      )}
    </span>
  );
}

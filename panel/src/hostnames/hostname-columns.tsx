import { Text } from '@mantine/core';
import type { Hostname } from '@ramal/contract/operations/hostnames';
import { IconRefresh } from '@tabler/icons-react';
import { relativeWord } from '../foundation/dates.ts';
import { pluralize, formatDollars } from '../foundation/numbers.ts';
import type { Column } from '../ui/table/columns.ts';
import { HostnameMark, hostnameState } from './HostnameMark.tsx';
import classes from './hostnames.module.css';

/** Returns the due date as yyyy-mm-dd, so that text order equals date order. */
const dueOf = ({ dueDateFormatted: due }: Hostname): string =>
  due ? due.split('/').toReversed().join('-') : '';

const DAY_S = 86_400;
const SOON_DAYS = 15;

/** Columns of the list (S-DNS-12 to -20, R-23, R-24). */
export const hostnameColumns = (isAdmin: boolean, now: Date): Column<Hostname>[] => [
  {
    key: 'id',
    header: 'ID',
    firstDirection: 'desc',
    value: ({ id }) => id,
    width: 70,
    muted: true,
    card: 'none',
    cell: ({ id }) => <span className="num">{id}</span>,
  },
  {
    key: 'dns',
    header: 'DNS',
    value: ({ dns }) => dns,
    width: 180,
    fill: true,
    card: 'identity',
    cell: ({ dns }) => <span className="mono">{dns}</span>,
    title: ({ dns }) => dns,
  },
  {
    key: 'health',
    header: 'Saúde',
    value: (row) => hostnameState(row, now),
    width: 180,
    card: 'status',
    cell: (row) => <HostnameMark hostname={row} now={now} />,
  },
  ...(isAdmin ? adminColumns : sellerColumns),
  {
    key: 'due',
    header: 'Vencimento',
    value: dueOf,
    width: 150,
    card: 'expiry',
    cell: (row) => <Due hostname={row} now={now} />,
    cardCell: (row) =>
      row.dueDateFormatted ? (
        <>
          Vence em <Due hostname={row} now={now} />
        </>
      ) : (
        'Sem vencimento'
      ),
  },
];

const adminColumns: Column<Hostname>[] = [
  {
    key: 'description',
    header: 'Descrição',
    value: ({ description }) => description,
    width: 140,
    most: 220,
    muted: true,
    cell: ({ description }) => description ?? '–',
    cardCell: ({ description }) => description,
    title: ({ description }) => description ?? undefined,
  },
  {
    key: 'owner',
    header: 'Dono',
    value: ({ owner }) => owner,
    width: 110,
    most: 150,
    muted: true,
    cell: ({ owner }) => owner,
    title: ({ owner }) => owner ?? undefined,
  },
  {
    key: 'buy_value',
    header: 'Valor',
    firstDirection: 'desc',
    value: ({ buyValue: value }) => value,
    width: 100,
    align: 'end',
    cell: ({ buyValue: value }) => (
      <span className="num">{value === null ? '–' : formatDollars(value)}</span>
    ),
    cardCell: ({ buyValue: value }) => value && formatDollars(value),
  },
];

const sellerColumns: Column<Hostname>[] = [
  {
    key: 'is_rotation',
    header: 'Atual Rodizio',
    firstDirection: 'desc',
    value: (row) => (row.isCurrent ? 2 : Number(row.isRotation)),
    width: 120,
    cell: ({ isRotation, isCurrent }) =>
      isCurrent ? (
        <Text span inherit c="var(--accent-ink)" fw={500}>
          Sim, agora
        </Text>
      ) : isRotation ? (
        'Na fila'
      ) : (
        'Não'
      ),
  },
  {
    key: 'is_shared',
    header: 'DNS Compartilhada na árvore',
    firstDirection: 'desc',
    value: (row) => (row.isShared ? 1 + row.sharedWith : 0),
    width: 190,
    cell: ({ isShared, sharedWith: accounts }) =>
      isShared ? (accounts > 0 ? pluralize(accounts, 'revenda', 'revendas') : 'Sim') : 'Não',
  },
  {
    key: 'order',
    header: 'Ordem',
    value: ({ order }) => order ?? Number.MAX_SAFE_INTEGER,
    width: 80,
    align: 'end',
    cell: ({ order }) => <span className="num">{order ?? '–'}</span>,
    cardCell: ({ order }) => order,
  },
];

function Due({ hostname, now }: { hostname: Hostname; now: Date }) {
  const { dueDateFormatted: due, autorenew } = hostname;
  if (!due) return <>–</>;
  const at = new Date(`${dueOf(hostname)}T12:00:00Z`);
  const days = (at.getTime() - now.getTime()) / 1000 / DAY_S;
  return (
    <span className={classes.due} data-soon={days < SOON_DAYS || undefined}>
      <span className="num">{due}</span>
      {days < SOON_DAYS && <span>{relativeWord(at, now)}</span>}
      {autorenew && (
        <IconRefresh size={15} stroke={1.75} role="img" aria-label="Renova-se sozinho" />
      )}
    </span>
  );
}

/** Columns of the customers with an automatic renewal. */
import { Group, Loader, Stack, Text } from '@mantine/core';
import type { AuthorizationRow } from '@ramal/contract/payments/authorizations';
import { IconRepeat } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatMoney } from '../../foundation/numbers.ts';
import { relativeWord } from '../../foundation/dates.ts';
import { ExpiryText } from '../../ui/status/ExpiryText.tsx';
import { StatusBadge } from '../../ui/status/StatusBadge.tsx';
import type { Column } from '../../ui/table/columns.ts';
import { expiringLevel } from '@ramal/contract/rules/terms';
import {
  atSeconds,
  chargeSentence,
  nextCharge,
  statusTones,
  statusWords,
} from './authorization-words.ts';

const Lines = ({ first, second }: { first: ReactNode; second: ReactNode }) => (
  <Stack component="span" gap="1px" py="calc(var(--space-2xs) + 1px)" lh="var(--leading-caption)">
    {first}
    <Text span inherit c="var(--ink-2)" fz="caption">
      {second}
    </Text>
  </Stack>
);

const Login = ({ username }: { username: string }) => <span className="mono">{username}</span>;

function Status({ status }: Pick<AuthorizationRow, 'status'>) {
  if (status !== 'waiting')
    return <StatusBadge tone={statusTones[status]}>{statusWords[status]}</StatusBadge>;
  return (
    <Group component="span" gap="sm" wrap="nowrap" display="inline-flex">
      <Loader size={12} aria-hidden />
      {statusWords.waiting}
    </Group>
  );
}

/**
 * Shows the expiry of a line. While the authorization is active, the text has no colour, because
 * the seller does not need to act.
 */
function Expiry({ row, now }: { row: AuthorizationRow; now: Date }) {
  const at = atSeconds(row.expiresTimestamp);
  const level = row.status === 'active' ? 0 : expiringLevel(at, now);
  return <ExpiryText at={at} now={now} level={level} />;
}

/** Formats the expiry: «vence em 3 dias», «venceu ontem». */
const expiryWord = ({ expiresTimestamp }: AuthorizationRow, now: Date): string => {
  const at = atSeconds(expiresTimestamp);
  return `${at > now ? 'vence' : 'venceu'} ${relativeWord(at, now)}`;
};

const statusColumn: Column<AuthorizationRow> = {
  key: 'status',
  header: 'Status',
  sort: false,
  width: 125,
  card: 'status',
  cell: (row) => <Status status={row.status} />,
};

const valueColumn: Column<AuthorizationRow> = {
  key: 'value',
  header: 'Valor',
  firstDirection: 'desc',
  align: 'end',
  width: 100,
  card: 'corner',
  cell: ({ value }) => (
    <Text span inherit fw={500} className="num">
      {formatMoney(value)}
    </Text>
  ),
};

export const authorizationColumns = (now: Date): Column<AuthorizationRow>[] => [
  {
    key: 'name',
    header: 'Cliente',
    width: 183,
    most: 280,
    card: 'identity',
    cell: ({ name, username }) => (
      <Lines
        first={
          <Text span inherit fw={500} truncate>
            {name}
          </Text>
        }
        second={<Login username={username} />}
      />
    ),
    cardCell: ({ name }) => name,
    cardSecond: (row) => (
      <>
        <Login username={row.username} /> · {expiryWord(row, now)}
      </>
    ),
    title: ({ name }) => name,
  },
  statusColumn,
  {
    key: 'next',
    header: 'Próxima cobrança',
    width: 210,
    card: 'expiry',
    cell: (row) => {
      const { first, second } = nextCharge(row, now);
      return (
        <Lines
          first={
            <Text span inherit fw={500} className="num">
              {first}
            </Text>
          }
          second={second}
        />
      );
    },
    cardCell: (row) => (
      <Group component="span" gap="sm" wrap="nowrap" display="inline-flex">
        {row.status === 'active' && (
          <IconRepeat size={18} stroke={1.75} color="var(--accent-ink)" aria-hidden />
        )}
        <span>{chargeSentence(row, now)}</span>
      </Group>
    ),
  },
  valueColumn,
  {
    key: 'expires',
    header: 'Vencimento',
    fill: true,
    card: 'none',
    cell: (row) => <Expiry row={row} now={now} />,
  },
];

import { Text } from '@mantine/core';
import { StatusBadge } from '../ui/status/StatusBadge.tsx';
import type { Column } from '../ui/table/columns.ts';
import { type LogRow, sources } from './log-types.ts';
import classes from './log-columns.module.css';
import { LogText } from './LogText.tsx';

const idColumn: Column<LogRow> = {
  key: 'id',
  firstDirection: 'desc',
  header: 'ID',
  width: 72,
  card: 'none',
  muted: true,
  cell: (row) => row.id,
};

const typeColumn: Column<LogRow> = {
  key: 'source',
  header: 'Tipo',
  width: 90,
  card: 'status',
  cell: (row) => (
    <StatusBadge tone={sources[row.source].tone}>{sources[row.source].label}</StatusBadge>
  ),
};

/**
 * Returns the columns of the log (S-LOG-17 to 23). The id is shown only with a permission. The type
 * is shown only if the list contains all types.
 */
export const logColumns = ({
  withIds,
  withTypes,
}: {
  withIds: boolean;
  withTypes: boolean;
}): Column<LogRow>[] => [
  ...(withIds ? [idColumn] : []),
  ...(withTypes ? [typeColumn] : []),
  {
    key: 'revenda',
    header: 'Revenda',
    width: 120,
    most: 150,
    cell: (row) => row.revenda || '–',
    title: (row) => row.revenda || undefined,
  },
  {
    key: 'usuario',
    header: 'Usuário',
    width: 120,
    most: 330,
    card: 'identity',
    cell: (row) => <span className="mono">{row.usuario || '–'}</span>,
    title: (row) => row.usuario || undefined,
  },
  {
    key: 'acao',
    header: 'Ação',
    fill: true,
    card: 'note',
    cell: (row) => <Action row={row} />,
  },
  {
    key: 'date',
    firstDirection: 'desc',
    header: 'Data',
    width: 130,
    card: 'corner',
    muted: true,
    cell: (row) => <span className="num">{row.date}</span>,
  },
  {
    key: 'ip',
    header: 'IP',
    width: 110,
    muted: true,
    cardCell: (row) => (row.ip ? <span className="mono">{row.ip}</span> : null),
    cell: (row) => (row.ip ? <span className="mono">{row.ip}</span> : '–'),
  },
];

const Action = ({ row }: { row: LogRow }) => (
  <span className={classes.action}>
    <LogText html={row.acao} />
    {row.autor && (
      <Text span inherit c="var(--ink-3)">
        {' '}
        por {row.autor}
      </Text>
    )}
  </span>
);

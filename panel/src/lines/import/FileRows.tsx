/** Table of the rows of an uploaded file, each with its expected outcome. */
import { Text } from '@mantine/core';
import { type FileRow, type LineFile, listLineFileRows } from '@ramal/contract/lines/line-import';
import { IconListCheck } from '@tabler/icons-react';
import { useCall } from '../../foundation/api/query.ts';
import { formatCount, formatCredits } from '../../foundation/numbers.ts';
import { Segmented } from '../../ui/form/fields/Segmented.tsx';
import { List } from '../../ui/list/List.tsx';
import { StatusBadge } from '../../ui/status/StatusBadge.tsx';
import type { Column } from '../../ui/table/columns.ts';
import classes from './FileRows.module.css';
import { useImportParams } from './import-params.ts';

interface FileRowsProps {
  file: Pick<LineFile, 'id'>;
  counts: Pick<NonNullable<LineFile['result']>, 'total' | 'ok' | 'refused'>;
}

export function FileRows({ file, counts }: FileRowsProps) {
  const { list: params, result } = useImportParams();
  const query = useCall(
    listLineFileRows,
    {
      params: { id: file.id },
      query: { ...params.query, ...(result ? { result } : {}) },
    },
    { keepPrevious: true },
  );
  return (
    <>
      <div className={classes.filter}>
        <Segmented
          {...params.filter('result', {
            label: 'Situação',
            options: [
              { value: undefined, label: 'Todas', count: counts.total },
              { value: 'ok', label: 'Importar', count: counts.ok },
              { value: 'refused', label: 'Recusadas', count: counts.refused },
            ],
          })}
        />
      </div>
      <List<FileRow>
        list={{
          label: 'Linhas do arquivo',
          noun: ['linha', 'linhas'],
          params,
          query,
          page: query.data,
          columns,
          rowKey: (row) => row.number,
          rowName: (row) => row.username || `linha ${row.number}`,
          rowSignal: (row) => (row.reason ? 'bad' : undefined),
          failure: ({ message, requestId }) => ({ text: message, requestId }),
          empty: {
            icon: IconListCheck,
            title: 'Nenhuma linha aqui',
            text: 'Nesta situação não há nenhuma.',
          },
        }}
      />
    </>
  );
}

const columns: readonly Column<FileRow>[] = [
  {
    key: 'number',
    header: 'Linha',
    width: 64,
    muted: true,
    cell: (row) => <span className="num">{formatCount(row.number)}</span>,
  },
  {
    key: 'username',
    header: 'Usuário',
    width: 120,
    card: 'identity',
    cell: (row) => <span className="mono">{row.username || '–'}</span>,
  },
  {
    key: 'result',
    header: 'Situação',
    card: 'status',
    width: 112,
    cell: (row) =>
      row.reason ? (
        <StatusBadge tone="bad">Recusada</StatusBadge>
      ) : (
        <StatusBadge tone="ok">Importar</StatusBadge>
      ),
  },
  {
    key: 'due',
    header: 'Vencimento',
    width: 108,
    cell: (row) => <span className="num">{row.due || '–'}</span>,
  },
  {
    key: 'what',
    sort: 'reason',
    header: 'Motivo ou nota',
    fill: true,
    card: 'note',
    cell: (row) =>
      row.reason ? (
        <Text span inherit c="var(--bad)">
          {row.reason}
        </Text>
      ) : (
        row.note
      ),
    title: (row) => row.reason || row.note,
  },
  {
    key: 'cost',
    header: 'Custo',
    width: 70,
    align: 'end',
    cell: (row) => <span className="num">{row.reason ? '–' : formatCredits(row.cost)}</span>,
  },
];

import { type Batch, batchRowSorts, listBatchRows } from '@ramal/contract/batches';
import { customerName } from '@ramal/contract/rules/customer-name';
import { IconListCheck } from '@tabler/icons-react';
import { useMemo } from 'react';
import { z } from 'zod';
import { useCall } from '../foundation/api/query.ts';
import { formatCredits } from '../foundation/numbers.ts';
import { isTaskActive } from '../tasks/task.ts';
import { Segmented } from '../ui/form/fields/Segmented.tsx';
import { List } from '../ui/list/List.tsx';
import { defineListParams, useLocalListParams } from '../ui/list/list-params.ts';
import { StatusBadge } from '../ui/status/StatusBadge.tsx';
import type { Column } from '../ui/table/columns.ts';
import { type BatchRow, countWaitingRows, doneWord, outcomeTones, outcomeWords } from './batch.ts';
import classes from './BatchRows.module.css';

const PAGE_SIZE = 10;
const REFRESH_EVERY_MS = 2000;

const rowParams = defineListParams({
  filters: { outcome: z.enum(['done', 'refused', 'waiting']) },
  sorts: batchRowSorts,
});

export function BatchRows({ batch }: { batch: Batch }) {
  const params = useLocalListParams(rowParams, { pageSize: PAGE_SIZE });
  const { outcome } = params.values;
  const columns = useMemo(() => columnsOf(batch), [batch]);
  const isRunning = isTaskActive(batch.task);
  const query = useCall(
    listBatchRows,
    {
      params: { id: batch.id },
      query: { ...params.query, perPage: PAGE_SIZE, ...(outcome ? { outcome } : {}) },
    },
    { keepPrevious: true, ...(isRunning ? { refreshEveryMs: REFRESH_EVERY_MS } : {}) },
  );
  const waiting = countWaitingRows(batch);
  return (
    <div className={classes.root}>
      {(isRunning || batch.refused + waiting > 0) && (
        <Segmented
          {...params.filter('outcome', {
            label: 'Resultado',
            options: [
              { value: undefined, label: 'Todas', count: batch.total },
              { value: 'done', label: `${doneWord(batch)}s`, count: batch.done },
              { value: 'refused', label: 'Recusadas', count: batch.refused },
              ...(isRunning || waiting > 0
                ? [{ value: 'waiting' as const, label: 'Na fila', count: waiting }]
                : []),
            ],
          })}
        />
      )}
      <List<BatchRow>
        list={{
          label: 'Resultado de cada linha',
          noun: ['linha', 'linhas'],
          params,
          query,
          page: query.data,
          columns,
          rowKey: ({ number }) => number,
          rowName: ({ label, nota, number }) =>
            customerName({ username: label, note: nota }).name || String(number),
          polls: isRunning,
          empty: {
            icon: IconListCheck,
            title: 'Nenhuma linha com este resultado',
            text: 'Escolha outro filtro.',
          },
        }}
      />
    </div>
  );
}

/** The customer's name with the login below it. The login alone if there is no name. */
function Customer({ row: { label, nota, number } }: { row: BatchRow }) {
  const { name } = customerName({ username: label, note: nota });
  if (name === label) return <b className="mono">{label || `nº ${number}`}</b>;
  return (
    <span className={classes.customer}>
      <b>{name}</b>
      <small className="mono">{label}</small>
    </span>
  );
}

const columnsOf = (batch: Batch): Column<BatchRow>[] => [
  {
    key: 'label',
    header: 'Linha',
    card: 'identity',
    cell: (row) => <Customer row={row} />,
  },
  {
    key: 'outcome',
    header: 'Resultado',
    card: 'status',
    cell: ({ outcome }) => (
      <StatusBadge tone={outcomeTones(batch)[outcome]}>{outcomeWords(batch)[outcome]}</StatusBadge>
    ),
  },
  {
    key: 'message',
    header: 'O que aconteceu',
    card: 'note',
    fill: true,
    cell: ({ message }) => message || '–',
    cardCell: ({ message }) =>
      message ? <span className={classes.message}>{message}</span> : null,
    title: ({ message }) => message || undefined,
  },
  {
    key: 'charged',
    firstDirection: 'desc',
    header: 'Créditos',
    align: 'end',
    cell: ({ charged }) => (
      <span className="num">{charged > 0 ? formatCredits(charged) : '–'}</span>
    ),
    cardCell: ({ charged }) => (charged > 0 ? formatCredits(charged) : null),
  },
];

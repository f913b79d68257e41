/** What became of each row of a batch. */
import { type Batch, listBatchRows } from '@ramal/contract/batches';
import { IconListCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { formatCredits } from '../foundation/numbers.ts';
import { useCall } from '../foundation/api/query.ts';
import { isGoing } from '../tasks/task.ts';
import { DataTable } from '../ui/table/DataTable.tsx';
import { Segmented } from '../ui/form/Segmented.tsx';
import { StatusBadge } from '../ui/status/StatusBadge.tsx';
import type { Column } from '../ui/table/columns.ts';
import { type BatchRow, type RowFilter, outcomeTones, outcomeWords, waitingOf } from './batch.ts';

const PER_PAGE = 10;
const EVERY_MS = 2000;

export function BatchRows({ batch }: { batch: Batch }) {
  const [outcome, setOutcome] = useState<RowFilter>('all');
  const [page, setPage] = useState(1);
  const rows = useCall(
    listBatchRows,
    {
      params: { id: batch.id },
      query: { page, per_page: PER_PAGE, ...(outcome === 'all' ? {} : { outcome }) },
    },
    { keepPrevious: true, ...(isGoing(batch.task) ? { refreshEveryMs: EVERY_MS } : {}) },
  );
  const filters: { value: RowFilter; label: string; count: number }[] = [
    { value: 'all', label: 'Todas', count: batch.total },
    { value: 'done', label: 'Feitas', count: batch.done },
    { value: 'refused', label: 'Recusadas', count: batch.refused },
    { value: 'waiting', label: 'Na fila', count: waitingOf(batch) },
  ];
  return (
    <div className="batch-rows">
      <Segmented
        label="Resultado"
        value={outcome}
        options={filters}
        onChange={(value) => {
          setOutcome(value as RowFilter);
          setPage(1);
        }}
      />
      <DataTable<BatchRow>
        label="Resultado de cada linha"
        noun={['linha', 'linhas']}
        columns={columns}
        rows={rows.data?.data}
        rowKey={({ number }) => number}
        rowName={({ label, number }) => label || String(number)}
        total={rows.data?.total ?? 0}
        totalExact={rows.data?.total_exact}
        page={page}
        pageSize={PER_PAGE}
        onPage={setPage}
        failure={
          rows.error && { text: rows.error.message, requestId: rows.error.requestId, note: '' }
        }
        onRetry={() => void rows.refetch()}
        empty={{
          icon: IconListCheck,
          title: 'Nenhuma linha com este resultado',
          text: 'Escolha outro filtro.',
        }}
      />
    </div>
  );
}

const columns: Column<BatchRow>[] = [
  {
    key: 'label',
    header: 'Linha',
    card: 'identity',
    cell: ({ label, number }) => <b className="mono">{label || `nº ${number}`}</b>,
  },
  {
    key: 'outcome',
    header: 'Resultado',
    card: 'status',
    cell: ({ outcome }) => (
      <StatusBadge tone={outcomeTones[outcome]}>{outcomeWords[outcome]}</StatusBadge>
    ),
  },
  {
    key: 'message',
    header: 'O que aconteceu',
    card: 'note',
    fill: true,
    cell: ({ message }) => message || '–',
    cardCell: ({ message }) => message || null,
    title: ({ message }) => message || undefined,
  },
  {
    key: 'charged',
    header: 'Créditos',
    align: 'end',
    card: 'detail',
    cell: ({ charged }) => (
      <span className="num">{charged > 0 ? formatCredits(charged) : '–'}</span>
    ),
    cardCell: ({ charged }) => (charged > 0 ? formatCredits(charged) : null),
  },
];

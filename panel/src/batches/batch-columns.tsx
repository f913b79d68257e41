import { Stack } from '@mantine/core';
import type { Batch } from '@ramal/contract/batches';
import { formatDateTime } from '../foundation/dates.ts';
import { formatCount, formatCredits } from '../foundation/numbers.ts';
import { TaskBar } from '../tasks/TaskProgress.tsx';
import { taskFigures, isTaskActive } from '../tasks/task.ts';
import { StatusBadge } from '../ui/status/StatusBadge.tsx';
import type { Column } from '../ui/table/columns.ts';
import { batchStatus, toTask } from './batch.ts';
import classes from './batch-columns.module.css';

const at = (seconds: number): string => formatDateTime(new Date(seconds * 1000));
const number = (count: number) => <span className="num">{formatCount(count)}</span>;

export const batchColumns = (open: (id: number) => void): Column<Batch>[] => [
  {
    key: 'title',
    header: 'Trabalho',
    card: 'identity',
    fill: true,
    title: ({ title }) => title,
    cell: ({ id, title }) => (
      <button type="button" className={classes.open} onClick={() => open(id)}>
        {title}
      </button>
    ),
  },
  {
    key: 'state',
    header: 'Situação',
    card: 'status',
    width: 170,
    cell: (row) => <BatchStatus batch={row} />,
  },
  {
    key: 'total',
    firstDirection: 'desc',
    header: 'Linhas',
    align: 'end',
    cell: ({ total }) => number(total),
  },
  {
    key: 'done',
    firstDirection: 'desc',
    header: 'Concluídas',
    align: 'end',
    cell: ({ done }) => number(done),
  },
  {
    key: 'refused',
    firstDirection: 'desc',
    header: 'Recusadas',
    align: 'end',
    cell: ({ refused }) => number(refused),
  },
  {
    key: 'charged',
    firstDirection: 'desc',
    header: 'Créditos',
    align: 'end',
    cell: ({ charged }) => <span className="num">{formatCredits(charged)}</span>,
  },
  {
    key: 'created_at',
    firstDirection: 'desc',
    header: 'Pedido em',
    muted: true,
    cell: ({ createdAtTimestamp }) => <span className="num">{at(createdAtTimestamp)}</span>,
  },
];

function BatchStatus({ batch }: { batch: Batch }) {
  const { tone, word } = batchStatus(batch);
  const work = toTask(batch);
  if (!isTaskActive(batch.task)) return <StatusBadge tone={tone}>{word}</StatusBadge>;
  return (
    <Stack component="span" gap="xs" fz="note" className={classes.state}>
      <span>
        {word} <span className="num">{taskFigures(work)}</span>
      </span>
      <TaskBar task={work} label={batch.title} />
    </Stack>
  );
}

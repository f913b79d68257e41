import type { ResponseOf } from '@ramal/contract/api/endpoint';
import type { Batch, getBatch, listBatchRows } from '@ramal/contract/batches';
import { batchParticiple, UNDONE_PARTICIPLE } from '@ramal/contract/rules/batch-outcomes';
import type { Task } from '@ramal/contract/tasks';
import { isTaskActive } from '../tasks/task.ts';
import type { Tone } from '../ui/status/StatusBadge.tsx';

export type BatchRow = ResponseOf<typeof listBatchRows>['data'][number];

/** Answer of `getBatch`. Only the screen of one batch needs the reasons of refusals and the undo. */
export type BatchResult = ResponseOf<typeof getBatch>;

export const isUndone = ({ undoneAtTimestamp }: Batch): boolean => undoneAtTimestamp !== undefined;

export const doneWord = (batch: Batch): string =>
  isUndone(batch) ? UNDONE_PARTICIPLE : batchParticiple(batch.kind);

export const outcomeWords = (batch: Batch): Record<BatchRow['outcome'], string> => ({
  done: doneWord(batch),
  refused: 'Recusada',
  waiting: 'Na fila',
});

export const outcomeTones = (batch: Batch): Record<BatchRow['outcome'], Tone> => ({
  done: isUndone(batch) ? 'off' : 'ok',
  refused: 'bad',
  waiting: 'off',
});

/** True for a renewal of lines that is not running. */
export const isFinishedRenewal = ({ kind, task }: Batch): boolean =>
  kind === 'extend-lines' && !isTaskActive(task);

/** Number of rows without an outcome. */
export const countWaitingRows = ({ total, done, refused }: Batch): number => total - done - refused;

/**
 * Returns the task of a batch with the counts of the batch rows. These counts are newer than the
 * counts in the task.
 */
export const toTask = ({ task, total, done, refused }: Batch): Task => ({
  ...task,
  done: done + refused,
  total,
});

/** True if the batch can continue: it is not running, and some rows have no outcome yet. */
export const canContinue = (batch: Batch): boolean =>
  !isTaskActive(batch.task) && countWaitingRows(batch) > 0;

interface BatchStatus {
  readonly tone: Tone;
  readonly word: string;
}

export function batchStatus(batch: Batch): BatchStatus {
  if (isUndone(batch)) return { tone: 'off', word: 'Desfeito' };
  if (batch.task.state === 'waiting') return { tone: 'test', word: 'Na fila' };
  if (batch.task.state === 'running') return { tone: 'test', word: 'Em andamento' };
  if (countWaitingRows(batch) > 0)
    return batch.task.state === 'stopped'
      ? { tone: 'off', word: 'Parado' }
      : { tone: 'bad', word: 'Interrompido' };
  if (batch.refused === 0) return { tone: 'ok', word: 'Concluído' };
  return batch.done === 0
    ? { tone: 'bad', word: 'Nenhuma feita' }
    : { tone: 'warn', word: 'Com recusas' };
}

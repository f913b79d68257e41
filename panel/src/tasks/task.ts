import type { Task } from '@ramal/contract/tasks';
import { formatCount } from '../foundation/numbers.ts';

export const isTaskActive = ({ state }: Pick<Task, 'state'>): boolean =>
  state === 'waiting' || state === 'running';

/** Returns the progress of a task from 0 to 1. Undefined if the total is unknown. */
export function taskProgress({ state, done, total }: Task): number | undefined {
  if (state === 'done') return 1;
  return total > 0 ? Math.min(1, done / total) : undefined;
}

/** Returns `12.400 de 50.000`, or `12.400` without a total. Empty if nothing is counted. */
export function taskFigures({ done, total }: Task): string {
  if (total > 0) return `${formatCount(Math.min(done, total))} de ${formatCount(total)}`;
  return done > 0 ? formatCount(done) : '';
}

/** Texts of the states. A text is shown until the task reports its own message. */
export const stateLabels = {
  waiting: 'Na fila, começa em instantes',
  running: 'Em andamento',
  done: 'Concluído',
  failed: 'Não deu certo',
  stopped: 'Parado',
} as const;

import type { Task } from '@ramal/contract/tasks';
import { formatCount } from '../foundation/numbers.ts';

export const isGoing = ({ state }: Pick<Task, 'state'>): boolean =>
  state === 'waiting' || state === 'running';

/** 0 to 1; undefined while nobody knows how much there is. */
export function shareOf({ state, done, total }: Task): number | undefined {
  if (state === 'done') return 1;
  return total > 0 ? Math.min(1, done / total) : undefined;
}

/** `12.400 de 50.000`; empty while nothing is counted. */
export function taskFigures({ done, total }: Task): string {
  if (total > 0) return `${formatCount(Math.min(done, total))} de ${formatCount(total)}`;
  return done > 0 ? formatCount(done) : '';
}

/** Status text while the task itself has not reported any. */
export const stateWords = {
  waiting: 'Na fila, começa em instantes',
  running: 'Em andamento',
  done: 'Concluído',
  failed: 'Não deu certo',
  stopped: 'Parado',
} as const;

import { Refusal } from '@ramal/contract/api/errors';
import { listGuides } from '@ramal/contract/catalogue/guides';
import { getTask, stopTask, type Task } from '@ramal/contract/tasks';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useCall } from '../foundation/api/query.ts';
import { answering, calls, show } from '../lines/test/screen.tsx';
import { taskFigures, taskProgress } from './task.ts';
import { TaskProgress } from './TaskProgress.tsx';
import { useTask } from './use-task.ts';

const task = (change: Partial<Task> = {}): Task => ({
  id: 7,
  kind: 'import-read',
  state: 'running',
  done: 12_400,
  total: 50_000,
  message: 'Comparando com o catálogo',
  createdAtTimestamp: 1_790_000_000,
  finishedAtTimestamp: null,
  ...change,
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Followed({ onEnd }: { onEnd: (ended: Task) => void }) {
  useCall(listGuides, {});
  const followed = useTask(7, { refresh: [listGuides], onEnd });
  return followed ? (
    <TaskProgress task={followed} title="Lendo a lista" stopNote="Nada muda." />
  ) : null;
}

describe('followed task', () => {
  it('polls the task until it ends, then reads the changed data again once', async () => {
    const answers = [
      task({ state: 'waiting', done: 0, total: 0, message: '' }),
      task(),
      task({ state: 'done', done: 50_000 }),
    ];
    let turn = 0;
    const requests = answering([
      [getTask, () => answers[Math.min(turn++, answers.length - 1)]],
      [listGuides, () => []],
    ]);
    const onEnd = vi.fn<(ended: Task) => void>();
    await show(<Followed onEnd={onEnd} />, '/catalogue');
    await screen.findByText('Na fila, começa em instantes');
    await screen.findByText('12.400 de 50.000', {}, { timeout: 4000 });
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('24');
    expect(calls(requests, listGuides)).toHaveLength(1);
    await waitFor(() => expect(calls(requests, listGuides)).toHaveLength(2), { timeout: 4000 });
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('100');
    expect(onEnd).toHaveBeenCalledTimes(1);
    expect(calls(requests, getTask)).toHaveLength(3);
  });

  it('stops polling a task that does not exist', async () => {
    const requests = answering([
      [listGuides, () => []],
      [
        getTask,
        () => {
          throw new Refusal('task_not_found');
        },
      ],
    ]);
    await show(<Followed onEnd={() => undefined} />, '/catalogue');
    await waitFor(() => expect(calls(requests, getTask)).toHaveLength(1));
    await new Promise((later) => setTimeout(later, 1300));
    expect(calls(requests, getTask)).toHaveLength(1);
  });

  it('stops the task after a confirmation', async () => {
    const requests = answering([
      [listGuides, () => []],
      [getTask, () => task()],
      [stopTask, () => task({ state: 'stopped' })],
    ]);
    await show(<Followed onEnd={() => undefined} />, '/catalogue');
    fireEvent.click(await screen.findByRole('button', { name: 'Parar' }));
    expect(calls(requests, stopTask)).toEqual([]);
    fireEvent.click(await screen.findByRole('button', { name: 'Sim, parar' }));
    await waitFor(() => expect(calls(requests, stopTask)).toHaveLength(1));
    expect(calls(requests, stopTask)[0]!.path).toBe('/api/tasks/7/stop');
  });
});

it('shows the known counts', () => {
  expect(taskFigures(task({ done: 900, total: 0 }))).toBe('900');
  expect(taskProgress(task({ done: 900, total: 0 }))).toBeUndefined();
  expect(taskProgress(task({ done: 5, total: 0, state: 'done' }))).toBe(1);
});

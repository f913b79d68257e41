import {
  type BulkFunctionRun,
  listBulkFunctions,
  startBulkFunctions,
  undoBulkFunction,
} from '@ramal/contract/lines/bulk-functions';
import { getProfile } from '@ramal/contract/sessions';
import { stopTask } from '@ramal/contract/tasks';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { profile } from '../../lines/test/answers.ts';
import { answering, calls, show } from '../../lines/test/screen.tsx';
import { BulkFunctions } from './BulkFunctions.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const run = (more: Partial<BulkFunctionRun> = {}): BulkFunctionRun => ({
  id: 31,
  taskId: 77,
  state: 'done',
  total: 412,
  done: 410,
  refused: 2,
  by: 'admin',
  isMine: true,
  startedAtTimestamp: Date.parse('2026-11-22T17:20:00Z') / 1000,
  isUndoing: false,
  canUndo: true,
  ...more,
});
const task = {
  id: 77,
  kind: 'run-batch',
  state: 'running',
  done: 0,
  total: 412,
  message: '',
  created_at_timestamp: 1_790_000_000,
  finished_at_timestamp: null,
} as const;
const started = (count: number) => ({
  message: 'Trabalho em lote começado',
  count,
  batch: {
    id: 31,
    kind: 'run-bulk-function',
    title: 'Bloquear testes IPTV',
    total: count,
    done: 0,
    refused: 0,
    charged: 0,
    created_at_timestamp: 1_790_000_000,
    task,
  },
});
const isStarted = () => screen.findByText('Trabalho em lote começado');
const [startSix, , startEight] = startBulkFunctions;

async function open(runs: Partial<Record<6 | 7 | 8 | 9, BulkFunctionRun>> = {}) {
  const requests = answering([
    [getProfile, () => profile({ profile: 'admin' })],
    [
      listBulkFunctions,
      ({ query }) =>
        ([6, 7, 8, 9] as const).map((number) => ({
          number,
          count: number === 6 && runs[6] ? 0 : query.days === '365' ? 5 : 412,
          run: runs[number] ?? null,
        })),
    ],
    [startSix, () => started(412)],
    [startEight, () => started(5)],
    [undoBulkFunction, () => started(410)],
    [stopTask, () => task],
  ]);
  await show(<BulkFunctions />, '/settings');
  await screen.findByText('Bloquear testes IPTV');
  return requests;
}

it('shows the count, confirms it, and sends the shown count', async () => {
  const requests = await open();
  fireEvent.click(screen.getByRole('button', { name: 'Bloquear' }));
  const dialog = await screen.findByRole('dialog');
  expect(calls(requests, startSix)).toEqual([]);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Bloquear 412 linhas' }));
  await waitFor(() => expect(calls(requests, startSix)).toHaveLength(1));
  await isStarted();
  expect(calls(requests, startSix)[0]!.body).toEqual({ action: 6, count: 412 });
});

it('counts again for another number of days', async () => {
  const requests = await open();
  fireEvent.click(screen.getAllByRole('button', { name: 'Deletar…' })[0]!);
  const dialog = await screen.findByRole('dialog');
  fireEvent.change(within(dialog).getByRole('textbox', { name: /Vencidos há mais de/ }), {
    target: { value: '365' },
  });
  fireEvent.click(await within(dialog).findByRole('button', { name: 'Deletar 5 linhas' }));
  await waitFor(() => expect(calls(requests, startEight)).toHaveLength(1));
  await isStarted();
  expect(calls(requests, startEight)[0]!.body).toEqual({ action: 8, count: 5, days: 365 });
});

it('deletes nothing while the lines are still being counted', async () => {
  const requests = await open();
  fireEvent.click(screen.getAllByRole('button', { name: 'Deletar…' })[0]!);
  const dialog = await screen.findByRole('dialog');
  fireEvent.change(within(dialog).getByRole('textbox', { name: /Vencidos há mais de/ }), {
    target: { value: '365' },
  });
  fireEvent.click(within(dialog).getByRole('button', { name: /^Deletar \d/ }));
  await screen.findByText(/ainda estão sendo contadas/);
  expect(calls(requests, startEight)).toEqual([]);
});

it('shows the result of the latest run and undoes it', async () => {
  const requests = await open({ 6: run() });
  await screen.findByText(/^410 bloqueados em 22\/11, por admin · 2 como estavam$/);
  fireEvent.click(screen.getByRole('button', { name: 'Desfazer' }));
  await screen.findByText('410 bloqueados voltam a como estavam: desbloqueados, um a um.');
  fireEvent.click(screen.getByRole('button', { name: 'Sim, desfazer' }));
  await waitFor(() => expect(calls(requests, undoBulkFunction)[0]?.path).toContain('/31/undo'));
  await isStarted();
});

it('shows the progress, which only its own admin can stop', async () => {
  const going = { state: 'running', done: 100, refused: 0, can_undo: false } as const;
  const requests = await open({
    8: run({ ...going }),
    9: run({ ...going, isMine: false, by: 'outra' }),
  });
  expect(screen.getAllByText('100 de 412')).toHaveLength(2);
  screen.getByText('por outra');
  fireEvent.click(screen.getByRole('button', { name: 'Parar' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Sim, parar' }));
  await waitFor(() => expect(calls(requests, stopTask)[0]?.path).toContain('/77/'));
});

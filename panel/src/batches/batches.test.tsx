// @vitest-environment happy-dom
import {
  type Batch,
  continueBatch,
  getBatch,
  listBatches,
  listBatchRows,
} from '@ramal/contract/batches';
import { Refusal } from '@ramal/contract/api/errors';
import { stopTask, type Task } from '@ramal/contract/tasks';
import { listMessages } from '@ramal/contract/lines/messages';
import { undoAct } from '@ramal/contract/undo';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { answering, calls, type Respond, show } from '../lines/test/screen.tsx';
import { canContinue, batchStatus } from './batch.ts';
import { Batches } from './Batches.tsx';
import { BatchProgress } from './BatchProgress.tsx';

const task = (change: Partial<Task> = {}): Task => ({
  id: 7,
  kind: 'run-batch',
  state: 'running',
  done: 0,
  total: 0,
  message: '',
  createdAtTimestamp: 1_790_000_000,
  finishedAtTimestamp: null,
  ...change,
});
const batch = (change: Partial<Batch> = {}): Batch => ({
  id: 3,
  kind: 'extend-lines',
  title: 'Estender 30 dias',
  total: 100,
  done: 0,
  refused: 0,
  charged: 0,
  createdAtTimestamp: 1_790_000_000,
  task: task(),
  ...change,
});
const stopped = batch({ done: 40, refused: 10, charged: 40, task: task({ state: 'stopped' }) });
const finished = batch({ done: 90, refused: 10, charged: 90, task: task({ state: 'done' }) });
const rowsOf: Respond = ({ query }) => ({
  data: [
    {
      number: 1,
      label: '84920175',
      nota: 'Dona Célia – sala',
      outcome: 'done',
      message: 'vence em 20/12/2026',
      charged: 1,
      line_id: 5,
    },
    {
      number: 2,
      label: '60248117',
      nota: '',
      outcome: 'refused',
      message: 'Um teste não pode ser renovado.',
      charged: 0,
      line_id: 6,
    },
  ].filter(({ outcome }) => !query.outcome || outcome === query.outcome),
  total: 2,
  total_exact: true,
  current_page: 1,
  per_page: 10,
  last_page: 1,
});
const listed = (...data: Batch[]) => ({
  data,
  total: data.length,
  total_exact: true,
  current_page: 1,
  per_page: 10,
  last_page: 1,
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('batch progress', () => {
  it('shows progress and cost of a batch, and reports its end once', async () => {
    const answers = [batch(), batch({ done: 40, refused: 10, charged: 40 }), finished];
    let turn = 0;
    const requests = answering([
      [getBatch, () => answers[Math.min(turn++, answers.length - 1)]],
      [listBatchRows, rowsOf],
    ]);
    const onDone = vi.fn<(ended: Batch) => void>();
    await show(<BatchProgress id={3} onDone={onDone} />, '/batches');
    await screen.findByText('50 de 100', {}, { timeout: 4000 });
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('50');
    expect(screen.getByText('Créditos gastos').nextSibling?.textContent).toBe('40');
    await screen.findByText(
      'Terminado: 90 linhas feitas, 10 recusadas sem custo.',
      {},
      { timeout: 4000 },
    );
    expect(onDone).toHaveBeenCalledTimes(1);
    expect(onDone.mock.calls[0]![0].charged).toBe(90);
    expect(screen.queryByRole('button', { name: 'Parar' })).toBeNull();
    expect(screen.queryByRole('button', { name: /Retomar/ })).toBeNull();
    expect(calls(requests, getBatch)).toHaveLength(3);
  });

  it('names the customer of each row and offers the message for customers with a number', async () => {
    answering([
      [getBatch, () => finished],
      [listBatchRows, rowsOf],
      [listMessages, () => ({ total: 5, by_reason: [], messages: [] })],
    ]);
    await show(<BatchProgress id={3} />, '/batches');
    const name = await screen.findByText('Dona Célia');
    expect(name.nextSibling?.textContent).toBe('84920175');
    expect(screen.getByText('60248117')).toBeDefined();
    const link = await screen.findByRole('link', { name: 'Avisar os 5' });
    expect(link.getAttribute('href')).toBe('/charge?batch=3');
  });

  describe('undo of a bulk renewal', () => {
    const ACT = '3f2a0c1e-7a55-4a3e-9b0e-0a4f8f3f2a10';
    const small = batch({ total: 2, done: 2, charged: 2, task: task({ state: 'done' }) });
    const open = async (answer: () => unknown, ...more: Parameters<typeof answering>[0]) => {
      const requests = answering([[getBatch, answer], [listBatchRows, rowsOf], ...more]);
      const onDone = vi.fn<(ended: Batch) => void>();
      await show(<BatchProgress id={3} onDone={onDone} />, '/batches');
      return { requests, onDone };
    };

    it('undoes all lines with one press and states it', async () => {
      let isUndone = false;
      const { requests, onDone } = await open(
        () =>
          isUndone
            ? { ...small, charged: 0, undone_at_timestamp: 1_790_000_009 }
            : { ...small, undo: { id: ACT, seconds_left: 15 } },
        [
          undoAct,
          () => {
            isUndone = true;
            return { message: 'Desfeito', lines: [], balance: 42.4 };
          },
        ],
      );
      expect(await screen.findByText('2 renovados')).toBeDefined();
      expect(await screen.findByText('2 créditos · saldo 42,4')).toBeDefined();
      fireEvent.click(await screen.findByRole('button', { name: 'Desfazer' }));
      expect(await screen.findByText('Desfeito')).toBeDefined();
      expect(await screen.findByText(/^Desfeito: os vencimentos são os de antes/)).toBeDefined();
      expect(calls(requests, undoAct).map(({ path }) => path)).toEqual([`/api/undo/${ACT}`]);
      expect(onDone).toHaveBeenCalledTimes(1);
      expect(screen.queryByRole('button', { name: 'Desfazer' })).toBeNull();
      expect(await screen.findAllByText('Desfeita')).toHaveLength(1);
    });

    it('shows the reason when the server refuses the undo', async () => {
      await open(
        () => ({ ...small, undo: { id: ACT, seconds_left: 15 } }),
        [
          undoAct,
          () => {
            throw new Refusal('undo_changed');
          },
        ],
      );
      fireEvent.click(await screen.findByRole('button', { name: 'Desfazer' }));
      expect(await screen.findByText(/já mudou de novo/)).toBeDefined();
    });

    it('offers nothing when the time is almost over', async () => {
      await open(() => ({ ...small, undo: { id: ACT, seconds_left: 0.4 } }));
      expect(await screen.findByText('2 renovados')).toBeDefined();
      expect(screen.queryByRole('button', { name: 'Desfazer' })).toBeNull();
    });
  });

  it('shows the outcome of each row and filters by outcome', async () => {
    const requests = answering([
      [getBatch, () => finished],
      [listBatchRows, rowsOf],
    ]);
    await show(<BatchProgress id={3} />, '/batches');
    await screen.findByText('vence em 20/12/2026');
    fireEvent.click(screen.getByRole('radio', { name: /Recusadas/ }));
    await waitFor(() => expect(screen.queryByText('vence em 20/12/2026')).toBeNull());
    expect(screen.getByText('Um teste não pode ser renovado.')).toBeDefined();
    expect(calls(requests, listBatchRows).map(({ query }) => query.outcome)).toEqual([
      undefined,
      'refused',
    ]);
  });

  it('counts the refused rows by reason, as the preview does', async () => {
    const reasons = [
      { reason: 'Um teste não pode ser renovado.', count: 7 },
      { reason: 'O saldo não cobre.', count: 3 },
    ];
    answering([
      [getBatch, () => ({ ...finished, reasons })],
      [listBatchRows, rowsOf],
    ]);
    await show(<BatchProgress id={3} />, '/batches');
    const list = await screen.findByRole('list', { name: 'Por que linhas são recusadas' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['7Um teste não pode ser renovado.', '3O saldo não cobre.']);
  });

  it('does not report the end of a batch that had ended before it was opened', async () => {
    answering([
      [getBatch, () => finished],
      [listBatchRows, rowsOf],
    ]);
    const onDone = vi.fn<(ended: Batch) => void>();
    await show(<BatchProgress id={3} onDone={onDone} />, '/batches');
    await screen.findByText('vence em 20/12/2026');
    expect(onDone).not.toHaveBeenCalled();
  });

  it('stops a batch after a confirmation', async () => {
    let state = batch();
    const requests = answering([
      [getBatch, () => state],
      [listBatchRows, rowsOf],
      [
        stopTask,
        () => {
          state = stopped;
          return stopped.task;
        },
      ],
    ]);
    await show(<BatchProgress id={3} />, '/batches');
    fireEvent.click(await screen.findByRole('button', { name: 'Parar' }));
    expect(calls(requests, stopTask)).toEqual([]);
    fireEvent.click(await screen.findByRole('button', { name: 'Sim, parar' }));
    await screen.findByText(/Faltam 50 linhas/, {}, { timeout: 4000 });
    expect(calls(requests, stopTask)[0]!.path).toBe('/api/tasks/7/stop');
  });

  it('continues a stopped batch and follows it again', async () => {
    let state = stopped;
    const requests = answering([
      [getBatch, () => state],
      [listBatchRows, rowsOf],
      [
        continueBatch,
        () => {
          state = { ...finished, task: task({ id: 8, state: 'running' }) };
          return { message: 'Lote retomado', batch: state };
        },
      ],
    ]);
    await show(<BatchProgress id={3} />, '/batches');
    fireEvent.click(await screen.findByRole('button', { name: 'Retomar · 50 linhas' }));
    await screen.findByRole('button', { name: 'Parar' });
    expect(calls(requests, continueBatch)[0]!.path).toBe('/api/batches/3/continue');
  });
});

describe('list of batches', () => {
  it('can be refreshed and sorted on a phone too', async () => {
    const { happyDOM } = window as unknown as {
      happyDOM: { setViewport: (size: object) => void };
    };
    happyDOM.setViewport({ width: 390, height: 800 });
    answering([[listBatches, () => listed(stopped)]]);
    await show(<Batches />, '/batches');
    fireEvent.click(await screen.findByRole('button', { name: 'Ordem e visões' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Ordem e visões' }));
    expect(sheet.getByRole('button', { name: 'Atualizar' })).toBeDefined();
    expect(sheet.getByRole('button', { name: 'Detalhes do cartão' })).toBeDefined();
    happyDOM.setViewport({ width: 1280, height: 800 });
  });

  it('opens each batch at its own address', async () => {
    answering([
      [
        listBatches,
        () =>
          listed(
            stopped,
            batch({ id: 4, title: 'Deletar', total: 2, done: 2, task: task({ state: 'done' }) }),
          ),
      ],
      [getBatch, () => stopped],
      [listBatchRows, rowsOf],
    ]);
    const view = await show(<Batches />, '/batches');
    const row = (await screen.findByText('Estender 30 dias')).closest('tr')!;
    expect(within(row).getByText('Parado')).toBeDefined();
    expect(screen.getByText('Concluído')).toBeDefined();
    fireEvent.click(within(row).getByRole('button', { name: 'Estender 30 dias' }));
    expect(await screen.findByRole('dialog', { name: 'Estender 30 dias' })).toBeDefined();
    expect(view.search()).toEqual({ batch: 3 });
  });

  it('shows an empty text when there are no batches', async () => {
    answering([[listBatches, () => listed()]]);
    await show(<Batches />, '/batches');
    expect(await screen.findByText('Nenhum trabalho em lote ainda')).toBeDefined();
  });
});

it('can continue only a batch that is not running and has rows without an outcome', () => {
  expect(canContinue(stopped)).toBe(true);
  expect(canContinue(batch())).toBe(false);
  expect(canContinue(finished)).toBe(false);
});

it.each([
  [batch({ task: task({ state: 'waiting' }) }), 'Na fila'],
  [batch(), 'Em andamento'],
  [stopped, 'Parado'],
  [batch({ done: 1, task: task({ state: 'failed' }) }), 'Interrompido'],
  [finished, 'Com recusas'],
  [batch({ refused: 100, task: task({ state: 'done' }) }), 'Nenhuma feita'],
  [batch({ done: 100, task: task({ state: 'done' }) }), 'Concluído'],
  [
    batch({ done: 100, undoneAtTimestamp: 1_790_000_009, task: task({ state: 'done' }) }),
    'Desfeito',
  ],
])('shows the state of a batch in words', (batch, word) => {
  expect(batchStatus(batch).word).toBe(word);
});

// @vitest-environment happy-dom
import { Refusal } from '@ramal/contract/api/errors';
import { exportLog } from '@ramal/contract/logs';
import { exportResellers } from '@ramal/contract/resellers/reseller-tree';
import { getTask, type Task } from '@ramal/contract/tasks';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answering, calls, show } from '../lines/test/screen.tsx';
import { DownloadButton, ExportButton } from './ExportButton.tsx';

const task = (change: Partial<Task> = {}): Task => ({
  id: 7,
  kind: 'export-resellers',
  state: 'waiting',
  done: 0,
  total: 0,
  message: '',
  createdAtTimestamp: 1_790_000_000,
  finishedAtTimestamp: null,
  ...change,
});
const started = {
  message: 'A planilha está sendo gerada',
  url: '/api/files/abc',
  file: 'Revendas.xlsx',
  task: task(),
};

let saved: string[];
beforeEach(() => {
  saved = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(`${this.download} ${this.getAttribute('href')?.replace(/^blob:.*/, 'blob')}`);
  });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('spreadsheet of a task', () => {
  const open = () =>
    show(
      <ExportButton declaration={exportResellers} sent={{ body: { status: 'blocked' } }} />,
      '/list-resellers',
    );

  it('requests a spreadsheet with the filters, follows its task and saves the file', async () => {
    const states = [task({ state: 'running', done: 10, total: 40 }), task({ state: 'done' })];
    const requests = answering([
      [exportResellers, () => started],
      [getTask, () => states.shift() ?? task({ state: 'done' })],
    ]);
    await open();
    fireEvent.click(await screen.findByRole('button', { name: 'Exportar Excel' }));
    await waitFor(() => expect(saved).toEqual(['Revendas.xlsx /api/files/abc']), {
      timeout: 5000,
    });
    expect(calls(requests, exportResellers)[0]!.body).toMatchObject({ status: 'blocked' });
    await screen.findByText('Revendas.xlsx pronta');
  });

  it('shows a text for an empty spreadsheet and saves nothing', async () => {
    answering([
      [
        exportResellers,
        () => {
          throw new Refusal('nothing_to_export');
        },
      ],
    ]);
    await open();
    fireEvent.click(await screen.findByRole('button', { name: 'Exportar Excel' }));
    await screen.findByText('Não há dados para exportar.');
    expect(saved).toEqual([]);
  });

  it('shows the text of the screen when the request fails', async () => {
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('no network');
    });
    await show(
      <ExportButton
        declaration={exportResellers}
        sent={{ body: {} }}
        failed="Falha ao exportar os dados."
      />,
      '/list-resellers',
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Exportar Excel' }));
    expect(await screen.findByText('Falha ao exportar os dados.')).toBeTruthy();
  });

  it('shows why the task failed', async () => {
    const failed = task({ state: 'failed', message: 'Ocorreu um erro inesperado. Tente de novo.' });
    answering([
      [exportResellers, () => started],
      [getTask, () => failed],
    ]);
    await open();
    fireEvent.click(await screen.findByRole('button', { name: 'Exportar Excel' }));
    await screen.findByText('Erro ao exportar');
    await screen.findByText(failed.message);
    expect(saved).toEqual([]);
  });
});

describe('file in the answer', () => {
  const open = () =>
    show(
      <DownloadButton declaration={exportLog} sent={{ body: {} }} file="Logs.csv" />,
      '/list-resellers',
    );

  it('saves the downloaded file', async () => {
    vi.stubGlobal('fetch', async () => new Response('a;b'));
    await open();
    fireEvent.click(await screen.findByRole('button', { name: 'Exportar' }));
    await waitFor(() => expect(saved).toEqual(['Logs.csv blob']));
  });

  it('shows the specified text when the download fails', async () => {
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('no network');
    });
    await open();
    fireEvent.click(await screen.findByRole('button', { name: 'Exportar' }));
    await screen.findByText('Não foi possível exportar o arquivo. Tente novamente.');
    expect(saved).toEqual([]);
  });
});

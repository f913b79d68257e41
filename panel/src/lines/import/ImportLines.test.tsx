import { Refusal } from '@ramal/contract/api/errors';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { getBatch, listBatchRows } from '@ramal/contract/batches';
import { getIptvPackages } from '@ramal/contract/lines/iptv-lines';
import {
  type LineFile,
  discardLineFile,
  filePlan,
  getLineFile,
  importLineFile,
  validateLineFile,
  listLineFileRows,
} from '@ramal/contract/lines/line-import';
import { withWireNames } from '@ramal/contract/api/translated';
import { getProfile } from '@ramal/contract/sessions';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { packages, profile } from '../test/answers.ts';
import { answering, calls, show } from '../test/screen.tsx';
import { ImportLines } from './ImportLines.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const plan = {
  platform: 'iptv',
  hasHeader: true,
  columns: { username: 0, password: 1, due: 2 },
  package: 1,
} as const;

const result = {
  total: 3,
  ok: 2,
  refused: 1,
  cost: 2,
  balance: 42.4,
  balanceAfter: 40.4,
  firstUnpaid: null,
  reasons: [{ reason: 'Falta a senha.', count: 1 }],
};

const fileOf = (change: Partial<LineFile> = {}): LineFile => ({
  id: 5,
  name: 'clientes.csv',
  rows: 4,
  columns: [
    { title: 'Usuário', samples: ['82014573', '82014574'] },
    { title: 'Segredo', samples: ['abcd', 'efgh'] },
    { title: 'Vencimento', samples: ['20/12/2026', ''] },
  ],
  firstRow: 1,
  guess: { hasHeader: true, columns: { username: 0, due: 2 } },
  plan: null,
  result: null,
  batchId: null,
  forgottenAtTimestamp: 1_800_000_000,
  ...change,
});

const validated = fileOf({ plan, result });
const row = {
  number: 2,
  username: '82014573',
  due: '20/12/2026',
  note: 'Célia',
  reason: '',
  cost: 1,
};
const refused = { ...row, number: 3, username: '82014574', reason: 'Falta a senha.', cost: 0 };
const rows: ResponseOf<typeof listLineFileRows> = {
  data: [row, refused],
  total: 2,
  totalExact: true,
  currentPage: 1,
  perPage: 30,
  lastPage: 1,
};
const task = {
  id: 9,
  kind: 'run-batch',
  state: 'running',
  done: 1,
  total: 3,
  message: '',
  createdAtTimestamp: 1,
  finishedAtTimestamp: null,
} as const;
const batch = {
  id: 7,
  kind: 'import-lines',
  title: 'Importar linhas para IPTV',
  total: 3,
  done: 1,
  refused: 0,
  charged: 1,
  createdAtTimestamp: 1,
  task,
};

/** Fake server that stores one file and updates its state after each call. */
function server(first: LineFile) {
  let file = first;
  const becoming = (next: LineFile) => () => (file = next);
  return answering([
    [getProfile, () => profile()],
    [getIptvPackages, () => packages],
    [getLineFile, () => file],
    [validateLineFile, becoming(validated)],
    [listLineFileRows, () => rows],
    [
      importLineFile,
      () => {
        file = { ...validated, batchId: 7 };
        return { message: 'ok', batch };
      },
    ],
    [discardLineFile, () => ({ message: 'ok' })],
    [getBatch, () => batch],
    [listBatchRows, () => ({ ...rows, data: [], total: 0 })],
  ]);
}

const open = (address: string) => show(<ImportLines />, address);

/** Selects an option in the list of one column. All columns have the same options. */
async function choose(label: string, option: string) {
  const field = await screen.findByLabelText(label, { selector: 'input' });
  fireEvent.click(field);
  const list = document.getElementById(field.getAttribute('aria-controls')!)!;
  fireEvent.click(await within(list).findByRole('option', { name: option, hidden: true }));
}
const press = async (name: string | RegExp) =>
  fireEvent.click(await screen.findByRole('button', { name, hidden: true }));

it('requires the columns that could not be guessed, and sends each column as selected', async () => {
  const requests = server(fileOf());
  await open('/import-lines?arquivo=5');
  await press('Conferir o arquivo');
  expect((await screen.findAllByText('Diga qual coluna é Senha.')).length).toBeGreaterThan(0);
  expect(calls(requests, validateLineFile)).toEqual([]);
  await press('Entendi');
  await choose('O que é «Segredo»', 'Senha');
  fireEvent.click(await screen.findByRole('radio', { name: 'Completo 1 tela' }));
  await press('Conferir o arquivo');
  await waitFor(() => expect(calls(requests, validateLineFile)).toHaveLength(1));
  expect(calls(requests, validateLineFile)[0]!.body).toEqual(withWireNames(filePlan, plan));
});

it('moves a field from one column to another when it is selected again', async () => {
  const requests = server(
    fileOf({ guess: { hasHeader: true, columns: { username: 0, password: 1 } } }),
  );
  const ahead = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10);
  await open('/import-lines?arquivo=5');
  await choose('O que é «Vencimento»', 'Senha');
  fireEvent.click(await screen.findByRole('radio', { name: 'Completo 1 tela' }));
  fireEvent.change(
    screen.getByLabelText(/^Vencimento/, { selector: 'input[placeholder="dd/mm/aaaa"]' }),
    {
      target: { value: ahead.split('-').toReversed().join('/') },
    },
  );
  await press('Conferir o arquivo');
  await waitFor(() => expect(calls(requests, validateLineFile)).toHaveLength(1));
  expect(calls(requests, validateLineFile)[0]!.body).toMatchObject({
    columns: { username: 0, password: 2 },
    due_date: ahead,
  });
});

it('shows the outcome of each row and the cost, and imports after a confirmation', async () => {
  const requests = server(validated);
  const view = await open('/import-lines?arquivo=5&passo=conferencia');
  expect(await screen.findByText('82014573')).toBeTruthy();
  expect(screen.getAllByText('Falta a senha.').length).toBe(2);
  expect(screen.getByText('2 créditos · 2 linhas · saldo depois: 40,4')).toBeTruthy();
  await press('Importar 2 linhas');
  expect(calls(requests, importLineFile)).toEqual([]);
  await press('Sim, importar');
  await waitFor(() => expect(calls(requests, importLineFile)).toHaveLength(1));
  expect(calls(requests, importLineFile)[0]!.key).toMatch(/^[0-9a-f-]{36}$/);
  await waitFor(() => expect(calls(requests, getBatch).length).toBeGreaterThan(0));
  expect(view.search()).toEqual({ file: 5 });
});

it('requests only the refused rows, and keeps the filter in the address', async () => {
  const requests = server(validated);
  const view = await open('/import-lines?arquivo=5&passo=conferencia');
  fireEvent.click(await screen.findByRole('radio', { name: /Recusadas/ }));
  await waitFor(() =>
    expect(calls(requests, listLineFileRows).at(-1)!.query.result).toBe('refused'),
  );
  expect(view.search()).toEqual({ file: 5, step: 'check', result: 'refused' });
});

it('states that there is nothing to import, and sends nothing', async () => {
  const requests = server(fileOf({ plan, result: { ...result, ok: 0, refused: 3, cost: 0 } }));
  await open('/import-lines?arquivo=5&passo=conferencia');
  await press('Importar 0 linhas');
  expect(await screen.findByText('Nada para importar')).toBeTruthy();
  expect(calls(requests, importLineFile)).toEqual([]);
});

it('returns to the upload when the file no longer exists', async () => {
  answering([
    [getProfile, () => profile()],
    [
      getLineFile,
      () => {
        throw new Refusal('line_file_not_found');
      },
    ],
  ]);
  const view = await open('/import-lines?arquivo=5');
  await press('Enviar de novo');
  await waitFor(() => expect(view.search()).toEqual({}));
  expect(screen.getByText('Solte a planilha aqui ou clique para escolher')).toBeTruthy();
});

it('discards the file when another one is chosen', async () => {
  const requests = server(validated);
  const view = await open('/import-lines?arquivo=5&passo=conferencia');
  await press('Trocar o arquivo');
  await waitFor(() => expect(calls(requests, discardLineFile)).toHaveLength(1));
  await waitFor(() => expect(view.search()).toEqual({}));
});

it('shows a text to an account that sells on no platform', async () => {
  answering([[getProfile, () => profile({ profile: 'admin', credits: null })]]);
  await open('/import-lines');
  expect(await screen.findByText('Nada para importar')).toBeTruthy();
});

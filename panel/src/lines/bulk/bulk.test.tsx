// @vitest-environment happy-dom
import { Refusal } from '@ramal/contract/api/errors';
import { getBatch, listBatches, listBatchRows } from '@ramal/contract/batches';
import { previewBulkLines, startBulkLines } from '@ramal/contract/lines/bulk-lines';
import { getDashboard } from '@ramal/contract/dashboard';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import {
  exportIptvLines,
  getIptvPackages,
  listIptvLines,
  countIptvLines,
} from '@ramal/contract/lines/iptv-lines';
import { getProfile } from '@ramal/contract/sessions';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { iptvLines } from '../platforms/iptv.ts';
import { Lines } from '../list/Lines.tsx';
import { profile, row } from '../test/answers.ts';
import { answering, calls, type Respond, show } from '../test/screen.tsx';

type Preview = ResponseOf<typeof previewBulkLines>;
const preview = (change: Partial<Preview> = {}): Preview => ({
  total: 2,
  doable: 2,
  unchanged: 0,
  running: 2,
  refused: [],
  costEach: 1,
  cost: 2,
  balance: 42.4,
  balanceAfter: 40.4,
  enoughFor: 2,
  shortOf: null,
  ...change,
});
const batch = {
  id: 9,
  kind: 'extend-lines',
  title: 'Estender 30 dias · IPTV',
  total: 2,
  done: 2,
  refused: 0,
  charged: 2,
  createdAtTimestamp: 1_790_000_000,
  task: {
    id: 5,
    kind: 'run-batch',
    state: 'done' as const,
    done: 2,
    total: 2,
    message: '',
    createdAtTimestamp: 1_790_000_000,
    finishedAtTimestamp: 1_790_000_001,
  },
};
const pageOf = <Row,>(data: Row[], total = data.length) => ({
  data,
  total,
  totalExact: true,
  currentPage: 1,
  perPage: 10,
  lastPage: Math.ceil(total / 10),
});
const bounded = { total: 208, exact: true };
const rows = [row({ id: 1, username: '84920175' }), row({ id: 2, username: '71530864' })];

const server = (
  seen: Respond = () => preview(),
  start: Respond = () => ({ message: 'ok', batch }),
) =>
  answering([
    [getProfile, () => profile()],
    [getDashboard, () => new Promise(() => undefined)],
    [listIptvLines, () => pageOf(rows, 208)],
    [
      countIptvLines,
      () => ({
        all: bounded,
        online: bounded,
        Ativo: bounded,
        Teste: bounded,
        Desativado: bounded,
      }),
    ],
    [getIptvPackages, () => [{ id: 4, name: 'Completo', maxConnections: 1, allowsTests: true }]],
    [
      exportIptvLines,
      () => {
        throw new Refusal('nothing_to_export');
      },
    ],
    [previewBulkLines, seen],
    [startBulkLines, start],
    [getBatch, () => batch],
    [listBatches, () => pageOf([])],
    [listBatchRows, () => pageOf([])],
  ]);
const open = (address = '/users-iptv') => show(<Lines platform={iptvLines} />, address);
const tickRows = async () => {
  for (const { username } of rows)
    fireEvent.click(await screen.findByRole('checkbox', { name: new RegExp(username) }));
};
const choose = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

// Loaded before, so that no test waits for code that a list loads after its first paint.
beforeAll(() =>
  Promise.all([
    import('./BulkBar.tsx'),
    import('./BulkDialog.tsx'),
    import('../../batches/BatchDialog.tsx'),
  ]),
);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('selected lines', () => {
  it('extends the selected lines after their cost was shown, and shows the result', async () => {
    const requests = server();
    await open();
    await tickRows();
    expect(await screen.findByText('+30 custa até 2 créditos · saldo depois 40,4')).toBeDefined();
    await choose('+30 dias');
    const dialog = await screen.findByRole('dialog', { name: 'Estender' });
    await within(dialog).findByText('2 linhas serão estendidas');
    expect(within(dialog).getByText('42,4 → 40,4')).toBeDefined();
    expect(calls(requests, startBulkLines)).toEqual([]);
    fireEvent.click(
      within(dialog).getByRole('button', { name: 'Estender · 2 linhas · 2 créditos' }),
    );
    expect(await screen.findByRole('dialog', { name: 'Estender 30 dias · IPTV' })).toBeDefined();
    const [started] = calls(requests, startBulkLines);
    expect(started!.body).toEqual({
      platform: 'iptv',
      reseller_id: 0,
      sort: 'exp_date',
      dir: 'asc',
      ids: [1, 2],
      act: 'extend',
      credits: 1,
      total: 2,
    });
    expect(started!.key).toMatch(/^[\da-f-]{36}$/);
    await waitFor(() => expect(screen.queryByRole('button', { name: '+30 dias' })).toBeNull());
  });

  it('applies an action to the selected lines, whatever the current filters are', async () => {
    const requests = server();
    await open('/users-iptv?search=ana&status=Ativo');
    await tickRows();
    await choose('Vencimento p/23:59');
    await waitFor(() => expect(calls(requests, previewBulkLines)).toHaveLength(1));
    expect(calls(requests, previewBulkLines)[0]!.body).not.toHaveProperty('search');
    expect(calls(requests, previewBulkLines)[0]!.body).toMatchObject({
      ids: [1, 2],
      act: 'end-of-day',
    });
  });

  it('requires a package before the preview of a package change', async () => {
    const requests = server(() => preview({ costEach: 0, cost: 0, unchanged: 1 }));
    await open();
    await tickRows();
    await choose('Mais ações');
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Mudar pacote' }));
    const dialog = await screen.findByRole('dialog', { name: 'Mudar pacote' });
    expect(calls(requests, previewBulkLines)).toEqual([]);
    expect(
      within(dialog).getByRole('button', { name: 'Mudar pacote' }).hasAttribute('disabled'),
    ).toBe(true);
    const tiles = await within(dialog).findByRole('radiogroup', { name: 'Pacote' });
    fireEvent.click(within(tiles).getAllByRole('radio', { name: /Completo/ })[0]!);
    await within(dialog).findByText('1 linha já está neste pacote e fica como está.');
    await within(dialog).findByText('1 de 2 linhas será mudada de pacote');
    expect(calls(requests, previewBulkLines)[0]!.body).toMatchObject({ act: 'plan', package: 4 });
  });

  it('exports only the selected lines', async () => {
    const requests = server();
    await open('/users-iptv?search=ana&paid=open&due=7&status=Ativo');
    await tickRows();
    await choose('Mais ações');
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Exportar Excel' }));
    await screen.findByText('Não há dados para exportar.');
    expect(calls(requests, exportIptvLines)[0]!.body).toEqual({
      ids: [1, 2],
      reseller_id: 0,
      sort: 'exp_date',
      dir: 'asc',
    });
  });
});

describe('selection of all matching lines', () => {
  const all = async () => {
    fireEvent.click(await screen.findByRole('checkbox', { name: /página/i }));
    fireEvent.click(
      await screen.findByRole('button', { name: 'Selecionar os 208 que correspondem' }),
    );
  };

  it('sends the filters of the list instead of ids', async () => {
    const requests = server();
    await open('/users-iptv?status=Teste&expiring=2&paid=open');
    await all();
    await choose('Deletar');
    await screen.findByText('As 208 que correspondem aos filtros');
    await waitFor(() => expect(calls(requests, previewBulkLines)).toHaveLength(1));
    expect(calls(requests, previewBulkLines)[0]!.body).toEqual({
      platform: 'iptv',
      reseller_id: 0,
      sort: 'exp_date',
      dir: 'asc',
      status: 'Teste',
      expiring: 2,
      paid: 'open',
      act: 'delete',
    });
  });

  it('clears the selection when the filters change', async () => {
    server();
    await open('/users-iptv');
    await all();
    fireEvent.click(screen.getByRole('radio', { name: /Desativado/ }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Selecionados' })).toBeNull());
  });
});

describe('preview of a bulk action', () => {
  const look = async (seen: Preview, button: string, start?: Respond) => {
    const requests = server(() => seen, start);
    await open();
    await tickRows();
    await choose(button);
    return { requests, dialog: await screen.findByRole('dialog') };
  };

  it('lists the lines that cannot be changed, with the reason', async () => {
    const refused = [{ reason: 'Um teste não pode ser renovado.', count: 12 }];
    const { dialog } = await look(preview({ total: 14, refused }), '+30 dias');
    await within(dialog).findByText('2 de 14 linhas serão estendidas');
    expect(within(dialog).getByText('12 linhas de fora.')).toBeDefined();
  });

  it('requires the consent to a partial run when the credits are not enough', async () => {
    const { dialog, requests } = await look(
      preview({ balance: 1.4, balanceAfter: 0.4, enoughFor: 1, shortOf: 'balance' }),
      '+30 dias',
    );
    await within(dialog).findByText(
      'O saldo dá para 1 linha. A outra seria recusada, sem custo. Para todas faltam 0,6 créditos.',
    );
    const button = within(dialog).getByRole('button', { name: 'Estender · 1 linha · 1 crédito' });
    expect(button.hasAttribute('disabled')).toBe(true);
    fireEvent.click(within(dialog).getByRole('checkbox', { name: /Entendi: fazer só a primeira/ }));
    fireEvent.click(button);
    await waitFor(() => expect(calls(requests, startBulkLines)).toHaveLength(1));
    expect(calls(requests, startBulkLines)[0]!.body).toMatchObject({ accept_partial: true });
  });

  it('clears the consent to a partial run when the input changes', async () => {
    const { dialog } = await look(
      preview({ balance: 1.4, balanceAfter: 0.4, enoughFor: 1, shortOf: 'balance' }),
      '+30 dias',
    );
    const accepts = async () =>
      within(dialog).findByRole<HTMLInputElement>('checkbox', { name: /Entendi/ });
    fireEvent.click(await accepts());
    expect((await accepts()).checked).toBe(true);
    fireEvent.click(within(dialog).getByRole('radio', { name: /^2\s*2 meses/ }));
    await waitFor(async () => expect((await accepts()).checked).toBe(false));
  });

  it('promises no line when the credits are enough for none', async () => {
    const { dialog } = await look(
      preview({ balance: 0.4, balanceAfter: 0.4, enoughFor: 0, shortOf: 'balance' }),
      '+30 dias',
    );
    await within(dialog).findByText('2 linhas podem ser estendidas');
    expect(within(dialog).getByRole('button', { name: 'Estender' })).toBeDefined();
  });

  it('states which customers lose access by a deletion', async () => {
    const { dialog } = await look(preview({ costEach: 0, cost: 0 }), 'Deletar');
    await within(dialog).findByText('2 linhas oficiais ainda valem');
    expect(within(dialog).getByText(/Só um administrador/)).toBeDefined();
  });

  it('disables the start when no line can be changed', async () => {
    const { dialog } = await look(preview({ doable: 0, enoughFor: 0, cost: 0 }), '+30 dias');
    await within(dialog).findByText('Nenhuma linha pode ser feita');
    expect(within(dialog).getByRole('button', { name: 'Estender' }).hasAttribute('disabled')).toBe(
      true,
    );
  });

  it('reads the preview again when the selection has changed', async () => {
    const { dialog, requests } = await look(preview(), '+30 dias', () => {
      throw new Refusal('selection_changed', { values: { count: 3 } });
    });
    const button = await within(dialog).findByRole('button', { name: /^Estender · 2/ });
    await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false));
    fireEvent.click(button);
    await screen.findByText(/agora são 3 linhas/);
    fireEvent.click(screen.getByRole('button', { name: 'Entendi' }));
    await waitFor(() => expect(calls(requests, previewBulkLines)).toHaveLength(2));
  });

  it('rejects a batch with too many lines', async () => {
    server(() => {
      throw new Refusal('batch_too_large', { values: { most: '20.000' } });
    });
    await open();
    await tickRows();
    await choose('Deletar');
    expect(await screen.findByText(/São mais de 20.000 linhas de uma vez/)).toBeDefined();
  });
});

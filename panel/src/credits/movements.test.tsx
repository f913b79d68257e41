import { Refusal } from '@ramal/contract/api/errors';
import { exportMovements, listMovements } from '@ramal/contract/resellers/credits';
import { getProfile } from '@ramal/contract/sessions';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { profile } from '../lines/test/answers.ts';
import { answering, calls, show } from '../lines/test/screen.tsx';
import { MovementsDialog } from './MovementsDialog.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const entry = {
  id: 41,
  amount: -20,
  reason: 'Promoção',
  reason_label: 'Recarga',
  kind: 'given' as const,
  sale: 6.5,
  billed: 130,
  from_to: 'marcelo → nortetv',
  actor: 'marcelo',
  before: 50,
  after: 30,
  line: null,
  registered: '21/11/2026 14:32',
  reseller: 'marcelo',
  reseller_id: 4821,
};
const sold = {
  ...entry,
  id: 40,
  amount: 10,
  reason: '',
  kind: 'received' as const,
  sale: null,
  billed: null,
  from_to: 'Administração → marcelo',
  actor: 'franquia',
};
const answer = (rows = [entry, sold]) => ({
  data: rows,
  total: rows.length,
  total_exact: true,
  current_page: 1,
  per_page: 10,
  last_page: 1,
  id: 4821,
  username: 'marcelo',
  is_master: 1 as const,
  balance: 30,
  searched_since: null as string | null,
});

const open = () =>
  show(
    <MovementsDialog reseller={{ id: 4821, username: 'marcelo' }} onClose={() => undefined} />,
    '/list-resellers',
  );

it('shows quantity and note, the billed amount, both accounts, balance and date', async () => {
  answering([
    [getProfile, () => profile()],
    [listMovements, () => answer()],
  ]);
  await open();
  const row = (await screen.findByText('marcelo → nortetv')).closest('tr')!;
  const cells = within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);
  expect(cells).toEqual([
    '41',
    '−20Recarga · Promoção',
    'R$ 130,00',
    'marcelo → nortetv',
    '50 → 30',
    '21/11/2026 14:32',
  ]);
  const other = screen.getByText(/^Administração → marcelo/).closest('tr')!;
  expect(other.textContent).toContain('+10');
  expect(other.textContent).toContain('por franquia');
  expect(screen.getByRole('dialog').textContent).toContain('marcelo · saldo 30');
  expect(screen.getAllByRole('switch')).toEqual([screen.getByLabelText('Toda a rede')]);
});

it('filters movements by name or value, kind and period, and exports the filtered rows', async () => {
  const requests = answering([
    [getProfile, () => profile()],
    [listMovements, ({ query }) => answer(query.search ? [] : undefined)],
    [
      exportMovements,
      () => {
        throw new Refusal('nothing_to_export');
      },
    ],
  ]);
  await open();
  await screen.findByText('marcelo → nortetv');
  fireEvent.click(screen.getByRole('radio', { name: 'Enviado' }));
  fireEvent.change(screen.getByLabelText('De'), { target: { value: '01/11/20' } });
  fireEvent.change(screen.getByLabelText('De'), { target: { value: '01/11/2026' } });
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: '130,00' } });
  fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'Enter' });
  await screen.findByText('Nenhum item encontrado!');
  const queries = calls(requests, listMovements).map(({ query }) => query);
  expect(queries.at(-1)).toMatchObject({
    search: '130,00',
    kind: 'given',
    from: '2026-11-01',
    page: '1',
  });
  expect(queries.some(({ from }) => from !== undefined && from !== '2026-11-01')).toBe(false);
  fireEvent.click(screen.getByRole('button', { name: 'Exportar Excel' }));
  await screen.findByText('Não há dados para exportar.');
  expect(calls(requests, exportMovements)[0]!.body).toEqual({
    id: 4821,
    search: '130,00',
    kind: 'given',
    from: '2026-11-01',
  });
});

it('lists the movements of the whole network with their reseller, sortable by each column', async () => {
  const requests = answering([
    [getProfile, () => profile()],
    [listMovements, () => answer([entry, { ...entry, reseller: 'nortetv', reseller_id: 5000 }])],
    [exportMovements, () => ({})],
  ]);
  await open();
  await screen.findAllByText('marcelo → nortetv');
  expect(screen.queryByRole('columnheader', { name: /Revenda/ })).toBeNull();
  fireEvent.click(screen.getByLabelText('Toda a rede'));
  const header = await screen.findByRole('columnheader', { name: /Revenda/ });
  expect(screen.getByText('nortetv')).toBeTruthy();
  fireEvent.click(within(header).getByRole('button'));
  await waitFor(() =>
    expect(calls(requests, listMovements).at(-1)?.query).toMatchObject({
      tree: 'true',
      sort: 'reseller',
      dir: 'asc',
    }),
  );
});

it('states the period that a search in a very large network covers', async () => {
  answering([
    [getProfile, () => profile()],
    [listMovements, () => ({ ...answer([]), searched_since: '12/09/2026 14:10' })],
  ]);
  await open();
  expect(
    await screen.findByText(
      'A busca olhou os movimentos desde 12/09/2026 14:10. Para os anteriores, escolha um período que termine antes.',
    ),
  ).toBeTruthy();
});

it('keeps its filters in the address next to those of the list below', async () => {
  const requests = answering([
    [getProfile, () => profile()],
    [listMovements, () => answer()],
  ]);
  const dialog = (
    <MovementsDialog reseller={{ id: 4821, username: 'marcelo' }} onClose={() => {}} />
  );
  const below = { dialog: 'movements', reseller: 4821, search: 'norte', page: 3 };
  const { search } = await show(
    dialog,
    '/list-resellers?dialog=movements&reseller=4821&search=norte&page=3&d_search=Promo%C3%A7%C3%A3o&d_kind=given',
  );
  await waitFor(() =>
    expect(calls(requests, listMovements).at(-1)?.query).toMatchObject({
      search: 'Promoção',
      kind: 'given',
      page: '1',
    }),
  );
  fireEvent.click(await screen.findByRole('button', { name: /^Data/ }));
  await waitFor(() => expect(search()).toMatchObject({ ...below, d_dir: 'asc' }));
  expect(search()).toMatchObject({ d_search: 'Promoção', d_kind: 'given' });
});

it('shows why the movements could not be read', async () => {
  answering([
    [getProfile, () => profile()],
    [
      listMovements,
      () => {
        throw new Refusal('reseller_not_found');
      },
    ],
  ]);
  await open();
  expect(await screen.findByText(/^Não foi possível encontrar a revenda/)).toBeDefined();
});

// @vitest-environment happy-dom
import { Refusal } from '@ramal/contract/api/errors';
import { exportIptvLines, listIptvLines } from '@ramal/contract/lines/iptv-lines';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lineListAnswer, row } from '../test/answers.ts';
import { open, server } from '../test/list.tsx';
import { calls } from '../test/screen.tsx';

const setViewport = (size: object) =>
  (window as unknown as { happyDOM: { setViewport: (size: object) => void } }).happyDOM.setViewport(
    size,
  );

beforeEach(() => setViewport({ width: 390, height: 844 }));
afterEach(cleanup);

const expiredLines = [1, 2, 3, 4, 5].map((id) =>
  row({ id: 100 + id, username: `10000000${id}`, nota: `Cliente ${id}`, days: -id }),
);
const watching = row({ username: '84920175', nota: 'Dona Célia' });

const answers = () =>
  server(({ query }) =>
    query.due === 'expired' ? lineListAnswer(...expiredLines) : lineListAnswer(watching),
  );

it('shows three expired lines in a separate card on the phone, with a link to the rest', async () => {
  const requests = answers();
  const { search } = await open();
  const apart = within(await screen.findByRole('region', { name: 'Vencidos' }));
  expect(apart.getAllByRole('listitem')).toHaveLength(3);
  expect(apart.getByText('Cliente 1')).toBeTruthy();
  // The panel has sent two requests: one for lines that are not expired, and one for expired lines.
  expect(calls(requests, listIptvLines).map(({ query }) => [query.due, query.expired])).toEqual([
    [undefined, 'false'],
    ['expired', undefined],
  ]);
  expect(screen.getByText('Dona Célia')).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Vencidos/, pressed: false }).textContent).toBe(
    'Vencidos5',
  );
  fireEvent.click(apart.getByRole('button', { name: 'Mais 2 vencidos' }));
  await waitFor(() => expect(search()).toEqual({ due: 'expired' }));
  expect(screen.queryByRole('region', { name: 'Vencidos' })).toBeNull();
});

it('exports the expired lines together with the others', async () => {
  const requests = server(
    ({ query }) =>
      query.due === 'expired' ? lineListAnswer(...expiredLines) : lineListAnswer(watching),
    [
      exportIptvLines,
      () => {
        throw new Refusal('nothing_to_export');
      },
    ],
  );
  await open();
  await screen.findByRole('region', { name: 'Vencidos' });
  fireEvent.click(screen.getByRole('button', { name: 'Filtros' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Exportar Excel' }));
  await screen.findByText('Não há dados para exportar.');
  expect(calls(requests, exportIptvLines)[0]!.body).toEqual({
    reseller_id: 0,
    sort: 'exp_date',
    dir: 'asc',
  });
});

it('shows all actions of an expired line on a tablet, and two on a phone', async () => {
  answers();
  const acts = async () => {
    const apart = within(await screen.findByRole('region', { name: 'Vencidos' }));
    return within(apart.getAllByRole('listitem')[0]!)
      .getAllByRole('button')
      .slice(1)
      .map((act) => act.getAttribute('aria-label'));
  };
  await open();
  expect(await acts()).toEqual(['Mais 30 dias: 100000001', 'Cobrar no WhatsApp: 100000001']);
  cleanup();
  setViewport({ width: 820, height: 1180 });
  await open();
  expect(await acts()).toEqual([
    'Mais 30 dias: 100000001',
    'Cobrar no WhatsApp: 100000001',
    'Copiar usuário e senha: 100000001',
    'Ações de 100000001',
  ]);
});

it('names the customers of the collapsed card and stays collapsed', async () => {
  localStorage.clear();
  answers();
  await open();
  fireEvent.click(await screen.findByRole('button', { name: /^Vencidos/, expanded: true }));
  expect(screen.getByText('Cliente 1, Cliente 2, Cliente 3 e mais 2')).toBeTruthy();
  cleanup();
  await open();
  expect(await screen.findByRole('button', { name: /^Vencidos/, expanded: false })).toBeTruthy();
  localStorage.clear();
});

it('shows one list with all lines when a search or a filter is set', async () => {
  const requests = answers();
  await open('/users-iptv?search=cliente');
  await screen.findByText('Dona Célia');
  expect(screen.queryByRole('region', { name: 'Vencidos' })).toBeNull();
  expect(calls(requests, listIptvLines)[0]!.query.expired).toBeUndefined();
});

it.each(['expired', undefined])(
  'shows no list before both answers have arrived (%s)',
  async (last) => {
    const held = Promise.withResolvers<void>();
    const requests = server(async ({ query }) => {
      if (query.due === last) await held.promise;
      return query.due === 'expired' ? lineListAnswer(...expiredLines) : lineListAnswer(watching);
    });
    await open();
    await waitFor(() => expect(calls(requests, listIptvLines)).toHaveLength(2));
    expect(await screen.findByText('Carregando')).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Vencidos' })).toBeNull();
    expect(screen.queryByText('Dona Célia')).toBeNull();
    held.resolve();
    expect(await screen.findByRole('region', { name: 'Vencidos' })).toBeTruthy();
    expect(screen.getByText('Dona Célia')).toBeTruthy();
  },
);

it('selects an expired line by holding it, together with a line of the list', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  const requests = answers();
  const { search } = await open();
  const apart = within(await screen.findByRole('region', { name: 'Vencidos' }));
  const held = apart.getAllByRole('listitem')[0]!;
  fireEvent.pointerDown(held, { pointerType: 'touch', isPrimary: true });
  act(() => void vi.advanceTimersByTime(1_000));
  vi.useRealTimers();
  const bar = within(await screen.findByRole('region', { name: 'Selecionados' }));
  expect(apart.getByRole('checkbox', { name: 'Selecionar 100000001' })).toHaveProperty(
    'checked',
    true,
  );
  // Lifting the finger does not count as a tap. A tap on another customer selects it.
  fireEvent.pointerUp(held, { pointerType: 'touch', isPrimary: true });
  fireEvent.click(held, { detail: 1 });
  fireEvent.click(screen.getByText('Dona Célia'));
  expect(await bar.findByText('+30 custa até 2 créditos · saldo depois 40,4')).toBeTruthy();
  expect(search()).toEqual({});
  // The list was not read again, so that no card has moved.
  expect(calls(requests, listIptvLines)).toHaveLength(2);
  fireEvent.click(bar.getByRole('button', { name: 'Concluir a seleção' }));
  expect(screen.queryByRole('checkbox')).toBeNull();
});

it('counts the expired lines in the selection of all matching lines', async () => {
  answers();
  await open();
  await screen.findByRole('region', { name: 'Vencidos' });
  fireEvent.click(screen.getByRole('button', { name: 'Filtros' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Selecionar várias' }));
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Selecionar a página' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Selecionar os 6 que correspondem' }));
  expect(screen.getByRole('checkbox', { name: 'Selecionar 100000001' })).toHaveProperty(
    'checked',
    true,
  );
});

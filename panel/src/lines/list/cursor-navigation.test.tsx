/**
 * Tests «Ir para…»: a long list starts at a day or at a name, and the user turns pages from there.
 */
import { countIptvLines, listIptvLines } from '@ramal/contract/lines/iptv-lines';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { counts, row } from '../test/answers.ts';
import { bodyRow, open, server } from '../test/list.tsx';
import { calls } from '../test/screen.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Returns two lines for each page. Their names contain the position. */
const long = (query: Record<string, string>) => ({
  data: [
    row({ id: 1, username: `${query.place ?? query.from ?? query.page}a` }),
    row({ id: 2, username: `${query.place ?? query.from ?? query.page}b` }),
  ],
  total: 10_000,
  total_exact: false,
  current_page: Number(query.page),
  per_page: 10,
  last_page: 1000,
  ...(query.from || query.place
    ? {
        previous_place: query.place === 'p0' ? null : 'p0',
        next_place: query.place === 'p2' ? null : 'p2',
      }
    : {}),
});

const lastPosition = (requests: ReturnType<typeof server>) => {
  const { from, place, page } = calls(requests, listIptvLines).at(-1)!.query;
  return { from, place, page };
};

const openGoTo = async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'Ir para…' }));
  return within(await screen.findByRole('dialog', { name: 'Ir para…' }));
};

it('opens the list at a name, turns pages from there, and returns to the start', async () => {
  const requests = server(({ query }) => long(query), [countIptvLines, () => counts]);
  await open('/users-iptv?sort=username');
  await bodyRow('1a');
  const dialog = await openGoTo();
  fireEvent.change(dialog.getByLabelText('Começo do usuário'), { target: { value: '5501' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Ir' }));
  await bodyRow('5501a');
  expect(lastPosition(requests)).toEqual({ from: '5501', place: undefined, page: '1' });
  expect(await screen.findByText('5501a a 5501b · mais de 10.000 usuários ao todo')).toBeTruthy();

  fireEvent.click(screen.getByRole('button', { name: 'Próxima página' }));
  await bodyRow('p2a');
  expect(lastPosition(requests)).toEqual({ from: undefined, place: 'p2', page: '1' });
  const next = screen.getByRole<HTMLButtonElement>('button', { name: 'Próxima página' });
  expect(next.disabled).toBe(true);

  fireEvent.click(screen.getByRole('button', { name: 'Página anterior' }));
  await bodyRow('p0a');
  fireEvent.click(screen.getByRole('button', { name: 'Início da lista' }));
  await bodyRow('1a');
  expect(await screen.findByRole('button', { name: 'Página 2' })).toBeTruthy();
});

it('requests a whole day when the list is sorted by day', async () => {
  const requests = server(({ query }) => long(query), [countIptvLines, () => counts]);
  await open();
  await bodyRow('1a');
  const dialog = await openGoTo();
  const go = dialog.getByRole('button', { name: 'Ir' });
  fireEvent.click(go);
  expect(dialog.getByText('O campo Vencimento é necessário.')).toBeTruthy();
  fireEvent.change(dialog.getByLabelText('Vencimento'), { target: { value: '0501' } });
  fireEvent.click(go);
  expect(
    dialog.getByText('O campo Vencimento não esta no formato correto. Escreva como 31/12/2026.'),
  ).toBeTruthy();
  fireEvent.change(dialog.getByLabelText('Vencimento'), { target: { value: '05012027' } });
  fireEvent.click(go);
  await bodyRow('2027-01-05a');
  expect(lastPosition(requests)).toEqual({ from: '2027-01-05', place: undefined, page: '1' });
});

it('returns to the first page for another order or filter', async () => {
  const requests = server(({ query }) => long(query), [countIptvLines, () => counts]);
  await open('/users-iptv?sort=username&place=p1');
  await bodyRow('p1a');
  fireEvent.click(screen.getByRole('radio', { name: /^Teste/ }));
  await waitFor(() => expect(lastPosition(requests)).toEqual({ place: undefined, page: '1' }));
});

it('is not offered when each page has a link, or when the order has no cursors', async () => {
  const requests = server(({ query }) => ({
    ...long(query),
    ...(query.sort === 'nota' ? {} : { total: 100, total_exact: true }),
  }));
  await open();
  await bodyRow('1a');
  expect(screen.getByRole('button', { name: 'Página 10' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Ir para…' })).toBeNull();
  cleanup();
  await open('/users-iptv?sort=nota');
  await bodyRow('1a');
  expect(calls(requests, listIptvLines).at(-1)!.query.sort).toBe('nota');
  expect(screen.queryByRole('button', { name: 'Ir para…' })).toBeNull();
});

// @vitest-environment happy-dom
/** Tests for the tab that the ticket list opens. */
import { getProfile } from '@ramal/contract/sessions';
import { listTickets } from '@ramal/contract/tickets/tickets';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startSession } from '../foundation/api/session.ts';
import { profile } from '../lines/test/answers.ts';
import { answering, calls, show } from '../lines/test/screen.tsx';
import { CreateTicket } from './create/CreateTicket.tsx';
import { ResellerTickets } from './Tickets.tsx';

// The test browser has no `document.fonts`. The growing text field needs it.
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });

beforeEach(() => startSession({ userId: 7, username: 'marcelo', token: 't', regPassword: 'r' }));
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

async function open(newest: 0 | 1 | 2 | 3 | null, address = '') {
  const none = { 0: 0, 1: 0, 2: 0, 3: 0 };
  const requests = answering([
    [getProfile, () => profile({ profile: 'reseller' })],
    [
      listTickets,
      () => ({
        data: [],
        total: 0,
        total_exact: true,
        current_page: 1,
        per_page: 10,
        last_page: 1,
        counts: { ...none, 3: 2 },
        unread: newest === null ? none : { ...none, [newest]: 1 },
        newest_unread: newest,
        postponed: 0,
        returns_at: null,
      }),
    ],
  ]);
  await show(<ResellerTickets />, `/ticket${address}`);
  await waitFor(() => expect(calls(requests, listTickets).length).toBeGreaterThan(0));
  return async (status: string) =>
    waitFor(() => expect(calls(requests, listTickets).at(-1)!.query).toMatchObject({ status }));
}

it.each([0, 1, 2, 3] as const)('opens tab %i if it has the newest unread ticket', async (tab) => {
  const shows = await open(tab);
  await shows(String(tab));
  expect((await screen.findAllByText(/· 1 novo/)).length).toBeGreaterThan(0);
});

it('opens «Pendentes» without unread tickets, and the tab of the address in any case', async () => {
  const showsDefault = await open(null);
  await expect(showsDefault('0')).resolves.toBeDefined();
  cleanup();
  const showsNamed = await open(3, '?status=1');
  await expect(showsNamed('1')).resolves.toBeDefined();
});

it('lists the missing values of a ticket form and focuses its first field', async () => {
  answering([[getProfile, () => profile()]]);
  await show(<CreateTicket portal={false} onClose={() => {}} onSaved={() => {}} />, '/ticket');
  fireEvent.click(await screen.findByRole('button', { name: 'Postar' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Ocorreu um erro' });
  const texts = within(dialog).getAllByText(/Título|Categoria|Descrição/);
  expect(texts.length).toBeGreaterThanOrEqual(3);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Entendi' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Título')));
});

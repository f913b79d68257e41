// @vitest-environment happy-dom
/** Tests the mailbox with the keyboard, canned answers, incidents and postponed tickets. */
import type { Endpoint } from '@ramal/contract/api/endpoint';
import { getProfile } from '@ramal/contract/sessions';
import { postponeTicket } from '@ramal/contract/tickets/ticket-acts';
import {
  listIncidents,
  listTicketAnswers,
  readTicketReport,
} from '@ramal/contract/tickets/ticket-answers';
import { readTicketContext } from '@ramal/contract/tickets/ticket-facts';
import {
  finishTicket,
  getTicket,
  listTicketAdmins,
  listTickets,
  readTicket,
  sendTicketMessage,
} from '@ramal/contract/tickets/tickets';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startSession } from '../foundation/api/session.ts';
import { profile } from '../lines/test/answers.ts';
import { answering, calls, type Respond, show } from '../lines/test/screen.tsx';
import { emptyContext, list, NOW, NOW_S, ticketDetail, ticketRow } from './test/answers.ts';
import { ResellerTickets } from './Tickets.tsx';

// The test browser has no `document.fonts`. The growing text field needs it.
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  startSession({ userId: 1, username: 'admin', token: 't', regPassword: 'r' });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const rows = [
  ticketRow({ id: 1, title: 'Primeiro', canFinish: true, unread: 1 }),
  ticketRow({ id: 2, title: 'Segundo', waitsSince: NOW_S - 5 * 3_600 }),
  ticketRow({ id: 3, title: 'Terceiro' }),
];
const detail = (id: number) =>
  ticketDetail(
    rows.find((row) => row.id === id)!,
    { canBlock: true },
  );
const answers = [
  { id: 1, title: 'Reinicie o aparelho', body: 'Desligue da tomada.', version: '1' },
  { id: 2, title: 'Canal em manutenção', body: 'Volta em breve.', version: '1' },
  { id: 3, title: 'Confira as telas', body: 'Há telas demais.', version: '1' },
];

async function open(address = '', more: readonly (readonly [Endpoint, Respond])[] = []) {
  const requests = answering([
    [getProfile, () => profile({ profile: 'admin' })],
    [listTickets, () => list(rows)],
    [getTicket, ({ path }) => detail(Number(path.split('/').at(-1)))],
    [readTicketContext, () => emptyContext],
    [readTicket, () => ({ id: 1, number: 0 })],
    [listIncidents, () => []],
    [listTicketAnswers, () => answers],
    [listTicketAdmins, () => []],
    [
      readTicketReport,
      () => ({ firstAnswerMinutes: 5, endMinutes: 9, late: 0, unassigned: 0, byAdmin: [] }),
    ],
    ...more,
  ]);
  await show(<ResellerTickets />, `/ticket${address}`);
  await screen.findByRole('link', { name: /^Primeiro/ });
  return requests;
}
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
const isOpen = (title: string) => screen.findByRole('heading', { level: 2, name: title });

it('shows unread and late tickets by words, and asks to choose one', async () => {
  await open();
  expect(screen.getByRole('heading', { name: 'Escolha um ticket' })).toBeTruthy();
  expect(screen.getByRole('link', { name: /^Primeiro.*, não lida$/ })).toBeTruthy();
  expect(screen.getByRole('link', { name: /^Segundo.*5 h\s*, espera há muito$/ })).toBeTruthy();
});

it('opens the next and the previous ticket with J and K, and the keys stay in the list', async () => {
  await open();
  press('j');
  await isOpen('Primeiro');
  press('j');
  await isOpen('Segundo');
  expect(document.activeElement?.getAttribute('data-ticket-row')).toBe('2');
  press('k');
  await isOpen('Primeiro');
});

it('opens the ticket that an address of an earlier version names', async () => {
  await open('?dialog=details&ticket=2');
  expect(await isOpen('Segundo')).toBeTruthy();
});

it('finishes the open ticket with E after a question and opens the next one', async () => {
  const requests = await open('?ticket=1', [
    [finishTicket, () => ({ id: 1, message: 'Ticket encerrado com sucesso' })],
  ]);
  await isOpen('Primeiro');
  (document.activeElement as HTMLElement).blur();
  press('e');
  fireEvent.click(await screen.findByRole('button', { name: 'Sim, finalizar' }));
  await isOpen('Segundo');
  expect(calls(requests, finishTicket)).toHaveLength(1);
  expect(await screen.findByText('Ticket encerrado com sucesso')).toBeTruthy();
  // The second ticket cannot be finished, so the key asks nothing.
  press('e');
  expect(screen.queryByText('Finalizar este ticket?')).toBeNull();
});

it('postpones the open ticket with H, and the toast undoes it', async () => {
  const requests = await open('?ticket=1', [
    [postponeTicket, () => ({ id: 1, message: 'Adiado', postponedUntil: NOW_S + 3_600 })],
  ]);
  await isOpen('Primeiro');
  (document.activeElement as HTMLElement).blur();
  press('h');
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Adiar em 1 hora' }));
  await isOpen('Segundo');
  fireEvent.click(await screen.findByRole('button', { name: 'Desfazer' }));
  await waitFor(() =>
    expect(calls(requests, postponeTicket).map(({ body }) => body.until)).toEqual([
      'in_an_hour',
      null,
    ]),
  );
});

it('lists the canned answers after «/» and inserts one without sending it', async () => {
  const requests = await open('?ticket=1');
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Mensagem' });
  expect(screen.getByRole('button', { name: 'mais 1' })).toBeTruthy();
  fireEvent.change(field, { target: { value: '/' } });
  const options = await screen.findByRole('listbox', { name: 'Respostas prontas' });
  expect(within(options).getAllByRole('option')).toHaveLength(3);
  fireEvent.change(field, { target: { value: '/manutencao' } });
  expect(within(options).getAllByRole('option')).toHaveLength(1);
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(field.value).toBe('Volta em breve.');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(calls(requests, sendTicketMessage)).toEqual([]);
});

it('filters the list by an incident and answers its tickets from one button', async () => {
  const incident = {
    key: 's:9',
    label: 'Arena Estádio',
    tickets: 6,
    since: NOW_S,
    problem: 'A fonte não responde.',
    watching: 41,
  };
  const requests = await open('', [[listIncidents, () => [incident]]]);
  fireEvent.click(
    screen.getByRole('button', { name: /^6 sobre Arena Estádio\s*41 linhas com falha/ }),
  );
  await waitFor(() => expect(calls(requests, listTickets).at(-1)!.query.channel).toBe('s:9'));
  fireEvent.click(screen.getByRole('button', { name: 'Responder aos 6' }));
  expect(await screen.findByRole('dialog', { name: /Responder aos 6 tickets/ })).toBeTruthy();
});

it('shows the postponed tickets on request', async () => {
  const page = { ...list([]), postponed: 2, returnsAt: NOW_S + 3_600 };
  const requests = await open('', [
    [listTickets, ({ query }) => (query.postponed ? list(rows) : { ...page, data: rows })],
  ]);
  fireEvent.click(screen.getByRole('button', { name: /^2 tickets adiados/ }));
  expect(await screen.findByText('Tickets que você adiou')).toBeTruthy();
  expect(calls(requests, listTickets).at(-1)!.query).toMatchObject({ postponed: 'true' });
});

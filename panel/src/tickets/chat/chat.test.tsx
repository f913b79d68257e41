/**
 * Tests the chat of a ticket over a network that loses answers. Each message must arrive exactly
 * once.
 */
import { Refusal } from '@ramal/contract/api/errors';
import { forwardMessage } from '@ramal/contract/tickets/administration-messages';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import {
  type ChatMessage,
  getTicket,
  listTickets,
  readTicket,
  sendTicketMessage,
} from '@ramal/contract/tickets/tickets';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { profile } from '../../lines/test/answers.ts';
import { answering as answeringAll, type Respond, show } from '../../lines/test/screen.tsx';
import type { Endpoint } from '@ramal/contract/api/endpoint';
import { getProfile } from '@ramal/contract/sessions';
import { readTicketContext } from '@ramal/contract/tickets/ticket-facts';
import { reopenTicket } from '@ramal/contract/tickets/ticket-acts';
import { startSession } from '../../foundation/api/session.ts';
import { ResellerTickets } from '../Tickets.tsx';
import { emptyContext, list, NOW, NOW_S, ticketDetail, ticketRow } from '../test/answers.ts';

// The test browser has no `document.fonts`. The growing text field needs it.
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  startSession({ userId: 7, username: 'marcelo', token: 't', regPassword: 'r' });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const message = (number: number, bodyText: string, clientId: string): ChatMessage => ({
  id: number,
  idTicket: 5,
  idRes: 7,
  bodyText,
  dateText: '',
  timestamp: NOW_S,
  number,
  clientId,
  from: 'author',
  author: 'marcelo',
  mine: true,
  pictures: [],
});
const ticket = (
  chat: ChatMessage[],
  last: number,
  change: Partial<ResponseOf<typeof getTicket>> = {},
): ResponseOf<typeof getTicket> =>
  ticketDetail(ticketRow({ id: 5, title: 'Não abre', canFinish: true }), {
    chat,
    lastNumber: last,
    ...change,
  });

const answering = (answers: readonly (readonly [Endpoint, Respond])[]) =>
  answeringAll([
    [getProfile, () => profile({ profile: 'reseller' })],
    [listTickets, () => list([ticketRow({ id: 5, title: 'Não abre' })])],
    [readTicketContext, () => emptyContext],
    [readTicket, () => ({ id: 5, number: 0 })],
    ...answers,
  ]);
const open = () => show(<ResellerTickets />, '/ticket?ticket=5');
const write = async (text: string) => {
  fireEvent.change(await screen.findByRole('textbox', { name: 'Mensagem' }), {
    target: { value: text },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Enviar' }));
};

it('ignores the second tap of a double tap after sending', async () => {
  answering([[getTicket, () => ticket([], 0)]]);
  await open();
  await write('Bom dia');
  fireEvent.click(screen.getByRole('button', { name: 'Enviar' }));
  expect(screen.queryByText('A mensagem não pode ser em branco')).toBeNull();
});

it('shows an error for an empty message', async () => {
  answering([[getTicket, () => ticket([], 0)]]);
  await open();
  await write(' ');
  expect(await screen.findByText('A mensagem não pode ser em branco')).toBeTruthy();
});

it('sends a message whose answer was lost again under the same id, and shows it once', async () => {
  const stored = new Map<string, ChatMessage>();
  let tries = 0;
  const requests = answering([
    [
      getTicket,
      ({ query }) =>
        ticket(
          [...stored.values()].filter(({ number }) => number > Number(query.after ?? 0)),
          stored.size,
        ),
    ],
    [readTicket, () => ({ id: 5, number: 0 })],
    [
      sendTicketMessage,
      ({ body }) => {
        const id = String(body.clientId);
        const sent = stored.get(id) ?? message(stored.size + 1, String(body.mensagem), id);
        stored.set(id, sent);
        tries += 1;
        if (tries === 1) throw new TypeError('Failed to fetch');
        return { message: 'Mensagem enviada com sucesso', status: 2, sent };
      },
    ],
  ]);
  await open();
  await write('Voltou agora');
  await waitFor(() => expect(tries).toBe(2), { timeout: 8_000 });
  await waitFor(() => expect(localStorage.getItem('ramal.outbox.7.5')).toBeNull());
  expect(screen.getAllByText('Voltou agora')).toHaveLength(1);
  const ids = requests.flatMap(({ name, body }) =>
    name === sendTicketMessage.name ? [body.clientId] : [],
  );
  expect(new Set(ids).size).toBe(1);
});

it('keeps a rejected message with the reason until it is sent again or discarded', async () => {
  answering([
    [getTicket, () => ticket([], 0)],
    [
      sendTicketMessage,
      () => {
        throw new Refusal('ticket_blocked');
      },
    ],
  ]);
  await open();
  await write('Por quê?');
  expect((await screen.findByRole('alert')).textContent).toContain('bloqueado pela administração');
  fireEvent.click(screen.getByRole('button', { name: 'Descartar' }));
  await waitFor(() => expect(screen.queryByText('Por quê?')).toBeNull());
});

it('shows the specified text when the server fails to return a ticket', async () => {
  answering([
    [
      getTicket,
      () => {
        throw new Refusal('internal');
      },
    ],
  ]);
  await open();
  expect(await screen.findByText('Por favor, tente novamente mais tarde.')).toBeTruthy();
});

it('folds the facts of a ticket to one row on a phone', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('width < '),
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  const line = {
    id: 3,
    platform: 'iptv',
    username: '84920175',
    note: 'Dona Célia',
    status: 'Ativo',
    expiresAt: NOW_S + 86_400,
    package: 'Completo',
    screens: 2,
    screensInUse: 1,
    lastPlayedAt: null,
    lastPlayed: '',
    watching: 'Arena 1',
    refusedToday: 3,
    refusals: [{ text: 'As telas da assinatura estão em uso em outro aparelho.', at: NOW_S }],
  } as const;
  const channel = {
    label: 'ESPN 2 FHD',
    problem: 'A fonte não responde.',
    checkedAt: NOW_S,
    watching: 17,
    tickets: 0,
  };
  answering([
    [getTicket, () => ticket([], 0)],
    [readTicketContext, () => ({ ...emptyContext, line, channels: [channel] })],
  ]);
  await open();
  const row = await screen.findByRole('button', { name: /^Dona Célia/ });
  expect(row.textContent).toContain('assistindo · vence');
  expect(row.textContent).toContain('4 entradas recusadas');
  expect(row.getAttribute('aria-expanded')).toBe('false');
  expect(screen.getByText('ESPN 2 FHD falha para 17 linhas')).toBeTruthy();
  fireEvent.click(row);
  const facts = await screen.findByRole('region', { name: 'Detalhes' });
  expect(within(facts).getByText('1 de 2 telas')).toBeTruthy();
  expect(within(facts).getByText('Senha errada')).toBeTruthy();
  const link = within(facts).getByRole('link', { name: /Abrir a página da cliente/ });
  expect(link.getAttribute('href')).toBe('/users-iptv?line=3');
});

it('shows why nothing can be written', async () => {
  answering([
    [getTicket, () => ticket([], 0, { canWrite: false, whyNot: 'Este ticket foi finalizado.' })],
  ]);
  await open();
  expect(await screen.findByText('Este ticket foi finalizado.')).toBeTruthy();
  expect(screen.queryByRole('textbox', { name: 'Mensagem' })).toBeNull();
});

it('forwards a message of the administration to the network with an own text', async () => {
  const requests = answering([
    [
      getTicket,
      () => ticket([], 0, { category: 9, canWrite: false, canFinish: false, passesOnTo: 3 }),
    ],
    [forwardMessage, () => ({ id: 6, sent: 3, message: 'Mensagem repassada.' })],
  ]);
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Repassar à minha rede' }));
  fireEvent.change(await screen.findByRole('textbox', { name: /^Sua palavra/ }), {
    target: { value: 'Confiram hoje' },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Repassar para 3 revendas' }));
  await waitFor(() =>
    expect(requests.filter(({ name }) => name === forwardMessage.name)).toMatchObject([
      { body: { palavra: 'Confiram hoje' } },
    ]),
  );
});

it('shows the text of the ticket as its first message, and has the focus in the field', async () => {
  answering([
    [getTicket, () => ticket([], 0)],
    [readTicket, () => ({ id: 5, number: 0 })],
  ]);
  await open();
  const log = await screen.findByRole('log');
  expect(within(log).getByText('Desde ontem.')).toBeDefined();
  expect(screen.queryByText('Nenhuma mensagem ainda')).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Mensagem')));
});

it('offers to reopen a finished ticket in place of the field', async () => {
  let isFinished = true;
  const requests = answering([
    [
      getTicket,
      () =>
        ticket([], 0, {
          status: isFinished ? 1 : 2,
          finishedAt: isFinished ? NOW_S : null,
          canWrite: !isFinished,
          canFinish: !isFinished,
          canReopen: isFinished,
        }),
    ],
    [
      reopenTicket,
      () => {
        isFinished = false;
        return { id: 5, message: 'Ticket reaberto' };
      },
    ],
  ]);
  await open();
  expect(await screen.findByText(/^Finalizado hoje às /)).toBeTruthy();
  expect(screen.queryByRole('textbox', { name: 'Mensagem' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Reabrir' }));
  expect(await screen.findByRole('textbox', { name: 'Mensagem' })).toBeTruthy();
  expect(requests.filter(({ name }) => name === reopenTicket.name)).toHaveLength(1);
});

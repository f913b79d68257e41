/** Answers of the mailbox's calls for tests, in the format of the code. */
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import type { TicketContext } from '@ramal/contract/tickets/ticket-facts';
import type { TicketRow, getTicket, listTickets } from '@ramal/contract/tickets/tickets';

/** Clock of the tests of tickets. */
export const NOW = new Date('2026-11-21T15:00:00Z');
/** The same time in seconds. */
export const NOW_S = NOW.getTime() / 1_000;

export const ticketRow = (change: Partial<TicketRow> & { readonly id: number }): TicketRow => ({
  status: 2,
  blocked: 0,
  category: 1,
  technology: null,
  title: `Ticket ${change.id}`,
  content: 'Desde ontem.',
  dateText: '',
  franchise: '',
  idRes: 7,
  author: 'marcelo',
  idUser: null,
  user: '',
  channels: [],
  resolution: '',
  createdAt: NOW_S,
  unread: 0,
  assigned: null,
  lastMessage: '',
  lastFrom: null,
  lastAt: NOW_S,
  waitsSince: null,
  canFinish: false,
  postponedUntil: null,
  ...change,
});

/** The open conversation of a row, without messages. */
export const ticketDetail = (
  row: TicketRow,
  change: Partial<ResponseOf<typeof getTicket>> = {},
): ResponseOf<typeof getTicket> => ({
  ...row,
  system: 1,
  chat: [],
  lastNumber: 0,
  removed: [],
  readNumber: 0,
  firstAnswerAt: null,
  canWrite: true,
  whyNot: '',
  canReopen: false,
  finishedAt: null,
  passesOnTo: 0,
  canBlock: false,
  facts: null,
  ...change,
});

export const list = (data: TicketRow[]): ResponseOf<typeof listTickets> => ({
  data,
  total: data.length,
  totalExact: true,
  currentPage: 1,
  perPage: 30,
  lastPage: 1,
  counts: { 0: 0, 1: 0, 2: data.length, 3: 0 },
  unread: { 0: 0, 1: 0, 2: 0, 3: 0 },
  newestUnread: null,
  postponed: 0,
  returnsAt: null,
});

export const emptyContext: TicketContext = {
  line: null,
  seller: null,
  channels: [],
  related: [],
};

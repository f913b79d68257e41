/**
 * Support tickets of resellers and of the customers' portal, with their chat (E-44 to E-48).
 * Messages are numbered within a ticket, so that a client can request the messages after the last
 * one that it has.
 */
import { z } from 'zod';
import { profiles } from '../api/access.ts';
import { endpoint } from '../api/endpoint.ts';
import { day, flag, id, idParam, text, whole } from '../api/fields.ts';
import { pageSchema, pageQuery } from '../api/paging.ts';
import {
  PORTAL_TICKETS,
  openCategories,
  resolutions,
  technologies,
  ticketCategories,
  ticketStatuses,
} from '../rules/tickets.ts';
import { ticketFacts } from './ticket-facts.ts';

export const TITLE_LENGTH = 120;
export const MESSAGE_LENGTH = 5_000;
/** Maximum number of messages in one response. A longer chat needs several requests. */
export const CHAT_PAGE = 300;
export const PICTURES_A_MESSAGE = 5;
const CHANNELS_A_TICKET = 20;

const status = z.literal([...ticketStatuses]);
const category = z.literal([...ticketCategories]);

const ticketFields = {
  id: z.int(),
  status,
  blocked: z.literal([0, 1]),
  category,
  technology: z.literal([...technologies]).nullable(),
  title: z.string(),
  /**
   * Content. In a message of the administration it is HTML, which is sanitised again before
   * display. Otherwise it is plain text.
   */
  content: z.string(),
  dateText: z.string(),
  /** Brand of the author's franchise; empty for all callers but admins. */
  franchise: z.string(),
  /**
   * Id of the account that opened the ticket. For a customer's ticket the account that owns the
   * line.
   */
  idRes: z.int(),
  /** User name of the author («Feita por»). For a customer's ticket the user name of the line. */
  author: z.string(),
  /** Line that the ticket is about, or free text. */
  idUser: z.union([z.int(), z.string()]).nullable(),
  user: z.string(),
  channels: z.array(z.string()),
  resolution: z.string(),
  createdAt: z.int(),
  /**
   * Number of messages by others that this account has not read. A ticket that another account or a
   * customer opened counts as one further message until this account opens it.
   */
  unread: z.int(),
  /** Admin in charge of the ticket. Null if no admin took it. */
  assigned: z.object({ id: z.int(), username: z.string() }).nullable(),
};

const ticketRow = z.object({
  ...ticketFields,
  lastMessage: z.string(),
  /** Side that wrote the last message: the author of the ticket or the support. */
  lastFrom: z.enum(['author', 'support']).nullable(),
  lastAt: z.int(),
  /** Time since which the ticket waits for the administration; null if it does not wait. */
  waitsSince: z.int().nullable(),
  canFinish: z.boolean(),
  /** Time until which this account postponed the ticket; null if it is not postponed. */
  postponedUntil: z.int().nullable(),
});
export type TicketRow = z.output<typeof ticketRow>;

export const ticketSorts = [
  'created_at',
  'title',
  'category',
  'technology',
  'status',
  'franchise',
  'author',
  'last_at',
] as const;
export type TicketSort = (typeof ticketSorts)[number];

const ticketFilters = z.object({
  ...pageQuery(ticketSorts).shape,
  dir: z.enum(['asc', 'desc']).default('desc').meta({ title: 'Sentido' }),
  status: whole('Status', 0, 3).optional(),
  category: whole('Categoria', 1, 9).optional(),
  date: day('Data').optional(),
  /** Id of the account that opened the ticket. Only admins may use this filter. */
  filterResellerId: id('ID Rev').optional(),
  /** `key` of an incident. The filter selects the tickets about its channel. */
  channel: text('Canal', 200).optional(),
  /**
   * True for the tickets that this account postponed, false for the others. Without it, postponed
   * tickets are left out unless the request searches.
   */
  postponed: flag('Adiados').optional(),
});

const ticketPage = pageSchema(ticketRow).extend({
  /** Number of tickets in each tab under the same filters. */
  counts: z.object({ 0: z.int(), 1: z.int(), 2: z.int(), 3: z.int() }),
  /**
   * Number of tickets in each tab with messages that the seller has not read. The numbers are 0 for
   * admins, who use «Pendentes» instead.
   */
  unread: z.object({ 0: z.int(), 1: z.int(), 2: z.int(), 3: z.int() }),
  /** Tab of the newest unread ticket; null without one (Q-TICKETTAB). */
  newestUnread: status.nullable(),
  /** Number of tickets under these filters that this account postponed, in all tabs. */
  postponed: z.int(),
  /** Time at which the first postponed ticket returns to the list; null without one. */
  returnsAt: z.int().nullable(),
});

export const listTickets = endpoint({
  name: 'list-tickets',
  method: 'GET',
  path: '/api/ticket',
  summary: 'Os tickets que a conta pode ver, com a contagem de cada aba.',
  access: { profiles },
  query: ticketFilters,
  answer: ticketPage,
  errors: ['forbidden', 'sort_too_many'],
});

export const listPortalTickets = endpoint({
  name: 'list-portal-tickets',
  method: 'GET',
  path: '/api/ticket-portal-office',
  summary: 'Os tickets do portal que a conta pode ver, com a contagem de cada aba.',
  access: { profiles },
  query: ticketFilters,
  answer: ticketPage,
  errors: ['forbidden', 'sort_too_many'],
});

export const createTicket = endpoint({
  name: 'create-ticket',
  method: 'POST',
  path: '/api/ticket',
  summary: 'Abre um ticket (V-42 a V-45). Na tela do portal, systemTypeId é 2.',
  access: { profiles },
  body: z.object({
    title: text('Título', TITLE_LENGTH),
    category: whole('Categoria')
      .pipe(z.literal([...openCategories]))
      .meta({ title: 'Categoria' }),
    content: text('Descrição', MESSAGE_LENGTH),
    tech: whole('Tecnologia')
      .pipe(z.literal([...technologies]))
      .nullish()
      .meta({ title: 'Tecnologia' }),
    resolution: z.enum(resolutions).optional().meta({ title: 'Resolução' }),
    ticketOwner: whole('Usuário', 1).nullish(),
    username: text('Usuário', 100).optional(),
    channels: z
      .array(text('Canal', 200))
      .max(CHANNELS_A_TICKET)
      .optional()
      .meta({ title: 'Canais' }),
    /**
     * Ids in the catalogue of the `channels`, in the same order. 0 for a channel that the user
     * typed as free text.
     */
    idChannels: z.array(whole('Canal')).max(CHANNELS_A_TICKET).optional().meta({ title: 'Canais' }),
    systemTypeId: whole('Tipo', 1, PORTAL_TICKETS).optional(),
  }),
  answer: z.object({ id: z.int(), message: z.string() }),
  errors: ['ticket_incomplete', 'line_not_found', 'too_many_attempts', 'key_reused'],
  keyed: true,
});

export const picture = z.object({
  /** Random file name. The server sends the picture to a session that may see the ticket. */
  name: z.string(),
  width: z.int(),
  height: z.int(),
  bytes: z.int(),
});

export const chatMessage = z.object({
  id: z.int(),
  idTicket: z.int(),
  /**
   * Account id of the author. 0 for the administration, which resellers and customers see as
   * «Suporte».
   */
  idRes: z.int(),
  bodyText: z.string(),
  dateText: z.string(),
  timestamp: z.int(),
  /** Number of the message: 1, 2, 3 … within the ticket, without gaps. */
  number: z.int(),
  /**
   * Id that the sending client creates. The client repeats the request with it after a lost
   * response.
   */
  clientId: z.string().nullable(),
  from: z.enum(['author', 'support']),
  author: z.string(),
  mine: z.boolean(),
  pictures: z.array(picture),
});
export type ChatMessage = z.output<typeof chatMessage>;

export const getTicket = endpoint({
  name: 'get-ticket',
  method: 'GET',
  path: '/api/ticket/:id',
  summary: 'Um ticket e as mensagens depois da de número «after», em ordem.',
  access: { profiles },
  params: idParam,
  query: z.object({ after: whole('Depois de', 0, 1_000_000).default(0) }),
  answer: z.object({
    ...ticketFields,
    system: z.int(),
    chat: z.array(chatMessage),
    /**
     * Number of the newest message. If it is higher than the last number in `chat`, more messages
     * can be read.
     */
    lastNumber: z.int(),
    /** Numbers of messages that an admin removed. */
    removed: z.array(z.int()),
    /** Number of the last message that the other side (author or support) has read. */
    readNumber: z.int(),
    firstAnswerAt: z.int().nullable(),
    canWrite: z.boolean(),
    /** Reason why the caller cannot write; empty if the caller can. */
    whyNot: z.string(),
    canFinish: z.boolean(),
    /** True if the ticket is finished and the caller may continue it. */
    canReopen: z.boolean(),
    finishedAt: z.int().nullable(),
    /** Time until which the caller postponed the ticket; null if it is not postponed. */
    postponedUntil: z.int().nullable(),
    /**
     * Number of descendants to whom the caller may forward a message of the administration. 0 if
     * the caller may not forward it.
     */
    passesOnTo: z.int(),
    canBlock: z.boolean(),
    /**
     * State of line and channels when the ticket was opened; null if it names no line and no
     * channel.
     */
    facts: ticketFacts.nullable(),
  }),
  errors: ['ticket_not_found'],
});

export const sendTicketMessage = endpoint({
  name: 'send-ticket-message',
  method: 'PUT',
  path: '/api/ticket/:id',
  summary: 'Escreve no chat de um ticket; com o mesmo client_id, uma vez só.',
  access: { profiles },
  params: idParam,
  body: z.object({
    bodyText: z
      .string()
      .trim()
      .max(MESSAGE_LENGTH)
      .refine((value) => value.isWellFormed() && !value.includes('\0'))
      .optional()
      .meta({ title: 'Mensagem' }),
    clientId: z.uuid().optional().meta({ title: 'ID do envio' }),
    /** Names of pictures that were uploaded to this ticket. */
    pictures: z
      .array(text('Imagem', 100))
      .max(PICTURES_A_MESSAGE)
      .optional()
      .meta({ title: 'Imagens' }),
  }),
  answer: z.object({ message: z.string(), status, sent: chatMessage }),
  errors: [
    'ticket_not_found',
    'ticket_not_yours',
    'ticket_finished',
    'ticket_blocked',
    'ticket_without_chat',
    'ticket_full',
    'message_blank',
    'picture_not_found',
    'key_reused',
    'too_many_attempts',
  ],
});

export const readTicket = endpoint({
  name: 'mark-ticket-read',
  method: 'POST',
  path: '/api/ticket/:id/read',
  summary: 'Marca as mensagens até este número como lidas pela conta.',
  access: { profiles },
  params: idParam,
  body: z.object({ number: whole('Número', 0, 1_000_000) }),
  answer: z.object({ id: z.int(), number: z.int() }),
  errors: ['ticket_not_found'],
});

const acted = z.object({ id: z.int(), message: z.string() });

export const finishTicket = endpoint({
  name: 'finish-ticket',
  method: 'GET',
  path: '/api/finishTicket/:id',
  summary: 'Encerra um ticket em andamento (T-27).',
  access: { profiles },
  params: idParam,
  answer: acted,
  errors: ['ticket_not_found', 'ticket_not_yours', 'ticket_not_in_progress'],
  writes: true,
});

export const blockTicket = endpoint({
  name: 'block-ticket',
  method: 'GET',
  path: '/api/ticket-block/:id',
  summary: 'Bloqueia um ticket: só a administração escreve nele (T-28, T-29).',
  access: { profiles: ['admin'] },
  params: idParam,
  answer: acted,
  errors: ['ticket_not_found', 'ticket_pending', 'ticket_blocked_already'],
  writes: true,
});

export const removeTicketMessage = endpoint({
  name: 'remove-ticket-message',
  method: 'GET',
  path: '/api/remove-chat/:id',
  summary: 'Remove uma mensagem do chat, pelo id dela (Q-DELCHAT).',
  access: { profiles: ['admin'] },
  params: idParam,
  answer: acted,
  errors: ['ticket_message_not_found'],
  writes: true,
});

export const assignTicket = endpoint({
  name: 'assign-ticket',
  method: 'POST',
  path: '/api/ticket/:id/assign',
  summary: 'Diz qual administrador cuida do ticket; sem conta, ninguém.',
  access: { profiles: ['admin'] },
  params: idParam,
  body: z.object({ accountId: whole('Responsável', 1).nullish() }),
  answer: acted,
  errors: ['ticket_not_found', 'admin_not_found'],
});

export const listResellerUsers = endpoint({
  name: 'list-reseller-users',
  method: 'GET',
  path: '/api/get-users-resseler',
  summary:
    'Os usuários da própria conta, para escolher um num ticket: os primeiros cinquenta por nome.',
  access: { profiles },
  query: z.object({ search: text('Busca', 100).optional() }),
  answer: z.object({ users: z.array(z.object({ label: z.string(), value: z.int() })) }),
  errors: [],
});

export const listTicketAdmins = endpoint({
  name: 'list-ticket-admins',
  method: 'GET',
  path: '/api/ticket-admins',
  summary: 'As contas de administração que podem cuidar de um ticket.',
  access: { profiles: ['admin'] },
  answer: z.array(z.object({ id: z.int(), username: z.string() })),
  errors: [],
});

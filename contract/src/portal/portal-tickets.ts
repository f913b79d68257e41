/**
 * Tickets of customers in the portal. Sellers see them at /ticket-portal. All calls of the portal
 * have their key in the body.
 */
import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { text, whole } from '../api/fields.ts';
import { ticketStatuses } from '../rules/tickets.ts';

const key = { key: text('Acesso', 200) };
/**
 * Id that the browser creates for one act. A repeated request with the same id has no second
 * effect.
 */
const clientId = { clientId: z.uuid().meta({ title: 'ID do envio' }) };

/** Categories of the specification for customers; the first is the most common. */
const customerCategories = [2, 5, 8, 1] as const;
const MAX_CUSTOMER_TEXT_LENGTH = 2_000;

const ticket = z.object({
  id: z.int(),
  /** First text line of the ticket. */
  title: z.string(),
  status: z.union(ticketStatuses.map((status) => z.literal(status))),
  /** Unix seconds. */
  lastAt: z.int(),
});
export type CustomerTicket = z.output<typeof ticket>;

const message = z.object({
  number: z.int(),
  text: z.string(),
  at: z.int(),
  /** True if the customer wrote the message. */
  mine: z.boolean(),
});
export type CustomerMessage = z.output<typeof message>;

export const listCustomerTickets = endpoint({
  name: 'list-customer-tickets',
  method: 'POST',
  path: '/api/portal/tickets',
  summary: 'Os pedidos de ajuda desta linha, do mais novo ao mais antigo.',
  access: 'public',
  body: z.object(key),
  answer: z.object({ tickets: z.array(ticket) }),
  errors: ['portal_key_refused'],
});

export const openCustomerTicket = endpoint({
  name: 'open-customer-ticket',
  method: 'POST',
  path: '/api/portal/open-ticket',
  summary: 'Abre um pedido de ajuda; com o mesmo client_id, um só.',
  access: 'public',
  body: z.object({
    ...key,
    ...clientId,
    category: whole('Assunto', 1, 9).pipe(z.literal(customerCategories)).meta({ title: 'Assunto' }),
    text: text('O que aconteceu', MAX_CUSTOMER_TEXT_LENGTH),
  }),
  answer: z.object({ id: z.int() }),
  errors: ['portal_key_refused', 'too_many_attempts'],
});

export const readCustomerTicket = endpoint({
  name: 'read-customer-ticket',
  method: 'POST',
  path: '/api/portal/read-ticket',
  summary: 'Um pedido de ajuda, com as mensagens depois de um número.',
  access: 'public',
  body: z.object({
    ...key,
    id: whole('Pedido', 1),
    after: whole('Depois de', 0).default(0),
  }),
  answer: ticket.extend({
    text: z.string(),
    canWrite: z.boolean(),
    messages: z.array(message),
  }),
  errors: ['portal_key_refused', 'ticket_not_found'],
});

export const writeCustomerMessage = endpoint({
  name: 'write-customer-message',
  method: 'POST',
  path: '/api/portal/write-message',
  summary: 'Escreve em um pedido de ajuda; com o mesmo client_id, uma vez só.',
  access: 'public',
  body: z.object({
    ...key,
    ...clientId,
    id: whole('Pedido', 1),
    text: text('Mensagem', MAX_CUSTOMER_TEXT_LENGTH),
  }),
  answer: message,
  errors: [
    'portal_key_refused',
    'ticket_not_found',
    'ticket_finished',
    'ticket_blocked',
    'message_blank',
    'too_many_attempts',
  ],
});

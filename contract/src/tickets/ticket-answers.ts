/** Canned answers, tickets about one channel, and response times, for the administration. */
import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { idParam, readVersion, text, whole } from '../api/fields.ts';
import { MESSAGE_LENGTH } from './tickets.ts';

const admins = { profiles: ['admin'] } as const;

export const MAX_ANSWERS = 50;

const answer = z.object({
  id: z.int(),
  title: z.string(),
  body: z.string(),
  /** Version of the row, which changes with every save. */
  version: z.string(),
});
export type TicketAnswer = z.output<typeof answer>;
const body = z.object({ title: text('Nome', 60), body: text('Texto', MESSAGE_LENGTH) });

export const listTicketAnswers = endpoint({
  name: 'list-ticket-answers',
  method: 'GET',
  path: '/api/ticket-answers',
  summary: 'As respostas prontas da administração.',
  access: admins,
  answer: z.array(answer),
  errors: [],
});

export const createTicketAnswer = endpoint({
  name: 'create-ticket-answer',
  method: 'POST',
  path: '/api/ticket-answers',
  summary: 'Guarda uma resposta pronta.',
  access: admins,
  body,
  answer,
  errors: ['name_taken', 'ticket_answers_full'],
});

export const editTicketAnswer = endpoint({
  name: 'edit-ticket-answer',
  method: 'PUT',
  path: '/api/ticket-answers/:id',
  summary: 'Edita uma resposta pronta.',
  access: admins,
  params: idParam,
  body: body.extend({ version: readVersion }),
  answer,
  errors: ['name_taken', 'ticket_answer_not_found', 'changed_meanwhile'],
});

export const deleteTicketAnswer = endpoint({
  name: 'delete-ticket-answer',
  method: 'DELETE',
  path: '/api/ticket-answers/:id',
  summary: 'Apaga uma resposta pronta.',
  access: admins,
  params: idParam,
  answer: z.object({ id: z.int(), message: z.string() }),
  errors: ['ticket_answer_not_found'],
});

export const incident = z.object({
  /**
   * Key of the incident. The list of tickets uses it as the filter `channel`, and an answer uses it
   * to name the incident.
   */
  key: z.string(),
  label: z.string(),
  tickets: z.int(),
  since: z.int(),
  /** Error of the channel's source; empty while the source answers. */
  problem: z.string(),
  watching: z.int(),
});
export type Incident = z.output<typeof incident>;

export const listIncidents = endpoint({
  name: 'list-ticket-incidents',
  method: 'GET',
  path: '/api/ticket-incidents',
  summary: 'Canais com mais de um ticket aberto nas últimas 24 horas, os maiores primeiro.',
  access: admins,
  query: z.object({ systemTypeId: whole('Tipo', 1, 2).default(1) }),
  answer: z.array(incident),
  errors: [],
});

export const answerIncident = endpoint({
  name: 'answer-ticket-incident',
  method: 'POST',
  path: '/api/ticket-incidents/answer',
  summary: 'Responde de uma vez a todos os tickets abertos sobre um canal.',
  access: admins,
  body: z.object({
    key: text('Canal', 200),
    bodyText: text('Mensagem', MESSAGE_LENGTH),
    /** Id that the client creates. A repeated request with the same id sends nothing twice. */
    clientId: z.uuid().meta({ title: 'ID do envio' }),
    systemTypeId: whole('Tipo', 1, 2).default(1),
  }),
  answer: z.object({ message: z.string(), tickets: z.int() }),
  errors: ['incident_not_found', 'ticket_full'],
});

export const readTicketReport = endpoint({
  name: 'read-ticket-report',
  method: 'GET',
  path: '/api/ticket-report',
  summary: 'Tempos de atendimento dos últimos 30 dias e o que espera agora.',
  access: admins,
  query: z.object({ systemTypeId: whole('Tipo', 1, 2).default(1) }),
  answer: z.object({
    /** Median times in minutes; null without data. */
    firstAnswerMinutes: z.int().nullable(),
    endMinutes: z.int().nullable(),
    /** Number of tickets waiting for more than four hours. */
    late: z.int(),
    /** Number of tickets that are neither finished nor assigned to an admin. */
    unassigned: z.int(),
    byAdmin: z.array(
      z.object({
        username: z.string(),
        answered: z.int(),
        firstAnswerMinutes: z.int().nullable(),
      }),
    ),
  }),
  errors: [],
});

/** Acts that postpone a ticket or reopen it. */
import { z } from 'zod';
import { profiles } from '../api/access.ts';
import { endpoint } from '../api/endpoint.ts';
import { idParam } from '../api/fields.ts';

const acted = z.object({ id: z.int(), message: z.string() });

export const reopenTicket = endpoint({
  name: 'reopen-ticket',
  method: 'POST',
  path: '/api/ticket/:id/reopen',
  summary: 'Reabre um ticket finalizado: ele volta ao andamento e recebe mensagens.',
  access: { profiles },
  params: idParam,
  answer: acted,
  errors: ['ticket_not_found', 'ticket_not_yours', 'ticket_not_finished'],
});

/** Times until which a ticket can be postponed, in the time zone of the installation. */
export const postponements = ['in_an_hour', 'today_18', 'tomorrow_9'] as const;
export type Postponement = (typeof postponements)[number];

export const postponeTicket = endpoint({
  name: 'postpone-ticket',
  method: 'POST',
  path: '/api/ticket/:id/postpone',
  summary:
    'Adia um ticket na lista desta conta: ele volta na hora escolhida, ou antes, se alguém escrever nele. Com null, volta já.',
  access: { profiles },
  params: idParam,
  body: z.object({
    until: z.enum(postponements).nullable().meta({ title: 'Adiar até', example: 'in_an_hour' }),
  }),
  answer: acted.extend({ postponedUntil: z.int().nullable() }),
  errors: ['ticket_not_found', 'ticket_finished', 'postponement_past'],
});

/** The state of the line and of the channels that a ticket is about. */
import { z } from 'zod';
import { profiles } from '../api/access.ts';
import { endpoint } from '../api/endpoint.ts';
import { id } from '../api/fields.ts';
import { translated, wire } from '../api/translated.ts';

const channelFacts = z.object({
  label: z.string(),
  /** Why its source does not answer, in words; empty while it does. */
  problem: z.string(),
  checkedAt: z.int().nullable(),
  /** Lines that watch it now. */
  watching: z.int(),
  /** Tickets about it within a day that are not finished. */
  tickets: z.int(),
});

const lineFacts = translated({
  username: z.string(),
  note: wire('nota', z.string()),
  status: z.enum(['Ativo', 'Teste', 'Desativado', 'Vencido', 'Bloqueado']),
  expiresAt: z.int(),
  package: z.string(),
  screens: z.int().nullable(),
  lastPlayedAt: z.int().nullable(),
  lastPlayed: z.string(),
  watching: z.string().nullable(),
  /** Sign-ins of players that were refused since midnight. */
  refusedToday: z.int(),
});

export const ticketFacts = z.object({
  line: lineFacts.nullable(),
  channels: z.array(channelFacts),
});
export type TicketFacts = z.output<typeof ticketFacts>;

export const readTicketFacts = endpoint({
  name: 'read-ticket-facts',
  method: 'GET',
  path: '/api/ticket-facts',
  summary: 'O que vai junto com um ticket: como está a linha e se os canais falham agora.',
  access: { profiles },
  query: z.object({
    line: id('Usuário').optional(),
    /** Ids of channels, with commas between. */
    channels: z
      .string()
      .regex(/^\d{1,15}(,\d{1,15}){0,19}$/)
      .transform((list) => list.split(',').map(Number))
      .optional()
      .meta({ title: 'Canais', example: '12,15' }),
  }),
  answer: ticketFacts,
  errors: ['line_not_found'],
});

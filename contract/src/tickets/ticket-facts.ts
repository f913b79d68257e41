/** State of the line and of the channels that a ticket is about. */
import { z } from 'zod';
import { profiles } from '../api/access.ts';
import { endpoint } from '../api/endpoint.ts';
import { id } from '../api/fields.ts';
import { translated, wire } from '../api/translated.ts';

const channelFacts = z.object({
  label: z.string(),
  /** Reason why the source of the channel does not answer; empty while it answers. */
  problem: z.string(),
  checkedAt: z.int().nullable(),
  /** Number of lines that are watching the channel. */
  watching: z.int(),
  /** Number of unfinished tickets about the channel within a day. */
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
  /** Number of refused sign-ins of players since midnight. */
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
    /** Ids of channels, separated by commas. */
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

/** State of the line and of the channels that a ticket is about. */
import { z } from 'zod';
import { profiles } from '../api/access.ts';
import { endpoint } from '../api/endpoint.ts';
import { id, idParam } from '../api/fields.ts';
import { translated, wire } from '../api/translated.ts';
import { platformKeys } from '../rules/platforms.ts';

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

const lineFields = {
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
} as const;
const lineFacts = translated(lineFields);

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

const lineNow = translated({
  ...lineFields,
  id: z.int(),
  platform: z.enum(platformKeys),
  /** Number of screens that are playing now. */
  screensInUse: z.int(),
  /** Reasons for which the player rejected the line since midnight, the latest first. */
  refusals: z.array(z.object({ text: z.string(), at: z.int() })),
});

const ticketContext = z.object({
  line: lineNow.nullable(),
  /** Account that opened a ticket without a line. Null for the account itself. */
  seller: z
    .object({
      id: z.int(),
      username: z.string(),
      /** Balance in credits; null for an account without a wallet. */
      balance: z.number().nullable(),
      activeLines: z.int(),
      lastSignInAt: z.int().nullable(),
    })
    .nullable(),
  channels: z.array(channelFacts),
  /** Channels of the ticket that other open tickets name too. Only admins receive them. */
  related: z.array(
    z.object({
      /** Filter `channel` of the list of tickets. */
      key: z.string(),
      label: z.string(),
      /** Number of the other tickets. */
      tickets: z.int(),
    }),
  ),
});
export type TicketContext = z.output<typeof ticketContext>;

export const readTicketContext = endpoint({
  name: 'read-ticket-context',
  method: 'GET',
  path: '/api/ticket/:id/context',
  summary:
    'Como estão agora a linha, os canais e a revenda de um ticket, e os outros tickets sobre os mesmos canais.',
  access: { profiles },
  params: idParam,
  answer: ticketContext,
  errors: ['ticket_not_found'],
});

/**
 * «Mensagens de hoje»: the customers whom a seller messages today, one after another, with the
 * reason of each message. A customer leaves the list when the message is recorded.
 */
import { z } from 'zod';
import { sellers } from '../api/access.ts';
import { endpoint } from '../api/endpoint.ts';
import { idParam, whole } from '../api/fields.ts';
import { timestamp, translated, wire } from '../api/translated.ts';
import { platformKeys } from '../rules/platforms.ts';
import { MAX_RUN_LENGTH } from './charging.ts';

/** Days after a renewal or an expiry in which the customer is in the list. */
export const MESSAGE_DAYS = 7;

/**
 * Reasons in the order of the list. `paid` is a renewal that the customer paid, `renewed` a bulk
 * renewal of the seller, and `soon` a threshold of the reminders before the expiry.
 */
export const messageReasons = ['paid', 'renewed', 'today', 'expired', 'soon'] as const;
export type MessageReason = (typeof messageReasons)[number];

export const listMessages = endpoint({
  name: 'list-messages',
  method: 'GET',
  path: '/api/messages-today',
  summary:
    'As mensagens que faltam hoje aos próprios clientes: pagamentos que chegaram, renovações em lote, linhas que vencem hoje, vencidas há até sete dias ou num aviso dos lembretes.',
  access: { profiles: sellers },
  query: z.object({
    /** Only the customers of this bulk renewal. */
    batch: whole('Lote', 1, 2_147_483_647).optional(),
    /** Maximum number of listed customers. The totals count all. */
    limit: whole('Limite', 0, MAX_RUN_LENGTH).default(MAX_RUN_LENGTH),
  }),
  answer: z.object({
    total: z.int(),
    byReason: z.array(z.object({ reason: z.enum(messageReasons), total: z.int() })),
    messages: z.array(
      translated({
        /** Id of the line. */
        id: z.int(),
        reason: z.enum(messageReasons),
        platform: z.enum(platformKeys),
        username: z.string(),
        note: wire('nota', z.string()),
        whatsapp: z.string().nullable(),
        expiresAt: wire('exp_date_timestamp', timestamp),
        /** Amount in R$ that the customer paid; null for other reasons. */
        value: z.number().nullable(),
      }),
    ),
  }),
  errors: [],
});

export const recordRenewalMessage = endpoint({
  name: 'record-renewal-message',
  method: 'POST',
  path: '/api/lines/:id/renewal-message',
  summary:
    'Anota que a conversa sobre a renovação foi aberta, ou que ninguém será avisado: uma vez por linha e vencimento.',
  access: { profiles: sellers },
  params: idParam,
  body: z.object({
    outcome: z.enum(['opened', 'skipped']).meta({ title: 'Resultado' }),
  }),
  answer: z.object({ message: z.string(), id: z.int() }),
  errors: ['line_not_found'],
});

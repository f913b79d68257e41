/**
 * Run «Cobrar todos»: the caller asks one customer after another to renew. Contains the lines that
 * have expired, or that expire on a given day, with the time of the last payment request.
 */
import { z } from 'zod';
import { profiles, sellers } from '../api/access.ts';
import { endpoint } from '../api/endpoint.ts';
import { day, idParam } from '../api/fields.ts';
import { timestamp, translated, wire } from '../api/translated.ts';
import { platformKeys } from '../rules/platforms.ts';

/** Maximum number of customers in one run. The next run contains further customers. */
export const MAX_RUN_LENGTH = 200;

export const chargingDue = z.union([z.literal('expired'), day('Vence')]).meta({ title: 'Vence' });

export const listLinesToCharge = endpoint({
  name: 'list-lines-to-charge',
  method: 'GET',
  path: '/api/lines-to-charge',
  summary:
    'As próprias linhas oficiais ligadas que venceram, ou que vencem num dia, as mais recentes primeiro, e quando cada cliente foi cobrado neste período.',
  access: { profiles: sellers },
  query: z.object({
    due: chargingDue.default('expired'),
    platform: z.enum(platformKeys).optional().meta({ title: 'Plataforma' }),
  }),
  answer: z.object({
    total: z.int(),
    lines: z.array(
      translated({
        id: z.int(),
        platform: z.enum(platformKeys),
        username: z.string(),
        note: wire('nota', z.string()),
        whatsapp: z.string().nullable(),
        expiresAt: wire('exp_date_timestamp', timestamp),
        /** Time of the last payment request for the current expiry; null without one. */
        chargedAt: wire('charged_at_timestamp', timestamp.nullable()),
      }),
    ),
  }),
  errors: [],
});

export const chargeLine = endpoint({
  name: 'charge-line',
  method: 'POST',
  path: '/api/lines/:id/charge',
  summary: 'Anota que a conversa de cobrança foi aberta: uma vez por linha e período.',
  access: { profiles: sellers },
  params: idParam,
  body: z.object({}),
  answer: z.object({ message: z.string(), id: z.int(), chargedAtTimestamp: z.int() }),
  errors: ['line_not_found'],
});

/** Kinds of messages whose text needs more data than the receipt of the line. */
const messageOccasions = ['charge', 'renewed'] as const;

export const readLineMessage = endpoint({
  name: 'read-line-message',
  method: 'POST',
  path: '/api/lines/:id/message',
  summary:
    'O texto que um cliente recebe numa cobrança ou depois de uma renovação: o do aviso do dia, ou o «Ao renovar» da conta.',
  access: { profiles },
  params: idParam,
  body: z.object({ occasion: z.enum(messageOccasions).meta({ title: 'Ocasião' }) }),
  answer: z.object({
    id: z.int(),
    /**
     * Text of today's reminder. Null if no reminder applies today. The panel then uses the
     * account's text for charges.
     */
    text: z.string().nullable(),
    /** Id of today's reminder. `get-reminder-text` returns its text with the value for {pix}. */
    reminderId: z.int().nullable(),
    /**
     * Link with which the customer can renew. Empty if the customer cannot pay without the seller.
     */
    renewalLink: z.string(),
    priceCents: z.int().nullable(),
    /** True if the message about the renewal was already sent, or will be sent automatically. */
    alreadySent: z.boolean().optional(),
  }),
  errors: ['line_not_found'],
});

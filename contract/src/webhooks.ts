/**
 * Signed webhooks (Standard Webhooks). An account registers addresses that receive the events of
 * its tree.
 */
import { z } from 'zod';
import { sellers } from './api/access.ts';
import { endpoint } from './api/endpoint.ts';
import { idParam, text, whole } from './api/fields.ts';
import { pageSchema, pageQuery } from './api/paging.ts';
import { decimalAmount } from './rules/money.ts';

export const webhookEvents = [
  'line.created',
  'line.changed',
  'line.renewed',
  'line.expiring',
  'line.expired',
  'line.blocked',
  'line.deleted',
  'credits.moved',
  'credits.low',
  'ticket.answered',
  'host.failed',
  'recharge.approved',
  /**
   * The receiving program must deliver a reminder. The event is sent only while the webhook channel
   * of reminders is on.
   */
  'reminder.due',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

export const MAX_WEBHOOKS = 10;

/**
 * Maximum number of attempts for one message. The pauses between the attempts are 76 hours in
 * total.
 */
export const WEBHOOK_TRIES = 10;

export const webhook = z.object({
  id: z.int(),
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  expiringDays: z.int(),
  lowCredits: z.number(),
  /** End of the period in which the messages also have a signature of the previous secret. */
  formerUntilTimestamp: z.int().nullable(),
  active: z.boolean(),
  /** Reason why the webhook is off; empty while it is on. */
  offReason: z.string(),
  /** Time since which all attempts have failed. */
  failingSinceTimestamp: z.int().nullable(),
  createdAtTimestamp: z.int(),
  /**
   * Figures of the last 7 days: number of messages, number of delivered messages, and average
   * response time.
   */
  week: z.object({ total: z.int(), delivered: z.int(), averageMs: z.int().nullable() }),
});
export type Webhook = z.output<typeof webhook>;

const webhookStates = ['waiting', 'trying', 'delivered', 'failed', 'skipped'] as const;

const message = z.object({
  id: z.int(),
  /** Value of the header `webhook-id`. */
  messageId: z.string(),
  type: z.string(),
  about: z.string(),
  state: z.enum(webhookStates),
  /** Result of the last attempt: the HTTP status, or the error. */
  answer: z.string(),
  attempts: z.int(),
  createdAtTimestamp: z.int(),
  nextAtTimestamp: z.int().nullable(),
});
export type WebhookMessage = z.output<typeof message>;

const attempt = z.object({
  atTimestamp: z.int(),
  tookMs: z.int(),
  delivered: z.boolean(),
  /** HTTP status, or the error. */
  answer: z.string(),
  /** First bytes of the response. */
  body: z.string(),
});

const expiringDays = whole('Dias antes do vencimento', 1, 15);
const lowCredits = decimalAmount('Poucos créditos').refine((hundredths) => hundredths >= 0, {
  error: 'O campo Poucos créditos não pode ser negativo.',
});

const settings = {
  url: text('Endereço', 500),
  events: z
    .array(z.enum(webhookEvents))
    .min(1)
    .max(webhookEvents.length)
    .meta({ title: 'Eventos' }),
  expiringDays: expiringDays.default(3),
  lowCredits: lowCredits.default(5000).meta({ title: 'Poucos créditos', default: 50 }),
};

const holders = { profiles: sellers, grants: ['api.keys'] } as const;

/** Webhook with its secret. Only responses of this form contain the secret. */
const withSecret = webhook.extend({ message: z.string(), secret: z.string() });
const changed = webhook.extend({ message: z.string() });
const done = z.object({ id: z.int(), message: z.string() });

export const listWebhooks = endpoint({
  name: 'list-webhooks',
  method: 'GET',
  path: '/api/webhooks',
  summary: 'Os endereços desta conta que recebem eventos, com a semana de cada um.',
  access: holders,
  answer: z.object({ data: z.array(webhook) }),
  errors: [],
});

export const createWebhook = endpoint({
  name: 'create-webhook',
  method: 'POST',
  path: '/api/webhooks',
  summary: 'Adiciona um endereço que recebe eventos. O segredo aparece só nesta resposta.',
  access: holders,
  body: z.object(settings),
  answer: withSecret,
  errors: ['webhooks_too_many', 'invalid_fields'],
});

export const editWebhook = endpoint({
  name: 'edit-webhook',
  method: 'PUT',
  path: '/api/webhooks/:id',
  summary: 'Muda o endereço e os eventos e o liga de novo.',
  access: holders,
  params: idParam,
  body: z.object({
    ...settings,
    expiringDays: expiringDays.optional(),
    lowCredits: lowCredits.optional().meta({ title: 'Poucos créditos' }),
  }),
  answer: changed,
  errors: ['webhook_not_found', 'invalid_fields'],
});

export const rotateWebhookSecret = endpoint({
  name: 'rotate-webhook-secret',
  method: 'POST',
  path: '/api/webhooks/:id/rotate',
  summary: 'Troca o segredo. O anterior assina junto por 24 horas, ou para agora.',
  access: holders,
  params: idParam,
  body: z.object({
    overlapHours: whole('Horas do segredo anterior')
      .pipe(z.literal([0, 24]))
      .default(24)
      .meta({ title: 'Horas do segredo anterior' }),
  }),
  answer: withSecret,
  errors: ['webhook_not_found'],
});

export const testWebhook = endpoint({
  name: 'test-webhook',
  method: 'POST',
  path: '/api/webhooks/:id/test',
  summary: 'Envia um evento de teste, assinado como os outros.',
  access: holders,
  params: idParam,
  answer: done,
  errors: ['webhook_not_found', 'webhook_off'],
});

export const deleteWebhook = endpoint({
  name: 'delete-webhook',
  method: 'DELETE',
  path: '/api/webhooks/:id',
  summary: 'Tira um endereço, com o seu histórico.',
  access: holders,
  params: idParam,
  answer: done,
  errors: ['webhook_not_found'],
});

/** Columns that sort the list of messages. */
export const webhookMessageSorts = ['created_at', 'type', 'about', 'answer', 'attempts'] as const;
export type WebhookMessageSort = (typeof webhookMessageSorts)[number];

export const listWebhookMessages = endpoint({
  name: 'list-webhook-messages',
  method: 'GET',
  path: '/api/webhooks/:id/messages',
  summary: 'O que foi enviado a um endereço nos últimos 30 dias; sem `sort`, o mais novo primeiro.',
  access: holders,
  params: idParam,
  query: pageQuery(webhookMessageSorts)
    .omit({ search: true })
    .extend({
      dir: z.enum(['asc', 'desc']).default('desc').meta({ title: 'Sentido' }),
      state: z.enum(['trying', 'failed']).optional().meta({ title: 'Situação' }),
    }),
  /**
   * `trying` is the number of messages that are still being sent. `failed` is the number of failed
   * messages. The filter does not change these numbers.
   */
  answer: pageSchema(message).extend({ trying: z.int(), failed: z.int() }),
  errors: ['webhook_not_found', 'sort_too_many'],
});

export const getWebhookMessage = endpoint({
  name: 'get-webhook-message',
  method: 'GET',
  path: '/api/webhook-messages/:id',
  summary: 'Um envio: o que foi enviado, cada tentativa e o que voltou.',
  access: holders,
  params: idParam,
  answer: message.extend({ body: z.string(), tries: z.array(attempt) }),
  errors: ['webhook_message_not_found'],
});

export const resendWebhookMessage = endpoint({
  name: 'resend-webhook-message',
  method: 'POST',
  path: '/api/webhook-messages/:id/resend',
  summary: 'Envia de novo, com o mesmo webhook-id.',
  access: holders,
  params: idParam,
  answer: done,
  errors: ['webhook_message_not_found', 'webhook_off', 'webhook_message_waiting'],
});

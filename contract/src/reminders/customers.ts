/**
 * Reminder settings of one customer: e-mail address, Telegram chat, and whether the customer
 * receives reminders.
 */
import { z } from 'zod';
import { sellers } from '../api/access.ts';
import { endpoint } from '../api/endpoint.ts';
import { flag, idParam, text } from '../api/fields.ts';
import { timestamp, translated, wire } from '../api/translated.ts';
import { reminderChannels, reminderStates } from '../rules/reminders.ts';
import { undoField } from '../undo.ts';
import { messageFields } from './reminders.ts';

const optOutChannels = ['telegram', 'email', 'whatsapp', 'portal'] as const;
export type OptOutChannel = (typeof optOutChannels)[number];

const customerEmail = text('E-mail', 254)
  .transform((value) => value.toLowerCase())
  .pipe(z.email());

/**
 * Channels whose messages the customer can answer in the panel. Replies to e-mails go to the
 * seller's mailbox instead.
 */
const replyChannels = ['telegram', 'whatsapp'] as const;
export type ReplyChannel = (typeof replyChannels)[number];

export const getLineReminders = endpoint({
  name: 'get-line-reminders',
  method: 'GET',
  path: '/api/lines/:id/reminder-choices',
  summary:
    'Por onde um cliente da própria conta pode ser lembrado, o que ele quis, o que recebeu e o que respondeu.',
  access: { profiles: sellers },
  params: idParam,
  answer: z.object({
    email: z.string().nullable(),
    leftOut: z.boolean(),
    /** Set if the customer asked to receive no more reminders; null otherwise. */
    stopped: z.object({ by: z.enum(optOutChannels), at: timestamp }).nullable(),
    /**
     * Replies of the customer in the last 30 days, newest first. Replies that stop the reminders
     * are not included.
     */
    replies: z.array(z.object({ channel: z.enum(replyChannels), text: z.string(), at: timestamp })),
    telegram: z.object({
      /** Bot that the customer can connect to; null without a bot. */
      bot: z.string().nullable(),
      connected: z.boolean(),
    }),
    reminders: z.array(
      translated({
        id: z.int(),
        ...messageFields,
        state: z.enum(reminderStates),
        reason: z.string().nullable(),
        channel: z.enum(reminderChannels).nullable(),
        plannedAt: wire('planned_at_timestamp', timestamp),
        sentAt: wire('sent_at_timestamp', timestamp.nullable()),
      }),
    ),
  }),
  errors: ['line_not_found'],
});

export const saveLineReminders = endpoint({
  name: 'save-line-reminders',
  method: 'PUT',
  path: '/api/lines/:id/reminder-choices',
  summary:
    'Guarda o e-mail de um cliente (nulo ou vazio apaga) e se ele fica de fora dos lembretes. Com «resumed», volta a receber quem pediu para parar.',
  access: { profiles: sellers },
  params: idParam,
  body: z.object({
    email: customerEmail.nullish(),
    leftOut: flag('Fora dos lembretes').optional(),
    resumed: flag('Voltou a querer').default(false),
  }),
  answer: z.object({ message: z.string(), id: z.int(), ...undoField }),
  errors: ['line_not_found'],
});

export const inviteCustomerToTelegram = endpoint({
  name: 'invite-customer-to-telegram',
  method: 'POST',
  path: '/api/lines/:id/telegram-invitation',
  summary: 'Um link, de um só uso, com que o cliente passa a receber os lembretes pelo Telegram.',
  access: { profiles: sellers },
  params: idParam,
  body: z.object({}),
  answer: z.object({
    url: z.string(),
    /** Message with the link, ready to send. */
    message: z.string(),
    whatsapp: z.string().nullable(),
    expiresAt: timestamp,
  }),
  errors: ['line_not_found', 'telegram_bot_missing'],
});

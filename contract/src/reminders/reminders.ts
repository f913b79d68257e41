/**
 * Reminder settings of a seller: thresholds with their texts, hours, and the order of the channels.
 */
import { z } from 'zod';
import { sellers } from '../api/access.ts';
import { endpoint } from '../api/endpoint.ts';
import { flag, whole } from '../api/fields.ts';
import { timeInput, timeOfDay } from '../api/time-of-day.ts';
import { timestamp, translated, wire } from '../api/translated.ts';
import { messageText } from '../message-texts.ts';
import { platformKeys } from '../rules/platforms.ts';
import {
  MAX_REMINDER_LENGTH,
  MAX_THRESHOLD_DAYS,
  reminderChannels,
  messageKinds,
  reminderKinds,
  reminderPlaceholders,
  type Threshold,
} from '../rules/reminders.ts';

export const thresholdFields = { kind: z.enum(reminderKinds), days: z.int() };

/** Fields of a sent message. Messages about recurring Pix have no threshold. */
export const messageFields = { kind: z.enum(messageKinds), days: z.int() };

/** Threshold in the form of `thresholdKey`: `due-3`, `due0`, `renewed`. */
export const thresholdParam = z
  .string()
  .regex(/^(due(-?[1-9]\d?|0)|renewed)$/)
  .transform((key): Threshold =>
    key === 'renewed' ? { kind: 'renewed', days: 0 } : { kind: 'due', days: Number(key.slice(3)) },
  )
  .refine(({ days }) => Math.abs(days) <= MAX_THRESHOLD_DAYS)
  .meta({ title: 'Aviso', example: 'due-3' });

const threshold = z.object({
  ...thresholdFields,
  isOn: z.boolean(),
  text: z.string(),
  /** Number of customers at this threshold today. */
  today: z.int(),
});

const channel = z.object({
  channel: z.enum(reminderChannels),
  isOn: z.boolean(),
  /** Maximum number of messages a day; null without a limit. */
  dailyCap: z.int().nullable(),
  /** Cents of a real that one message costs. */
  costCents: z.int(),
  /** Number of customers that the channel can reach. */
  reach: z.int(),
  /** Problem that prevents activation or sending; null without a problem. */
  problem: z.string().nullable(),
  /** Sender of the messages: a bot, a number or an address. */
  by: z.string().nullable(),
});

const channelOrder = {
  channels: z.array(channel),
  /**
   * Maximum cost of one day in cents. `mostPaid` is the number of messages that cause this cost.
   */
  mostCents: z.int(),
  mostPaid: z.int(),
};

export const getReminders = endpoint({
  name: 'get-reminders',
  method: 'GET',
  path: '/api/reminders',
  summary: 'Os avisos da própria conta, seus textos e horários, e por quais canais saem.',
  access: { profiles: sellers },
  answer: z.object({
    sendAt: timeOfDay,
    quietFrom: timeOfDay,
    quietUntil: timeOfDay,
    thresholds: z.array(threshold),
    ...channelOrder,
    /** Number of messages that the seller must send manually today. */
    toSend: z.int(),
    /**
     * Number of customers who requested no more reminders. `leftOut` counts customers whom the
     * account excluded.
     */
    stopped: z.int(),
    leftOut: z.int(),
    /** True if customers can pay on the portal; otherwise {link} and {pix} stay empty. */
    takesPayments: z.boolean(),
  }),
  errors: [],
});

export const saveReminderThreshold = endpoint({
  name: 'save-reminder-threshold',
  method: 'PUT',
  path: '/api/reminders/thresholds',
  summary:
    'Guarda o texto de um aviso e se está ligado; um aviso novo é acrescentado. Um campo {…} desconhecido é recusado pelo nome.',
  access: { profiles: sellers },
  body: z.object({
    threshold: thresholdParam,
    text: messageText(MAX_REMINDER_LENGTH, reminderPlaceholders).optional(),
    isOn: flag('Ligado').optional(),
  }),
  answer: z.object({ message: z.string(), ...thresholdFields }),
  errors: ['reminder_thresholds_full'],
});

export const removeReminderThreshold = endpoint({
  name: 'remove-reminder-threshold',
  method: 'DELETE',
  path: '/api/reminders/thresholds',
  summary: 'Tira um aviso; o que ele já enviou continua no histórico.',
  access: { profiles: sellers },
  query: z.object({ threshold: thresholdParam }),
  answer: z.object({ message: z.string() }),
  errors: [],
});

export const saveReminderHours = endpoint({
  name: 'save-reminder-hours',
  method: 'PUT',
  path: '/api/reminders/hours',
  summary: 'A hora em que os avisos saem sozinhos e as horas de silêncio, no fuso do painel.',
  access: { profiles: sellers },
  body: z.object({
    sendAt: timeInput('Sai às'),
    quietFrom: timeInput('Silêncio das'),
    quietUntil: timeInput('até as'),
  }),
  answer: z.object({ message: z.string() }),
  errors: [],
});

export const saveReminderChannels = endpoint({
  name: 'save-reminder-channels',
  method: 'PUT',
  path: '/api/reminders/channels',
  summary:
    'Por onde os avisos saem, na ordem em que são tentados. Leva o custo máximo por dia que a pessoa viu: se for outro, nada muda.',
  access: { profiles: sellers },
  body: z.object({
    channels: z
      .array(
        z.object({
          channel: z.enum(reminderChannels),
          isOn: flag('Ligado'),
          dailyCap: whole('Limite por dia', 1, 100_000).optional(),
        }),
      )
      .max(reminderChannels.length)
      .refine((all) => new Set(all.map((step) => step.channel)).size === all.length)
      .meta({ title: 'Canais' }),
    mostCents: whole('Custo máximo', 0),
  }),
  answer: z.object({ message: z.string(), ...channelOrder }),
  errors: ['cost_changed', 'reminder_channel_not_ready'],
});

/** Maximum number of real lines offered for a preview. */
export const MAX_SAMPLES = 8;

/** Line of a customer for whom a preview is shown. */
export const sampleLine = {
  id: z.int(),
  platform: z.enum(platformKeys),
  username: z.string(),
  note: wire('nota', z.string()),
  expiresAt: wire('exp_date_timestamp', timestamp),
  priceCents: wire('price_cents', z.int().nullable()),
};

export const listReminderSamples = endpoint({
  name: 'list-reminder-samples',
  method: 'GET',
  path: '/api/reminders/samples',
  summary:
    'Clientes da própria conta com que se vê como um aviso chega, os mais próximos dele antes.',
  access: { profiles: sellers },
  query: z.object({ threshold: thresholdParam }),
  answer: z.object({
    lines: z.array(translated(sampleLine)),
    /** Example of a customer's link; empty if customers cannot pay. */
    link: z.string(),
    pix: z.string(),
    /** Time of day at which the messages of the threshold are sent. The preview uses it. */
    sendAt: timeOfDay,
  }),
  errors: [],
});

export const getCreditedRenewals = endpoint({
  name: 'get-brought-renewals',
  method: 'GET',
  path: '/api/reminders/brought',
  summary:
    'Quantos renovaram em até três dias depois do último lembrete, nos últimos trinta dias, por aviso, texto e canal.',
  access: { profiles: sellers },
  answer: z.object({
    sent: z.int(),
    renewed: z.int(),
    rows: z.array(
      z.object({
        ...thresholdFields,
        textId: z.int(),
        text: z.string(),
        channel: z.enum(reminderChannels),
        sent: z.int(),
        renewed: z.int(),
      }),
    ),
  }),
  errors: [],
});

/** List of planned reminders, and the run in which a seller sends today's reminders by hand. */
import { z } from 'zod';
import { sellers } from '../api/access.ts';
import { endpoint } from '../api/endpoint.ts';
import { idParam } from '../api/fields.ts';
import { pageSchema, pageQuery } from '../api/paging.ts';
import { timestamp, translated, wire } from '../api/translated.ts';
import { platformKeys } from '../rules/platforms.ts';
import { messageKinds, reminderChannels, reminderStates } from '../rules/reminders.ts';
import { messageFields, thresholdParam } from './reminders.ts';

const customer = {
  lineId: wire('line_id', z.int()),
  platform: z.enum(platformKeys),
  username: z.string(),
  note: wire('nota', z.string()),
  ...messageFields,
};

export const listReminders = endpoint({
  name: 'list-reminders',
  method: 'GET',
  path: '/api/reminders/sent',
  summary: 'O histórico dos lembretes da própria conta: o que saiu, o que não saiu e por quê.',
  access: { profiles: sellers },
  query: pageQuery(['planned_at', 'sent_at']).extend({
    state: z.enum(reminderStates).optional().meta({ title: 'Situação' }),
    channel: z.enum(reminderChannels).optional().meta({ title: 'Canal' }),
    threshold: thresholdParam.optional(),
    kind: z.enum(messageKinds).optional().meta({ title: 'Tipo' }),
    dir: z.enum(['asc', 'desc']).default('desc').meta({ title: 'Sentido' }),
  }),
  answer: pageSchema(
    translated({
      id: z.int(),
      ...customer,
      state: z.enum(reminderStates),
      /** Reason why the reminder was not sent, or the error message of the provider. */
      reason: z.string().nullable(),
      channel: z.enum(reminderChannels).nullable(),
      plannedAt: wire('planned_at_timestamp', timestamp),
      sentAt: wire('sent_at_timestamp', timestamp.nullable()),
      /** Last known delivery state; null if unknown. */
      delivery: z.enum(['sent', 'delivered', 'read', 'failed']).nullable(),
      text: z.string(),
      /** Time of the renewal after this reminder; null without a renewal. */
      renewedAt: wire('renewed_at_timestamp', timestamp.nullable()),
    }),
  ),
  errors: [],
});

export const startReminderRun = endpoint({
  name: 'start-reminder-run',
  method: 'POST',
  path: '/api/reminders/run',
  summary:
    'Começa «Cobrar agora»: os lembretes de hoje que ainda não saíram, com o texto pronto. Por quinze minutos nenhum deles sai sozinho.',
  access: { profiles: sellers },
  body: z.object({}),
  answer: z.object({
    total: z.int(),
    reminders: z.array(
      translated({
        id: z.int(),
        ...customer,
        whatsapp: z.string().nullable(),
        expiresAt: wire('exp_date_timestamp', timestamp),
        chargedAt: wire('charged_at_timestamp', timestamp.nullable()),
        /**
         * Text of the reminder with the placeholder {pix}. The call `get-reminder-text` replaces
         * the placeholder.
         */
        text: z.string(),
      }),
    ),
  }),
  errors: [],
});

export const getReminderText = endpoint({
  name: 'get-reminder-text',
  method: 'POST',
  path: '/api/reminders/:id/text',
  summary: 'O texto de um lembrete com o Pix copia e cola no lugar; sem Pix, a linha dele sai.',
  access: { profiles: sellers },
  params: idParam,
  body: z.object({}),
  answer: z.object({ id: z.int(), text: z.string() }),
  reachesOut: true,
  errors: ['in_quarantine', 'reminder_not_found'],
});

export const sendReminderByHand = endpoint({
  name: 'send-reminder-by-hand',
  method: 'POST',
  path: '/api/reminders/:id/sent',
  summary: 'Anota que a conversa de um lembrete foi aberta: ele não sai por nenhum outro canal.',
  access: { profiles: sellers },
  params: idParam,
  body: z.object({}),
  answer: z.object({ message: z.string(), id: z.int(), chargedAtTimestamp: z.int() }),
  errors: ['reminder_not_found', 'reminder_closed'],
});

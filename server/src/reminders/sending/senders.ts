/** The channels that send reminders automatically. */
import type { DeliveryKind } from '../../outbox/outbox.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Job } from '../../foundation/jobs.ts';
import { emailSender } from './channels/email.ts';
import { telegramSender } from './channels/telegram.ts';
import { webhookSender } from './channels/webhook.ts';
import { whatsappSender } from './channels/whatsapp.ts';
import { createDeliveryKind } from './delivery-kinds.ts';
import { dispatchReminders } from './dispatch-reminders.ts';
import type { ReminderSender } from './sender.ts';

export const reminderSenders: readonly ReminderSender[] = [
  telegramSender,
  emailSender,
  whatsappSender,
  webhookSender,
];

export const reminderDeliveries: readonly DeliveryKind[] = reminderSenders.map(createDeliveryKind);

export const dispatchRemindersJob: Job = {
  name: 'hand-over-reminders',
  schedule: '* * * * *',
  work: (ctx: AppContext) => dispatchReminders(ctx, reminderSenders),
};

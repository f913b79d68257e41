import {
  chargeLine as chargeDeclaration,
  listLinesToCharge,
  readLineMessage as messageDeclaration,
} from '@ramal/contract/lines/charging';
import * as messages from '@ramal/contract/lines/messages';
import * as customers from '@ramal/contract/reminders/customers';
import * as list from '@ramal/contract/reminders/reminder-list';
import * as settings from '@ramal/contract/reminders/reminders';
import type { AppContext } from '../foundation/app-context.ts';
import { type Binding, bind } from '../foundation/http/bind.ts';
import { chargeLine, readLinesToCharge } from './by-hand/charging.ts';
import { readLineMessage } from './by-hand/line-message.ts';
import { listMessages, recordRenewalMessage } from './by-hand/messages.ts';
import { readText, sendByHand, startRun } from './by-hand/run.ts';
import { readLineReminders, saveLineReminders } from './customers/choices.ts';
import { inviteCustomer } from './customers/telegram.ts';
import { readCreditedRenewals } from './results/credited-renewals.ts';
import { listReminders } from './results/list-reminders.ts';
import { saveHours } from './settings/hours.ts';
import { saveChannels } from './settings/channel-order.ts';
import { readReminders, readSamples } from './settings/read-settings.ts';
import { removeThreshold, saveThreshold } from './settings/thresholds.ts';

export const reminderRoutes = (ctx: AppContext): Binding[] => [
  bind(listLinesToCharge, (call) => readLinesToCharge(ctx, call, call.query)),
  bind(chargeDeclaration, (call) => chargeLine(ctx, call, call.params.id)),
  bind(messageDeclaration, (call) => readLineMessage(ctx, call)),
  bind(messages.listMessages, (call) => listMessages(ctx, call)),
  bind(messages.recordRenewalMessage, (call) => recordRenewalMessage(ctx, call)),
  bind(settings.getReminders, (call) => readReminders(ctx, call)),
  bind(settings.saveReminderThreshold, (call) => saveThreshold(ctx, call)),
  bind(settings.removeReminderThreshold, (call) => removeThreshold(ctx, call)),
  bind(settings.saveReminderHours, (call) => saveHours(ctx, call)),
  bind(settings.saveReminderChannels, (call) => saveChannels(ctx, call)),
  bind(settings.listReminderSamples, (call) => readSamples(ctx, call)),
  bind(settings.getCreditedRenewals, (call) => readCreditedRenewals(ctx, call)),
  bind(list.listReminders, (call) => listReminders(ctx, call)),
  bind(list.startReminderRun, (call) => startRun(ctx, call)),
  bind(list.getReminderText, (call) => readText(ctx, call)),
  bind(list.sendReminderByHand, (call) => sendByHand(ctx, call)),
  bind(customers.inviteCustomerToTelegram, (call) => inviteCustomer(ctx, call)),
  bind(customers.getLineReminders, (call) => readLineReminders(ctx, call)),
  bind(customers.saveLineReminders, (call) => saveLineReminders(ctx, call)),
];

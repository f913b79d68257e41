/**
 * Reminders to customers: their planning, sending and channels, and the renewals that followed
 * them. Win-back messages use the same settings, channels and texts.
 */
export { readLineMessage } from './by-hand/line-message.ts';
export { reminderRoutes } from './reminders.routes.ts';
export { countWaitingReminders } from './sending/count-waiting.ts';
export { dispatchRemindersJob, reminderDeliveries } from './sending/senders.ts';
export { planRemindersJob } from './planning/plan-reminders.ts';
export { customerChats } from './customers/telegram.ts';
export { whatsappCustomers } from './customers/whatsapp.ts';
export { serveStopLinks } from './customers/stop-link.ts';
export { eraseRemindersOfLines, reminderUndos } from './customers/choices.ts';
export {
  countRenewals,
  hasStopped,
  isWonBack,
  wantsReminders,
} from './planning/due-customers.sql.ts';
export { readFacts } from './planning/plan-account.ts';
export { maySend } from './planning/plan-reminders.ts';
export { takesPayments } from './planning/takes-payments.ts';
export {
  cancelWinBackMessages,
  isPassedOver,
  planWinBackMessages,
  type WinBackMessage,
} from './planning/win-back-messages.ts';
export { readReadyChannels, readSeller, type ReadyChannel } from './sending/dispatch-reminders.ts';
export { wasContacted } from './sending/message-days.ts';
export type { ReminderSender, Seller } from './sending/sender.ts';
export { reminderSenders } from './sending/senders.ts';
export {
  defaultHours,
  findSettings,
  lockSettings,
  openSettings,
  type ReminderSettings,
} from './settings/settings.sql.ts';

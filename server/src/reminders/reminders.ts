/**
 * Reminders to customers: their planning, sending and channels, and the renewals that followed
 * them.
 */
export { readLineMessage } from './by-hand/line-message.ts';
export { reminderRoutes } from './reminders.routes.ts';
export { countWaitingReminders } from './sending/count-waiting.ts';
export { dispatchRemindersJob, reminderDeliveries } from './sending/senders.ts';
export { planRemindersJob } from './planning/plan-reminders.ts';
export { customerChats } from './customers/telegram.ts';
export { whatsappCustomers } from './customers/whatsapp.ts';
export { serveStopLinks } from './customers/stop-link.ts';
export { eraseRemindersOfLines } from './customers/choices.ts';

/**
 * Channels by which the panel sends messages: e-mail, Telegram, WhatsApp by Meta, and Web Push to
 * the browsers of an account. Each `send` function returns the outcome of the message in the form
 * that the outbox defines.
 */
export { checkRelay } from './email/check-relay.ts';
export { sendEmail } from './email/send-email.ts';
export { emailQueue as emailQueueOf, findRelay } from './email/relay.ts';
export { isSuppressed } from './email/suppressions.ts';
export { sendPush } from './push/send-push.ts';
export {
  findPushSubscriptions,
  isWanted as isWantedSubscription,
  type PushSubscription,
} from './push/subscriptions.ts';
export type { ChatReceiver, ReceivedMessage, SalesChats } from './sales-port.ts';
export { selectBotId, findBot, telegramQueue as telegramQueueOf } from './telegram/bot.ts';
export { findChat, findTelegramConnection, inviteToTelegram } from './telegram/connections.ts';
export { readTelegram } from './telegram/poll-updates.ts';
export type { CustomerChats } from './telegram/receive-update.ts';
export { sendTelegram, sendToTelegramChat } from './telegram/send-telegram.ts';
export { serveTelegram } from './telegram/webhook.ts';
export { toParameter, getTemplateName } from './whatsapp/built-in-templates.ts';
export {
  findNumber,
  findNumberById,
  personSql,
  type WhatsappNumber,
  whatsappQueue as whatsappQueueOf,
} from './whatsapp/number.ts';
export type { MessageStatus, StatusResult, WhatsappCustomers } from './whatsapp/receive-webhook.ts';
export {
  countRemainingRecipients as countRemainingWhatsappRecipients,
  sendWhatsapp,
  type WhatsappTemplate,
} from './whatsapp/send-whatsapp.ts';
export { isApproved as isTemplateApproved, refreshTemplatesJob } from './whatsapp/templates.ts';
export { serveWhatsapp } from './whatsapp/webhook.ts';
export { messagingRoutes } from './messaging.routes.ts';

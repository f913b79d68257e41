/**
 * Chats in which a Telegram bot or a WhatsApp number gives tests, sells, renews and takes questions
 * for a seller. The dialogue is the same in both channels.
 */
export { salesChatDelivery } from './handle-chat.ts';
export { salesChats } from './receive-message.ts';
export { salesChatRoutes } from './sales-chats.routes.ts';
export { reportToSalesChatsJob } from './report/report-to-chats.ts';

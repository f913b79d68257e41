/**
 * The public pages of sellers: their settings, the pages, tests and orders of strangers, and the
 * figures of visits, tests and sales.
 */
export { parseChatLink, telegramChatUrl, whatsappChatUrl } from './chat-links.ts';
export { createSale } from './orders/create-sale.ts';
export { readPageOfAccount, type ReadPage } from './page/read-page.ts';
export { findSellerLine, maskUsername } from './visitors/test-answer.ts';
export { findOrigin } from './visitors/visitor-origin.ts';
export { flushVisits } from './numbers/count-visits.ts';
export { storefrontNumbersExport } from './numbers/export-numbers.ts';
export { readStorefront } from './settings/storefronts.sql.ts';
export { serveStorefronts } from './page/serve-page.ts';
export { storefrontDelivery } from './messages/send-message.ts';
export { findSubscribeUrl, writeStorefrontText } from './messages/write-text.ts';
export { storefrontMessagesJob } from './messages/dispatch-messages.ts';
export { storefrontRoutes, visitorRoutes } from './storefront.routes.ts';

/**
 * The bell: notices of accounts, and their delivery by e-mail, Telegram and Web Push through the
 * outbox.
 */
export { bellRoutes } from './bell.routes.ts';
export { bellDeliveries } from './delivery-kinds.ts';
export { dispatchNotices } from './hand-over.ts';

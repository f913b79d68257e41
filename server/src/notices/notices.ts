/**
 * Notices of accounts, listed under the bell. Modules write them in the transaction of the cause;
 * the outbox sends them by e-mail, Telegram and Web Push.
 */
export { blankNotices } from './blank-notices.ts';
export { noticeDeliveries } from './delivery-kinds.ts';
export { dispatchNotices } from './dispatch-notices.ts';
export { markNoticesRead } from './mark-notices-read.ts';
export { noticeRoutes } from './notices.routes.ts';
export { type NewNotice, notify } from './notify.ts';

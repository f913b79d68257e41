/**
 * Notices of accounts, shown under the bell icon. Modules write them in the transaction of their
 * cause; the outbox sends them by e-mail, Telegram and Web Push.
 */
export { blankNotices } from './blank-notices.ts';
export { noticeDeliveries } from './delivery-kinds.ts';
export { dispatchNotices } from './dispatch-notices.ts';
export { markNoticesRead } from './mark-notices-read.ts';
export { noticeRoutes } from './notices.routes.ts';
export { type NewNotice, notify } from './notify.ts';

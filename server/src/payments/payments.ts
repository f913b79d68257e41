/** Payments of customers: portal credits, prices, keys, charges and the delivery of purchases. */
export { refreshCharge } from './refresh-charge.ts';
export { type Charge, chargeColumns, findByReference, findCharge } from './charges.sql.ts';
export { confirmCharge } from './confirm-charge.ts';
export { createCharge, type NewCharge } from './create-charge.ts';
export { readTopUpTiers } from './credits/top-up-prices.ts';
export { createBuyCredits, previewTopUp } from './credits/top-ups.ts';
export { newExternalReference } from './external-reference.ts';
export { lostCharges } from './find-lost-charges.ts';
export { rechargeExport } from './list-recharges.ts';
export { servePaymentNotices } from './notices.ts';
export { paymentRoutes } from './payments.routes.ts';
export { outsidePayments } from './outside-payments.ts';
export { readPlanPrices, storePlanPrices } from './prices.ts';
export { reconcile } from './reconcile.ts';
export {
  ensurePaymentAccount,
  findByNoticeToken,
  openAsaasPassword,
  type PaymentAccount,
} from './payment-account.ts';
export {
  type NoticeOutcome,
  recordPaymentNotice,
  recordRefusedNotice,
  storeNoticeTime,
} from './providers/payment-notices.ts';
export { asaasRecurring } from './providers/asaas/asaas-recurring.ts';
export { ALREADY_PAID, toRefusalReason } from './providers/asaas/words.ts';
export { checkProvidersJob } from './providers/check-providers.ts';
export { NO_RECURRING_PERMISSION, storeKeyRefusal } from './providers/key-refusal.ts';
export { serveWooviNotices } from './providers/woovi-notices.ts';
export { currentKind, openAsaas } from './providers/provider-of.ts';
export { pixText } from './providers/pix-text.ts';
export { SANDBOX_COLLECTOR } from './providers/sandbox.ts';
export { readEligibility } from './providers/recurring-account.ts';
export type {
  AuthorizationReading,
  CreatedAuthorization,
  DebitTry,
  NewDebit,
  RecurringProvider,
} from './providers/recurring-port.ts';
export { insertSaleOrder, isSameOrder, readSaleOrder, type SaleOrder } from './sale-orders.ts';
export { paymentOrigin } from './settle-charge.ts';
export { tellsPayer } from './payer-mark.ts';
export { readPaymentKind } from './providers/provider-of.ts';

/** Payments of customers: portal credits, prices, keys, charges and the delivery of purchases. */
export { refreshCharge } from './refresh-charge.ts';
export { type Charge, chargeColumns, findByReference } from './charges.sql.ts';
export { createCharge } from './create-charge.ts';
export { lostCharges } from './find-lost-charges.ts';
export { rechargeExport } from './list-recharges.ts';
export { servePaymentNotices } from './notices.ts';
export { paymentRoutes } from './payments.routes.ts';
export { outsidePayments } from './outside-payments.ts';
export { readPlanPrices } from './prices.ts';
export { reconcile } from './reconcile.ts';
export { readPaymentKind } from './providers/provider-of.ts';
export { isReceiptSettled, settleReceipt, unsettleReceipt } from './renewal-receipts.ts';

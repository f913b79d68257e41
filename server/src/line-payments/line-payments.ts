/**
 * Payments by customers: the price of a line, its paid period, the last payment request and the due
 * range.
 */
export { markPaid, priceCtes, setPrice, setPriceIn } from './change-payment.ts';
export { paymentUndos } from './undo-payment.ts';
export { type DueRange, dueRange, isExpired, isRunning, isWithin } from './due-range.ts';
export { listLinePayments } from './list-payments.ts';
export {
  chargedAt,
  informedAt,
  renewsAutomatically,
  isRecurringRefused,
  recurringDueOn,
  isPaid,
  nextPeriodCte,
  type PaymentFilter,
  paidPeriodCtes,
  matchesPayment,
  linePriceSql,
  readPayments,
  restorePeriodCte,
  unpaidPeriodCte,
} from './line-payments.sql.ts';

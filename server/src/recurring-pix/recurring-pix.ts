/**
 * Recurring Pix: authorizations of customers, the debit of each month, and what their sellers see.
 */
export { advanceJob } from './advance.ts';
export { serveAsaasNotices } from './asaas-notices.ts';
export {
  type Authorization,
  authorizationColumns,
  type Cycle,
  cycleColumns,
  cyclesFrom,
  findAuthorization,
  lockAuthorization,
} from './authorizations.sql.ts';
export { toCycleState } from './authorization-history.ts';
export { createAuthorization, isRefusedForGood } from './authorize/create-authorization.ts';
export { planFirstMonth } from './authorize/first-month.ts';
export { createOrderAuthorization } from './authorize/order-authorization.ts';
export { erasePayersOfLines, requestEnd } from './end-authorization.ts';
export {
  enforceNoDebit,
  findOpenDebit,
  isRunning,
  payDebitByHand,
  prepareHandPayment,
} from './hand-payments.ts';
export {
  createGetLineAuthorization,
  endAuthorization,
  findAccessibleAuthorization,
  listAuthorizationHistory,
} from './line-authorization.ts';
export {
  authorizationExport,
  exportAuthorizations,
  listAuthorizations,
} from './lists/list-authorizations.ts';
export { findNextDueDay, getDueDay } from './plan-cycle.ts';
export { readOfferedReceiver, readOfferState } from './recurring-account.ts';
export { refreshAuthorization, refreshForPage } from './refresh-authorization.ts';
export { listRetryDays } from './retry-cycle.ts';
export { bankDay, isAtBank } from './scheme-days.ts';
export { shortCreditsJob } from './short-credits.ts';

/** What customers pay: portal credits, prices, keys, charges and what they bring. */
export { rechargeExport } from './list-recharges.ts';
export { paymentRoutes } from './payments.routes.ts';

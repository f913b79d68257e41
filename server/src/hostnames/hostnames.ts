/** Hostnames that customers' links may carry: bought at a registrar, or added by hand. */
export { finishHostnamePurchases } from './finish-purchases.ts';
export { hostnameRoutes } from './hostnames.routes.ts';

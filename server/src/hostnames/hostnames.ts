/** Hostnames that customers' links may carry: bought at a registrar, or added by hand. */
export { adoptHostname } from './adopt-hostname.ts';
export { checkHostnameBlocks } from './collector/check-names.ts';
export { finishHostnamePurchases } from './purchase/finish-purchases.ts';
export { hostnameRoutes } from './hostnames.routes.ts';
export { linkHostnameColumn } from './choose-hostname.ts';
export { probedHostnames } from './probed-hostnames.ts';
export { renewHostnames } from './purchase/renew-due.ts';
export { remakeLostZones } from './purchase/make-zone.ts';
export { unknownHostnames } from './unknown-hostnames.ts';

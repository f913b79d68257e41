/** Hostnames that customers' links may contain: bought at a registrar, or added by hand. */
export { countFallenHostnames } from './fallen-hostnames.ts';
export { checkHostnameBlocks } from './collector/check-names.ts';
export { finishHostnamePurchases } from './purchase/finish-purchases.ts';
export { hostnameRoutes } from './hostnames.routes.ts';
export { linkHostnameColumn } from './choose-hostname.ts';
export { outsideHostnames } from './outside-hostnames.ts';
export { probedHostnames } from './probed-hostnames.ts';
export { renewHostnames } from './purchase/renew-due.ts';
export { remakeLostZones } from './purchase/make-zone.ts';

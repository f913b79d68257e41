/**
 * The customers' portal: its page, its calls, and the links by which a seller gives customers
 * access.
 */
export { createFindBoxRenewal, serveTvCodes } from './box-renewals.ts';
export { lineOfKey } from './portal-key.ts';
export { portalRoutes } from './portal.routes.ts';
export { servePortal } from './portal-page.ts';
export { type LinkMaker, openRenewalLinks } from './renewal-links.ts';
export { readCustomerLinks } from './portal-home.ts';
export { sessionKey } from './portal-key.ts';
export { toCustomerState } from './describe-portal-authorization.ts';
export { chargeOnWire, chargeRenewal, offerRenewal } from './portal-charges.ts';
export { toTicketTitle } from './customer-tickets.ts';
export { readRenewalPlans } from './renewal-prices.ts';

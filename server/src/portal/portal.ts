/**
 * The customers' portal: its page, its calls, and the links by which a seller gives customers
 * access.
 */
export { createFindBoxRenewal, serveTvCodes } from './box-renewals.ts';
export { portalRoutes } from './portal.routes.ts';
export { servePortal } from './portal-page.ts';
export { type LinkMaker, openRenewalLinks } from './renewal-links.ts';
export { offerRenewal } from './portal-charges.ts';

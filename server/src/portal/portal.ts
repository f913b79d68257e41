/** The customers' portal: its page, its calls, and the links with which a seller lets customers in. */
export { portalRoutes } from './portal.routes.ts';
export { servePortal } from './portal-page.ts';
export { type LinkMaker, openRenewalLinks } from './renewal-links.ts';
export { chargeRenewal } from './portal-charges.ts';

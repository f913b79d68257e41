/** Calls of another panel («Sigma») that existing tools make, answered with Ramal's own use cases. */
export { sigmaRenewalRoutes, sigmaRoutes } from './sigma.routes.ts';

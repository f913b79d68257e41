/** Saved views of the lists. */
export { viewRoutes } from './views.routes.ts';

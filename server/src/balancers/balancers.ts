/** Servers that carry the viewers' traffic, and the names that lead to them. */
export { balancerRoutes } from './balancers.routes.ts';

/** Balancers: servers that forward the viewers' traffic, and the CNAMEs that point to them. */
export { getBalancerChoice } from './choose-balancer.ts';
export { balancerRoutes } from './balancers.routes.ts';
export { probedBalancers } from './probed-balancers.ts';
export { removeEmptied } from './remove-emptied.ts';

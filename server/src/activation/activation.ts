/**
 * Activation of apps: an app requests a code, polls its state, and receives the line that a
 * reseller creates with it.
 */
export { activationRoutes } from './activation.routes.ts';

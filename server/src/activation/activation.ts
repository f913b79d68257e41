/** Activation of apps: an app asks for a code, checks it, and may create a line with it. */
export { activationRoutes } from './activation.routes.ts';

/** The first steps of a new installation, measured by the server. */
export { welcomeRoutes } from './welcome.routes.ts';

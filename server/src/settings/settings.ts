/** The platform-wide switches, and the saved views of lists. */
export { settingsRoutes } from './settings.routes.ts';

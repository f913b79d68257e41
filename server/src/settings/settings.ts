/** The platform-wide switches. */
export { settingsRoutes } from './settings.routes.ts';

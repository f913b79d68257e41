/** Functions of the whole installation, and each account's saved views of lists. */
export { settingsRoutes } from './settings.routes.ts';
